import { grow } from "./growing.js";
import { beginUndoAnew } from "./own-undo.js";

/**
 * Where a place in `before` is in `after`: by the same words, as far as they are there still.
 * @param {string} before
 * @param {string} after
 * @param {number} place
 */
export function placeAfter(before, after, place) {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  if (place <= head) return place;
  let tail = 0;
  while (tail < shorter && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const fromEnd = before.length - place;
  return after.length - (fromEnd <= tail ? fromEnd : Math.max(tail, after.length - head));
}

/**
 * Puts `text` into a box; whoever stands in it stays between the same words.
 * @param {HTMLTextAreaElement|HTMLInputElement} area
 * @param {string} text
 */
export function replaceText(area, text) {
  const { value, selectionStart, selectionEnd } = area;
  area.value = text;
  beginUndoAnew(area);
  grow(area);
  if (document.activeElement !== area) return;
  area.setSelectionRange(
    placeAfter(value, text, selectionStart ?? 0),
    placeAfter(value, text, selectionEnd ?? 0),
  );
}
