import { h, setAttribute, setText } from "./dom.js";

/**
 * A row of buttons of which one, or none, is chosen: a radio group with arrow keys. Choosing the
 * chosen one again clears it where that is allowed.
 * @param {{
 *   label: string,
 *   name: string,
 *   options: readonly {value: string, label: string}[],
 *   clears?: boolean,
 *   change: (value: string|null) => void,
 * }} options
 */
export function createChoice({ label, name, options, clears = false, change }) {
  /** @type {string|null} */
  let value = null;
  const buttons = options.map((option) =>
    h(
      "button",
      {
        type: "button",
        class: "choice-option",
        role: "radio",
        "data-value": option.value,
        "data-testid": `${name}.${option.value}`,
        onclick: () => choose(clears && value === option.value ? null : option.value),
      },
      option.label,
    ),
  );
  const node = h(
    "div",
    { class: "choice", role: "radiogroup", "aria-label": label, "data-testid": name },
    buttons,
  );
  node.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    // With one of these it is the browser's, as Back is.
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = (at + by + buttons.length) % buttons.length;
    buttons[next].focus();
    choose(options[next].value);
  });

  /** @param {string|null} next */
  function choose(next) {
    if (next === value) return;
    draw(next);
    change(next);
  }

  /** @param {string|null} next */
  function draw(next) {
    value = next;
    for (const [at, button] of buttons.entries()) {
      const chosen = options[at].value === next;
      setAttribute(button, "aria-checked", chosen);
      setAttribute(button, "tabindex", chosen || (next === null && at === 0) ? 0 : -1);
    }
  }

  draw(null);
  return {
    node,
    /** @param {string|null|undefined} next */
    show: (next) => draw(next ?? null),
    /**
     * Calls an option by another name.
     * @param {string} option its value
     * @param {string} label
     */
    rename(option, label) {
      const button = buttons[options.findIndex((each) => each.value === option)];
      if (button) setText(button, label);
    },
    get value() {
      return value;
    },
  };
}
