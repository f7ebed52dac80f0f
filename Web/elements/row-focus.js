/**
 * Draws a list. Where what had the focus in it is gone by that, the row in its place gets it, or
 * else `fallback`: whoever settles one thing goes on with the next, and never from the page's top.
 * @param {Element} list
 * @param {() => void} draw
 * @param {HTMLElement} [fallback]
 */
export function keepRowFocus(list, draw, fallback) {
  const at = [...list.children].findIndex((row) => row.contains(document.activeElement));
  draw();
  if (at < 0 || list.contains(document.activeElement)) return;
  const row = list.children[Math.min(at, list.childElementCount - 1)];
  const next = row?.querySelector("h3, button") ?? fallback;
  if (!(next instanceof HTMLElement)) return;
  if (next.matches("h3")) next.tabIndex = -1;
  next.focus();
}
