/**
 * Remembers what had the focus before a part of the page that comes and goes by itself.
 * @param {HTMLElement} part
 * @param {() => void} lost finds another place for the focus where that is gone
 * @returns {() => void} gives it back, to be called when what has it in the part has gone
 */
export function createFocusBack(part, lost) {
  /** @type {EventTarget|null} */
  let before = null;
  part.addEventListener("focusin", ({ relatedTarget }) => {
    if (!part.contains(/** @type {Node|null} */ (relatedTarget))) before = relatedTarget;
  });
  return () => {
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    const focused = document.activeElement;
    if (focused === document.body || part.contains(focused)) lost();
  };
}
