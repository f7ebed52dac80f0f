/**
 * The number of Unicode scalars in `text`; Swift's `unicodeScalars.count`.
 * @param {string} text
 */
export function scalarCount(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * The order of Unicode scalars, which is the order of UTF-8 bytes. (`<` compares UTF-16 units,
 * which puts U+FFFF after U+10000.)
 * @param {string} left
 * @param {string} right
 * @returns {number} negative, zero or positive
 */
export function compareScalars(left, right) {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Surrogates make up scalars beyond U+FFFF, so they come after every other unit. */
const rank = (/** @type {number} */ unit) =>
  unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;

/**
 * Whether `text` has no half of a surrogate pair, which no UTF-8 can carry.
 * @param {string} text
 */
export function isWellFormed(text) {
  return !/\p{Cs}/u.test(text);
}

/**
 * A text that a person typed or pasted, as far as a text may hold it: without the control characters
 * that nobody sees and no text field takes, and without halves of surrogate pairs. Lines and tabs stay.
 * @param {string} typed
 */
export function withoutControls(typed) {
  return typed.replace(/[^\P{Cc}\n\r\t]|\p{Cs}/gu, "");
}

/**
 * The same for what stands on one line: tabs and ends of lines are spaces there, and those around it go.
 * @param {string} typed
 */
export function onOneLine(typed) {
  return typed.replace(/[\t-\r\x85\u2028\u2029]+/g, " ").replace(/[\p{Cc}\p{Cs}]/gu, "").trim();
}

/** Most tags are; they fold without a look at each letter. */
const isAscii = /^[\0-\x7f]*$/;

/**
 * `text` with its case folded and in NFC: equal for spellings that differ in case or normalisation
 * only (SYNC §2).
 *
 * Each scalar goes to lower, upper and lower case again, which groups exactly the scalars that
 * Unicode's full case folding groups (ß with ss, ς with σ); the dotless ı, which that chain would
 * join with i, stays itself as there. Scalar by scalar, for whole words have rules of their own (a
 * final sigma).
 * @param {string} text
 */
export function folded(text) {
  if (isAscii.test(text)) return text.toLowerCase();
  let result = "";
  for (const scalar of text) {
    if (scalar === "\u0131") {
      result += scalar;
      continue;
    }
    for (const lower of scalar.toLowerCase()) {
      for (const upper of lower.toUpperCase()) result += upper.toLowerCase();
    }
  }
  return result.normalize("NFC");
}
