/**
 * Whether a key is a part of writing a character, and so asks for nothing. Safari ends a composition
 * before it tells of the key that ended it, which it marks by the old code alone; and on some keyboards a
 * bracket is written with AltGr, which is told as Control and Alt.
 * @param {KeyboardEvent} event
 */
function isComposed({ isComposing, keyCode, ctrlKey, altKey, key }) {
  return isComposing || keyCode === 229 || (ctrlKey && altKey && [...key].length === 1);
}

/**
 * Leaves such a key to whoever writes: nothing further up hears of it, and no dialog closes by it.
 * @param {KeyboardEvent} event
 * @returns {boolean} whether it is one
 */
export function leaveToWriter(event) {
  if (!isComposed(event)) return false;
  event.stopPropagation();
  if (event.key === "Escape") event.preventDefault();
  return true;
}
