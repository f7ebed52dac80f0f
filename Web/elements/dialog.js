import { h } from "./dom.js";

/** @typedef {"sheet"|"alert"|"dialog"|"popover"|"cover"} DialogStyle */
/**
 * @typedef {{
 *   node: HTMLDialogElement,
 *   open(anchor?: Element|null): void,
 *   close(): void,
 * }} Dialog
 */

/** What a dialog tells the page before it goes, so that what stands in it for a while moves out. */
export const leaving = "dialogleaving";

/** The dialog that is open on top of all others. */
export function topDialog() {
  return [...document.querySelectorAll("dialog[open]")].pop() ?? null;
}

/**
 * A native modal `<dialog>`: the browser keeps focus inside it and gives it back to the opener.
 * Escape, the backdrop and the system's back gesture ask to leave by `leave`; whoever owns the
 * state behind the dialog then closes it. (A second Escape cannot be prevented, so a dialog that
 * closed by itself says so by `leave` as well.)
 * @param {{style: DialogStyle, name: string, label: string, leave: () => void}} options `name`
 *   becomes its `data-testid`
 * @param {...Node} children
 * @returns {Dialog}
 */
export function createDialog({ style, name, label, leave }, ...children) {
  const surface = h("div", { class: "dialog-surface" }, children);
  const node = h(
    "dialog",
    { class: "dialog", "data-style": style, "data-testid": name, "aria-label": label },
    surface,
  );
  if (style === "alert") node.setAttribute("role", "alertdialog");
  let closing = false;
  node.addEventListener("cancel", (event) => {
    if (event.target !== node) return;
    event.preventDefault();
    leave();
  });
  node.addEventListener("close", () => {
    if (!closing) leave();
  });
  node.addEventListener("pointerdown", (event) => {
    if (event.target === node && style !== "alert") {
      event.preventDefault();
      leave();
    }
  });
  return {
    node,
    open(anchor) {
      closing = false;
      if (anchor && style === "popover") place(node, anchor);
      if (!node.isConnected) document.body.append(node);
      if (!node.open) node.showModal();
    },
    close() {
      closing = true;
      node.dispatchEvent(new CustomEvent(leaving, { bubbles: true }));
      if (node.open) node.close();
      node.remove();
    },
  };
}

/**
 * Tells the style sheet where the opener is; narrow layouts ignore it and rise from below.
 * @param {HTMLElement} node
 * @param {Element} anchor
 */
function place(node, anchor) {
  const box = anchor.getBoundingClientRect();
  node.style.setProperty("--anchor-left", `${Math.round(box.left)}px`);
  node.style.setProperty("--anchor-right", `${Math.round(window.innerWidth - box.right)}px`);
  node.style.setProperty("--anchor-bottom", `${Math.round(box.bottom)}px`);
}
