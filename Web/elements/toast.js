import { h, plainButton, setText } from "./dom.js";
import { createFocusBack } from "./focus-back.js";
import { noticeMax, noticeMilliseconds, undoMilliseconds } from "./limits.js";
import { standOnTop } from "./top-dialog.js";

/**
 * Notices at the lower edge, read out politely, each alone. One with an action stays ten seconds, and as long
 * as the pointer or the focus rests on it. While a dialog is open they stand in it: what is outside
 * can be neither seen nor pressed. A notice that goes gives the focus back to what had it before.
 * @param {HTMLElement} home
 * @param {() => void} lost finds another place for the focus where that is gone
 */
export function createToasts(home, lost) {
  const node = h("div", { class: "toasts", role: "status", "aria-live": "polite", "aria-atomic": "false" });
  const rise = standOnTop(node, home);
  const giveBack = createFocusBack(node, lost);
  /** @type {WeakMap<Element, () => void>} */
  const leaves = new WeakMap();
  /** @type {WeakMap<Element, () => void>} how what may be told better later is told anew */
  const retellings = new WeakMap();

  /** @param {Element|null} toast */
  function take(toast) {
    if (toast) leaves.get(toast)?.();
  }

  /**
   * @param {string|(() => string)} said asked again at each drawing where it may come to be known better
   * @param {{action?: string, act?: () => void, name?: string, stays?: boolean}} [options] one that
   *   `stays` has no time to leave at
   * @returns {() => void} takes it away; whoever keeps this for long keeps no node by it
   */
  function notify(said, options) {
    const { action, act, name, stays = false } = options ?? {};
    const toast = h("div", { class: "toast", "data-testid": name ?? "toast", "data-stays": stays });
    const text = h("span", { class: "toast-text" }, typeof said === "string" ? said : said());
    toast.append(text);
    if (typeof said === "function") retellings.set(toast, retelling(text, said));
    /** @type {HTMLElement|null} */
    let shown = toast;
    let timer = 0;
    const leave = () => {
      clearTimeout(timer);
      const had = shown?.contains(document.activeElement);
      shown?.remove();
      shown = null;
      if (had) giveBack();
    };
    leaves.set(toast, leave);
    let isPointed = false;
    const wait = () => {
      clearTimeout(timer);
      if (stays || isPointed || shown?.contains(document.activeElement)) return;
      timer = window.setTimeout(leave, action ? undoMilliseconds : noticeMilliseconds);
    };
    if (action && act) {
      const press = () => {
        leave();
        act();
      };
      toast.append(plainButton("toast-action", "toast.action", press, action));
    }
    for (const event of ["pointerenter", "pointerleave"]) {
      toast.addEventListener(event, () => {
        isPointed = event === "pointerenter";
        wait();
      });
    }
    for (const event of ["focusin", "focusout"]) toast.addEventListener(event, wait);
    // A newer word about the same thing replaces the older one.
    if (name) take(node.querySelector(`[data-testid="${name}"]`));
    for (const old of node.querySelectorAll(":scope > :not([data-stays])")) {
      if (node.childElementCount >= noticeMax) take(old);
    }
    rise();
    node.append(toast);
    wait();
    return leave;
  }

  return {
    notify,
    render() {
      for (const toast of node.children) retellings.get(toast)?.();
    },
  };
}

/**
 * Apart from what takes a notice away, which is kept for long: closures made in one place keep all that
 * any of them needs.
 * @param {Element} text
 * @param {() => string} said
 */
const retelling = (text, said) => () => void setText(text, said());
