import { h, plainButton, setAttribute, setText } from "../elements/dom.js";
import { foldedLengthMax, foldedLineMax } from "./limits.js";

/**
 * Whether a text is too long to stand beside another one whole.
 * @param {string} text
 */
export function isLong(text) {
  return text.length > foldedLengthMax || text.split("\n").length > foldedLineMax;
}

/**
 * A long text that is folded at first: its beginning, or of it what matters, and a button for the whole.
 * @param {{
 *   folded: () => (string|Node)[], whole: () => (string|Node)[],
 *   className: string, name: string, t: (key: string) => string,
 * }} options `name` is the button's test id
 * @returns {Node[]}
 */
export function createFolded({ folded, whole, className, name, t }) {
  const words = h("p", { class: className, dir: "auto" });
  const button = plainButton("text-button", name, () => draw(!isOpen));
  let isOpen = false;

  /** @param {boolean} open */
  function draw(open) {
    isOpen = open;
    words.replaceChildren(...(open ? whole() : folded()));
    setAttribute(words, "data-folded", !open);
    setText(button, t(open ? "folded.less" : "folded.all"));
    setAttribute(button, "aria-expanded", open);
  }

  draw(false);
  return [words, button];
}
