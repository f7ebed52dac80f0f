import { createGrabber } from "./detents.js";
import { h, setAttribute } from "./dom.js";
import {
  popoverGapPixels, popoverInsetPixels, popoverMarginPixels, popoverOutsetPixels,
} from "./limits.js";
import { leaving, opened } from "./top-dialog.js";

/** @typedef {"sheet"|"alert"|"dialog"|"popover"|"cover"|"palette"} DialogStyle */
/**
 * @typedef {{
 *   node: HTMLDialogElement,
 *   open(anchor?: Element|null): void,
 *   place(anchor: Element|null): void,
 *   close(): void,
 * }} Dialog
 */

/**
 * A native modal `<dialog>`: the browser keeps focus inside it and gives it back to the opener.
 * Escape, the backdrop and the system's back gesture ask to leave by `leave`; whoever owns the
 * state behind the dialog then closes it. (A second Escape cannot be prevented, so a dialog that
 * closed by itself says so by `leave` as well.)
 *
 * How a style is drawn is the style sheet's business, by the layout: popover and dialog stand at
 * their `anchor` in a wide window and rise from below in a narrow one.
 * @param {{
 *   style: DialogStyle, name: string, label: string, leave: () => void,
 *   detent?: import("./detents.js").Detent, resize?: string,
 * }} options `name` becomes its `data-testid`; with a `detent` it can be made larger and smaller in
 *   a narrow window, by a grabber that is called `resize`
 * @param {...Node} children
 * @returns {Dialog}
 */
export function createDialog({ style, name, label, leave, detent, resize = "" }, ...children) {
  const surface = h("div", { class: "dialog-surface" }, children);
  const node = h(
    "dialog",
    { class: "dialog", "data-style": style, "data-testid": name, "aria-label": label },
    surface,
  );
  if (detent) surface.append(createGrabber(node, { detent, label: resize, name, leave }));
  if (style === "alert") node.setAttribute("role", "alertdialog");
  // Its name is a question, and what will happen stands below it.
  const text = surface.querySelector(".question p");
  if (text) setAttribute(node, "aria-describedby", (text.id = `${name}.text`));
  const isAnchored = style === "popover" || style === "dialog";
  let closing = false;
  const tell = (/** @type {string} */ type) =>
    node.dispatchEvent(new CustomEvent(type, { bubbles: true }));
  node.addEventListener("cancel", (event) => {
    if (event.target !== node) return;
    event.preventDefault();
    leave();
  });
  node.addEventListener("close", () => {
    if (!closing) leave();
  });
  // It stays until what was pressed beside it is let go: a finger would press what lies there then.
  let isOutside = false;
  node.addEventListener("pointerdown", (event) => {
    isOutside = style !== "alert" && event.target === node;
    if (isOutside) event.preventDefault();
  });
  node.addEventListener("click", ({ target }) => {
    if (isOutside && target === node) leave();
  });
  return {
    node,
    open(anchor) {
      closing = false;
      if (!node.isConnected) document.body.append(node);
      if (!node.open) {
        node.showModal();
        tell(opened);
      }
      if (isAnchored) place(node, anchor ?? null);
    },
    place(anchor) {
      if (isAnchored && node.open) place(node, anchor);
    },
    close() {
      closing = true;
      tell(leaving);
      if (node.open) node.close();
      node.remove();
    },
  };
}

/**
 * Tells the style sheet where the opener is, and whether there is more room above it than below;
 * narrow layouts ignore it. What has room on neither side stands over a part of its opener, so that all of
 * it is seen. Without an opener in sight a dialog stands in the middle.
 * @param {HTMLElement} node
 * @param {Element|null} anchor
 */
function place(node, anchor) {
  const box = anchor?.getBoundingClientRect();
  const isSeen = box !== undefined && box.width > 0;
  setAttribute(node, "data-anchored", isSeen);
  if (!isSeen) return;
  const free = popoverMarginPixels + popoverGapPixels;
  const below = window.innerHeight - box.bottom - free;
  // The surface: where the dialog stands by now may leave too little room for it.
  const surface = /** @type {HTMLElement} */ (node.querySelector(".dialog-surface"));
  const height = surface.scrollHeight + surface.offsetHeight - surface.clientHeight;
  const isAbove = height > below && box.top > below;
  setAttribute(node, "data-above", isAbove);
  const room = isAbove ? box.top - free : below;
  const roomMax = window.innerHeight - 2 * popoverMarginPixels;
  const over = Math.max(0, Math.min(height, roomMax) - room);
  // Under a button, beginning a little before it; on something broad, a little inside it.
  const isBroad = box.width >= node.clientWidth;
  const distances = {
    start: box.left + (isBroad ? popoverInsetPixels : -popoverOutsetPixels),
    top: window.innerHeight - box.top - (isAbove ? over : 0),
    bottom: box.bottom - (isAbove ? 0 : over),
  };
  for (const [side, distance] of Object.entries(distances)) {
    node.style.setProperty(`--anchor-${side}`, `${Math.round(distance)}px`);
  }
}
