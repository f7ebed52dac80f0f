import { leaving, topDialog } from "./dialog.js";
import { h } from "./dom.js";
import { noticeMax, noticeMilliseconds, undoMilliseconds } from "./limits.js";

/**
 * Notices at the lower edge, read out politely. One with an action stays ten seconds, and as long
 * as the pointer or the focus rests on it. While a dialog is open they stand in it: what is outside
 * can be neither seen nor pressed.
 * @param {HTMLElement} home
 */
export function createToasts(home) {
  const node = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
  home.append(node);
  home.addEventListener(leaving, (event) => {
    if (/** @type {Element} */ (event.target).contains(node)) home.append(node);
  });

  /**
   * @param {string} text
   * @param {{action?: string, act?: () => void, name?: string}} [options]
   */
  function notify(text, options) {
    const { action, act, name } = options ?? {};
    const toast = h("div", { class: "toast", "data-testid": name ?? "toast" });
    toast.append(h("span", { class: "toast-text" }, text));
    let timer = 0;
    const leave = () => {
      clearTimeout(timer);
      toast.remove();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = window.setTimeout(leave, action ? undoMilliseconds : noticeMilliseconds);
    };
    if (action && act) {
      const press = () => {
        leave();
        act();
      };
      toast.append(
        h(
          "button",
          { class: "toast-action", type: "button", "data-testid": "toast.action", onclick: press },
          action,
        ),
      );
    }
    for (const event of ["pointerenter", "focusin"]) {
      toast.addEventListener(event, () => clearTimeout(timer));
    }
    for (const event of ["pointerleave", "focusout"]) toast.addEventListener(event, wait);
    // A newer word about the same thing replaces the older one.
    if (name) node.querySelector(`[data-testid="${name}"]`)?.remove();
    while (node.childElementCount >= noticeMax) node.firstElementChild?.remove();
    const host = topDialog() ?? home;
    if (!node.parentElement?.isSameNode(host)) host.append(node);
    node.append(toast);
    wait();
    return leave;
  }

  return { node, notify };
}
