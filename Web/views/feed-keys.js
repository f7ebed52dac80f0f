import { topDialog } from "../elements/top-dialog.js";
import { swipePixels } from "./limits.js";

const steps = {
  PageDown: 1, ArrowDown: 1, PageUp: -1, ArrowUp: -1, Home: -Infinity, End: Infinity,
};
const letters = /** @type {const} */ ({ h: "heart", a: "add", x: "skip", s: "shuffle", S: "sort" });

/** @typedef {typeof letters[keyof typeof letters]} Deed */
const reachable = 'a[href], button:not([disabled]), input, select, textarea, [tabindex="0"]';

/**
 * The keyboard of the feed (NAVIGATION §3.10): the page and arrow keys turn pages, and so does whatever
 * else a browser scrolls with, for that would leave the focus behind; Control with Home or End leaves it,
 * Enter opens; letters do what the buttons do. Where nothing has the focus, as
 * after a reload, the feed in view has the keys.
 * @param {HTMLElement} scroller
 * @param {{step: (by: number) => void, open: () => void,
 *   act: (name: Deed) => void, hasShortcuts: () => boolean}} parts
 */
export function feedKeys(scroller, { step, open, act, hasShortcuts }) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Node} */ (event.target);
    const isFree = target === document.body && !topDialog() && isReachable(scroller);
    if ((isFree || scroller.contains(target)) && take(event)) event.preventDefault();
  });

  /** @param {KeyboardEvent} event */
  function take({ key, repeat, ctrlKey, metaKey, altKey, shiftKey, target }) {
    if (ctrlKey && key === "Home") return leave(-1);
    if (ctrlKey && key === "End") return leave(1);
    if (ctrlKey || metaKey || altKey) return false;
    const by = steps[/** @type {keyof typeof steps} */ (key)];
    if (by !== undefined) return step(by), true;
    // Both press a button that has the focus.
    const isOfPage = !(/** @type {Element} */ (target).closest("button"));
    if (key === " " && isOfPage) return step(shiftKey ? -1 : 1), true;
    if (key === "Enter" && isOfPage) return open(), true;
    const name = hasShortcuts() ? letters[/** @type {keyof typeof letters} */ (key)] : undefined;
    // One press is one deed.
    if (name && !repeat) act(name);
    return name !== undefined;
  }

  /**
   * To what can be reached before or after the feed; after the last thing comes the first.
   * @param {1|-1} by
   */
  function leave(by) {
    const all = [...document.querySelectorAll(reachable)].filter(
      (node) => node instanceof HTMLElement && !scroller.contains(node) && isReachable(node),
    );
    const follows = (/** @type {Element} */ node) =>
      Boolean(scroller.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING);
    const next = by > 0 ? (all.find(follows) ?? all[0]) : all.filter((node) => !follows(node)).pop();
    /** @type {HTMLElement|undefined} */ (next)?.focus();
    return true;
  }
}

/** @param {Element} node */
function isReachable(node) {
  if (node.closest("[inert], [hidden]") || node.getClientRects().length === 0) return false;
  return getComputedStyle(node).visibility === "visible";
}

/**
 * A swipe to the end of the line adds, one to its beginning skips, as on paper one lays a book on
 * the pile or turns the page. The vertical is the browser's own scrolling, two fingers its zooming.
 * @param {HTMLElement} scroller
 * @param {(name: "add"|"skip") => void} act
 */
export function feedSwipes(scroller, act) {
  /** @type {{id: number, x: number, y: number}|null} */
  let start = null;
  scroller.addEventListener("pointerdown", ({ pointerId, pointerType, isPrimary, clientX, clientY }) => {
    start = pointerType === "mouse" || !isPrimary ? null : { id: pointerId, x: clientX, y: clientY };
  });
  scroller.addEventListener("pointercancel", () => (start = null));
  scroller.addEventListener("pointerup", ({ pointerId, clientX, clientY }) => {
    if (start?.id !== pointerId) return;
    const across = clientX - start.x;
    const along = Math.abs(clientY - start.y);
    start = null;
    if (Math.abs(across) < swipePixels || along * 2 > Math.abs(across)) return;
    const isForward = across > 0 === (getComputedStyle(scroller).direction !== "rtl");
    act(isForward ? "add" : "skip");
  });
}
