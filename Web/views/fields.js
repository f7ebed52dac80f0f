import { h, setAttribute, setText, show } from "../elements/dom.js";
import { iconButton } from "./icon-button.js";

let fieldCount = 0;

/**
 * A labelled control with room for what is wrong with it, beside it and read out with it.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {{wide?: boolean, hint?: string}} [options]
 */
export function createField(label, control, options) {
  const { wide = false, hint = "" } = options ?? {};
  fieldCount += 1;
  control.id ||= `field-${fieldCount}`;
  const note = h("span", { class: "field-hint", id: `field-hint-${fieldCount}` }, hint);
  const error = h("span", { class: "field-error", id: `field-error-${fieldCount}`, hidden: true });
  setAttribute(control, "aria-describedby", `${note.id} ${error.id}`);
  show(note, hint !== "");
  return {
    node: h(
      "div",
      { class: wide ? "field wide" : "field" },
      h("label", { class: "field-label", for: control.id }, label),
      control,
      note,
      error,
    ),
    /** @param {string|null} sentence */
    complain(sentence) {
      setText(error, sentence ?? "");
      show(error, sentence !== null);
      setAttribute(control, "aria-invalid", sentence !== null);
    },
  };
}

/**
 * Rows of a few inputs each, with one more on demand: people, series.
 * @template {Record<string, any>} Row
 * @param {{
 *   label: string, addLabel: string, removeLabel: string, empty: Row,
 *   inputs: (row: Row, changed: (row: Row) => void) => HTMLElement[],
 *   changed: () => void,
 * }} options
 */
export function createRepeater({ label, addLabel, removeLabel, empty, inputs, changed }) {
  /** @type {Row[]} */
  let rows = [];
  const body = h("div", { class: "repeater-rows" });
  fieldCount += 1;
  const id = `field-error-${fieldCount}`;
  const error = h("p", { class: "field-error", role: "alert", id, hidden: true });
  const add = h(
    "button",
    { type: "button", class: "text-button", onclick: () => grow() },
    addLabel,
  );
  const node = h(
    "fieldset",
    { class: "field wide repeater" },
    h("legend", { class: "field-label" }, label),
    body,
    error,
    add,
  );

  function grow() {
    rows = [...rows, { ...empty }];
    draw();
    const last = body.lastElementChild?.querySelector("input");
    last?.focus();
    changed();
  }

  function draw() {
    const made = rows.map((row, at) => {
      const update = (/** @type {Row} */ next) => {
        // A row has more than its inputs show.
        rows[at] = { ...rows[at], ...next };
        changed();
      };
      const remove = iconButton("close", removeLabel, "", () => {
        rows = rows.filter((_, other) => other !== at);
        if (rows.length === 0) rows = [{ ...empty }];
        draw();
        (body.children[at]?.querySelector("button") ?? add).focus();
        changed();
      });
      return h("div", { class: "repeater-row" }, inputs(row, update), remove);
    });
    body.replaceChildren(...made);
  }

  return {
    node,
    /** @param {Row[]} next */
    show(next) {
      rows = next.map((row) => ({ ...row }));
      draw();
    },
    get rows() {
      return [...rows];
    },
    /**
     * @param {string|null} sentence
     * @param {(label: string|null) => string} badInput the same of the input at fault, if one is
     */
    complain(sentence, badInput) {
      const all = [...body.querySelectorAll("input")];
      const bad = sentence === null ? undefined : all.find((input) => !input.validity.valid);
      for (const input of all) {
        setAttribute(input, "aria-invalid", input === bad);
        setAttribute(input, "aria-describedby", input === bad && id);
      }
      setText(error, bad ? badInput(bad.ariaLabel) : (sentence ?? ""));
      show(error, sentence !== null);
    },
  };
}
