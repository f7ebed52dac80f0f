import { onOneLine } from "../library/text.js";
import { leaveToWriter } from "./composing.js";
import { h, setAttribute, setChildren, setText, show } from "./dom.js";
import { icon } from "./icon.js";
import { beginUndoAnew } from "./own-undo.js";

/** @typedef {{value: string, label: string}} Chip */

let lists = 0;

/**
 * A set as chips with a field to add to it: tags by their text, shelves by their names.
 * @param {{
 *   label: string,
 *   name: string,
 *   addLabel: string,
 *   removeLabel: (label: string) => string,
 *   suggest: () => Chip[],
 *   add: (text: string) => string|null|void,
 *   remove: (value: string) => void,
 *   lead?: (value: string) => HTMLElement,
 *   isOfMany?: boolean,
 *   isParted?: boolean,
 *   autofocus?: boolean,
 * }} options `lead` makes a link of a chip's words; `suggest` offers what might be added; `add` is given what was typed or picked, and
 *   answers what is wrong with it; `isOfMany` where a chip stands for the sets of many, and so only its
 *   own button removes it; `isParted` where a comma ends what is typed, and is no part of it
 */
export function createChips({
  label, name, addLabel, removeLabel, suggest, add, remove, lead, isOfMany, isParted, autofocus,
}) {
  lists += 1;
  const suggestions = h("datalist", { id: `${name}-suggestions-${lists}` });
  const input = h("input", {
    class: "chips-input",
    type: "text",
    placeholder: addLabel,
    "aria-label": addLabel,
    "data-testid": `${name}.add`,
    "aria-describedby": `${suggestions.id}-error`,
    list: suggestions.id,
    autocomplete: "off",
    enterkeyhint: "done",
    autofocus,
  });
  const chips = h("span", { class: "chips-set" });
  const error = h(
    "p", { class: "field-error", role: "alert", id: `${suggestions.id}-error`, hidden: true },
  );
  const node = h(
    "div",
    { class: "chips", role: "group", tabindex: -1, "aria-label": label, "data-testid": name },
    chips,
    input,
    error,
    suggestions,
  );
  /** @type {Map<string, HTMLElement>} */
  const nodes = new Map();

  input.addEventListener("focus", () => {
    setChildren(
      suggestions,
      suggest().map((chip) => h("option", { value: chip.label })),
    );
  });
  input.addEventListener("keydown", (event) => {
    // Only what is taken here goes no further: the rest is for the window, which knows of fields.
    if (!leaveToWriter(event) && pressed(event)) event.stopPropagation();
  });
  input.addEventListener("change", take);
  input.addEventListener("input", () => complain());

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was taken
   */
  function pressed(event) {
    const { key } = event;
    if (key === "Backspace") {
      // Held down it empties the field, and no more.
      if (input.value === "" && !event.repeat && !isOfMany) removeLast();
      return true;
    }
    if (key === "Enter" || (isParted && key === ",")) take();
    else if (key === "Escape" && input.value !== "") empty();
    else return false;
    event.preventDefault();
    return true;
  }

  function empty() {
    clear();
    complain();
  }

  function clear() {
    input.value = "";
    beginUndoAnew(input);
  }

  function removeLast() {
    const last = [...nodes.keys()].pop();
    if (last !== undefined) remove(last);
  }

  function take() {
    const text = onOneLine(input.value);
    const problem = text === "" ? null : add(text);
    if (!problem) clear();
    complain(problem || "");
  }

  function complain(problem = "") {
    setText(error, problem);
    show(error, problem !== "");
    setAttribute(input, "aria-invalid", problem !== "");
  }

  /** @param {Chip} chip */
  function chipNode(chip) {
    const known = nodes.get(chip.value);
    const button = h(
      "button",
      {
        type: "button", class: "chip-remove",
        onclick: (/** @type {PointerEvent} */ press) => removeAndFocus(chip.value, press.pointerType),
      },
      icon("close"),
    );
    const made = known ?? h("span", { class: "chip" }, lead?.(chip.value) ?? h("span"), button);
    const text = /** @type {HTMLElement} */ (made.firstElementChild);
    text.className = "chip-label";
    if (text.textContent !== chip.label) text.textContent = chip.label;
    setAttribute(
      /** @type {Element} */ (made.lastElementChild),
      "aria-label",
      removeLabel(chip.label),
    );
    nodes.set(chip.value, made);
    return made;
  }

  /**
   * @param {string} value
   * @param {string} by which kind of pointer; a finger in the field would raise the keyboard of a phone
   */
  function removeAndFocus(value, by) {
    if (by === "touch") node.focus({ preventScroll: true });
    else input.focus();
    remove(value);
  }

  return {
    node,
    /** @param {readonly Chip[]} values */
    show(values) {
      const wanted = new Set(values.map((chip) => chip.value));
      for (const value of nodes.keys()) if (!wanted.has(value)) nodes.delete(value);
      setChildren(chips, values.map(chipNode));
    },
  };
}
