import { isTyping } from "./keyboard.js";

/**
 * Keeps the rest of a word from being taken for shortcuts. A field can vanish while somebody types in
 * it, because another device deleted the book that it belongs to; the keys that come then were meant
 * for the field, and go nowhere. It ends with whatever shows that the person has seen it: a press, or
 * any key that writes nothing.
 * @param {Window} window
 */
export function dropStrayKeys(window) {
  /** @type {Element|null} The field that was last typed in. */
  let field = null;

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (isTyping(event.target) || !writes(event)) {
      field = writes(event) ? /** @type {Element} */ (event.target) : null;
    } else if (field && isGone(field)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }

  const turned = () => (field = null);
  window.addEventListener("keydown", pressed, { capture: true });
  window.addEventListener("pointerdown", turned, { capture: true });
  // A screen reader presses without a pointer.
  window.addEventListener("click", turned, { capture: true });
}

/**
 * Whether a key writes, or takes back what is written; also one that an input method has.
 * @param {KeyboardEvent} event
 */
function writes({ key, ctrlKey, metaKey, altKey }) {
  if (ctrlKey || metaKey || altKey) return false;
  return [...key].length === 1 || ["Backspace", "Delete", "Dead", "Process"].includes(key);
}

/** @param {Element} field */
function isGone(field) {
  return field.getClientRects().length === 0 || field.closest("[inert]") !== null;
}
