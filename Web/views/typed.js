/**
 * What people type, read as they mean it: with the digits of any keyboard, and the spaces of our own
 * messages.
 */

/** @param {string} typed */
export const plainly = (typed) => typed.normalize("NFKC").replace(/\p{Nd}/gu, digitOf).trim();

/** @param {string} character a decimal digit of any script: each has its ten side by side, beginning with its zero */
function digitOf(character) {
  const code = /** @type {number} */ (character.codePointAt(0));
  let digit = 0;
  while (digit < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - digit - 1))) digit += 1;
  return String(digit);
}

/**
 * A whole number: also with the minus of our own messages, and its thousands apart, by what they are parted by
 * here and there. What is none is NaN, which no field takes; null for nothing. A point parts no thousands: it
 * may as well begin a fraction.
 * @param {string} typed
 */
export function wholeNumber(typed) {
  const plain = plainly(typed).replace("\u2212", "-");
  if (plain === "") return null;
  if (/^-?\d{1,3}([, '\u2019\u066c]\d{3})+$/.test(plain)) return Number(plain.replace(/[^-\d]/g, ""));
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
