import { setAttribute } from "./dom.js";
import { keyboardPixelsMin } from "./limits.js";

/**
 * Keeps in view what is written: everything stands in what the keyboard of a touch screen leaves free
 * (browsers lay it over the page, and `keyboard.css` reads how much is left), and where the room changes,
 * as when a phone is turned, the box with the focus is in view if it was before.
 * @param {Window} window
 */
export function followRoom(window) {
  const { document, visualViewport } = window;
  const root = document.documentElement;
  /** @type {Box|null} */
  let box = null;
  let isSeen = false;
  // Told after a frame: a change of the room finds what was seen before it.
  const seen = new IntersectionObserver((entries) => {
    isSeen = entries[entries.length - 1].isIntersecting;
  });
  const follow = () => {
    if (!isSeen) return;
    // Boxes that grow by script have done so by then.
    requestAnimationFrame(() => {
      if (box === document.activeElement) isSeen = bringInView(box);
    });
  };
  const room = new ResizeObserver(follow);
  // A window that was of another size for less than a frame has scrolled, and no observer hears of it.
  window.addEventListener("resize", follow);
  document.addEventListener("focusin", ({ target }) => {
    seen.disconnect();
    room.disconnect();
    isSeen = true; // by being given the focus, as a rule
    box = isWritten(target) ? target : null;
    const scroller = box && scrollerOf(box);
    if (!box || !scroller) return;
    seen.observe(box);
    room.observe(scroller);
  });

  function measure() {
    if (!visualViewport) return;
    const { scale, height, offsetTop } = visualViewport;
    const hidden = root.clientHeight - height;
    // Who looks at a part of the page enlarged sees less of it, too.
    setAttribute(root, "data-keyboard", scale < 1.01 && hidden > keyboardPixelsMin);
    root.style.setProperty("--view-height", `${height}px`);
    root.style.setProperty("--view-top", `${offsetTop}px`);
    root.style.setProperty("--view-bottom", `${Math.max(0, hidden - offsetTop)}px`);
  }

  visualViewport?.addEventListener("resize", measure);
  visualViewport?.addEventListener("scroll", measure);
}

/** @typedef {HTMLTextAreaElement|HTMLInputElement} Box */

/**
 * @param {EventTarget|null} node
 * @returns {node is Box}
 */
function isWritten(node) {
  return node instanceof HTMLTextAreaElement || node instanceof HTMLInputElement;
}

/**
 * Brings the box to the middle of what it scrolls in; of one that is too high, about the place of the caret.
 * @param {Box|null} box
 */
function bringInView(box) {
  const scroller = box && scrollerOf(box);
  if (!scroller) return false;
  const view = scroller.getBoundingClientRect();
  const { top, bottom, height } = box.getBoundingClientRect();
  if (top >= view.top && bottom <= view.bottom) return true;
  const share = height <= view.height ? 0.5 : (box.selectionEnd ?? 0) / Math.max(1, box.value.length);
  scroller.scrollTop += top + height * share - (view.top + view.bottom) / 2;
  return true;
}

/** @param {Element} node */
function scrollerOf(node) {
  let at = node.parentElement;
  while (at && !["auto", "scroll"].includes(getComputedStyle(at).overflowY)) at = at.parentElement;
  return at;
}
