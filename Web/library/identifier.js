import * as limits from "./limits.js";

const pattern = /^[A-Za-z0-9_-]+$/;

/**
 * Whether `value` is an id of a library, entity, device or operation: `[A-Za-z0-9_-]{1,64}`
 * (SYNC §1).
 * @param {unknown} value
 * @returns {value is string}
 */
export function isIdentifier(value) {
  if (typeof value !== "string" || value.length > limits.identifierLengthMax) return false;
  return pattern.test(value);
}

/**
 * The two identifiers of an id of the form `A~B`, such as a progress's `READING~DEVICE` (BOOKS §5),
 * or null when it is none.
 * @param {string} id
 * @returns {[string, string]|null}
 */
export function identifierPair(id) {
  const [first, second, ...rest] = id.split("~");
  return isIdentifier(first) && isIdentifier(second) && rest.length === 0 ? [first, second] : null;
}
