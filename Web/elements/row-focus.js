/**
 * Draws a list. Where what had the focus in it is gone by that, the row in its place gets it, by its
 * heading or the button that stands where the other did, or else `fallback`: whoever settles one thing
 * goes on with the next, and never from the page's top.
 * @param {Element} list
 * @param {() => void} draw
 * @param {HTMLElement} [fallback]
 */
export function keepRowFocus(list, draw, fallback) {
  const focused = document.activeElement;
  const at = [...list.children].findIndex((row) => row.contains(focused));
  const place = buttonsOf(list.children[at]).findIndex((button) => button === focused);
  draw();
  if (at < 0 || list.contains(document.activeElement)) return;
  const row = list.children[Math.min(at, list.childElementCount - 1)];
  const buttons = buttonsOf(row);
  const next = row?.querySelector("h3") ?? buttons[place] ?? buttons[0] ?? fallback;
  if (!(next instanceof HTMLElement)) return;
  if (next.matches("h3")) next.tabIndex = -1;
  next.focus();
}

/** @param {Element|undefined} row */
const buttonsOf = (row) => [...(row?.querySelectorAll("button") ?? [])];
