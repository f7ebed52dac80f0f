import { h } from "../elements/dom.js";
import { icon } from "../elements/icon.js";

/**
 * A square button with an icon and, for everybody else, its name.
 * @param {string|SVGElement} symbol
 * @param {string} label
 * @param {string} name
 * @param {() => void} act
 */
export function iconButton(symbol, label, name, act) {
  return h(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": label,
      title: label,
      "data-testid": name,
      onclick: act,
    },
    typeof symbol === "string" ? icon(symbol) : symbol,
  );
}
