/** What people and exports write around the digits: spaces, hyphens of any kind, quotes, `=`. */
const decoration = /[ \t\n\r\u00a0="'\u2010-\u2015\u2212-]/g;

/**
 * Whether `text` is exactly 13 digits of the book prefixes 978 and 979 with a true check digit.
 * @param {string} text
 */
export function isValidIsbn13(text) {
  return /^97[89]\d{10}$/.test(text) && checkDigit13(text) === text[12];
}

/**
 * The 13 digits of an ISBN as people and exports write it, or null when it is none (BOOKS §5,
 * Dedupe). Ten digits become thirteen.
 * @param {string} text
 * @param {{restoresZeros?: boolean}} [options] whether 7 to 9 digits are an ISBN-10 that lost its
 *   leading zeros: only for sources known to do that
 * @returns {string|null}
 */
export function isbn13(text, options = {}) {
  const { restoresZeros = false } = options;
  let digits = text.replace(decoration, "").replaceAll("x", "X");
  if (restoresZeros && digits.length >= 7 && digits.length <= 9) digits = digits.padStart(10, "0");
  if (digits.length === 10) return from10(digits);
  return isValidIsbn13(digits) ? digits : null;
}

/**
 * @param {string} digits
 * @returns {string|null}
 */
function from10(digits) {
  if (!/^\d{9}[\dX]$/.test(digits)) return null;
  let sum = 0;
  for (let place = 0; place < 9; place += 1) sum += Number(digits[place]) * (10 - place);
  const check = (11 - (sum % 11)) % 11;
  if (digits[9] !== (check === 10 ? "X" : String(check))) return null;
  const head = `978${digits.slice(0, 9)}`;
  return head + checkDigit13(head);
}

/**
 * The check digit of an EAN-13 number, which an ISBN of 13 digits is.
 * @param {string} digits the first twelve count
 */
export function checkDigit13(digits) {
  let sum = 0;
  for (let place = 0; place < 12; place += 1) sum += Number(digits[place]) * (place % 2 ? 3 : 1);
  return String((10 - (sum % 10)) % 10);
}
