/**
 * What people type, read as they mean it: with the digits of any keyboard of East Asia, and the spaces
 * of our own messages.
 */

/** @param {string} typed */
export const plainly = (typed) => typed.normalize("NFKC").trim();

/**
 * A whole number: also with the minus of our own messages, and its thousands apart. What is none is NaN,
 * which no field takes; null for nothing.
 * @param {string} typed
 */
export function wholeNumber(typed) {
  const plain = plainly(typed).replace("\u2212", "-");
  if (plain === "") return null;
  if (/^-?\d{1,3}([, ]\d{3})+$/.test(plain)) return Number(plain.replace(/[, ]/g, ""));
  return /^-?\d+$/.test(plain) ? Number(plain) : NaN;
}

/**
 * A date as far as it is known: also without its hyphens, which are far away on some keyboards. What is
 * no date stays as it is.
 * @param {string} typed
 */
export function writtenDate(typed) {
  return plainly(typed).replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
}
