import { h, setAttribute, setText } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { followsLink } from "./link.js";

/**
 * One line of the sidebar: a symbol, a name, a number.
 * @param {string} key
 * @param {string} symbol
 * @param {string|null} href null for something that is no place
 * @param {() => void} act
 */
export function createItem(key, symbol, href, act) {
  const label = h("span", { class: "sidebar-label", dir: "auto" });
  const badge = h("span", { class: "sidebar-count" });
  const attributes = { class: "sidebar-item", "data-testid": `sidebar.${key}` };
  const children = [icon(symbol), label, badge];
  /** @type {HTMLElement} */
  let node;
  if (href === null) node = h("button", { ...attributes, type: "button", onclick: act }, children);
  else {
    const link = h("a", { ...attributes, href }, children);
    followsLink(link, act);
    node = link;
  }
  return {
    node,
    /**
     * @param {string} text
     * @param {string} count
     * @param {boolean} current
     */
    show(text, count, current) {
      setText(label, text);
      setText(badge, count);
      setAttribute(node, "aria-current", current ? "page" : null);
    },
  };
}
