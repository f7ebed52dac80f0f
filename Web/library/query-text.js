/**
 * How words are compared: without case, without diacritics, by the beginnings of words.
 */

const marks = /\p{M}+/gu;
const separators = /[^\p{L}\p{N}]+/gu;
const plain = /^[\x20-\x7e]*$/;
const special = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i" };
const specials = /[ßæœøđðþłı]/g;

/**
 * `text` in lower case, without diacritics, its words parted by single spaces.
 * @param {string} text
 * @returns {string}
 */
export function fold(text) {
  let folded = text.toLowerCase();
  if (!plain.test(text)) {
    folded = folded
      .normalize("NFKD")
      .replace(marks, "")
      .replace(specials, (letter) => special[/** @type {keyof typeof special} */ (letter)]);
  }
  // An apostrophe belongs to its word: "don't" is found by "dont" and by "don't".
  return folded.replace(/['’ʼ]/g, "").replace(separators, " ").trim();
}

const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;
const bookNumber = /^[\d\s-]{9,16}[\dx]$/i;

/**
 * What a person typed, as a test for haystacks made by `haystack`. Every word must begin a word
 * of the haystack; scripts written without spaces match anywhere; an ISBN may be typed with its
 * dashes.
 * @param {string} query
 * @returns {string[]} the needles, all of which a match includes; none for an empty query
 */
export function needles(query) {
  const trimmed = query.trim();
  if (bookNumber.test(trimmed)) return [" " + isbnNeedle(trimmed.replace(/[\s-]/g, ""))];
  const words = fold(trimmed).split(" ").filter(Boolean);
  return words.map((word) => (unspaced.test(word) ? word : " " + word));
}

/**
 * The text that `needles` are looked for in.
 * @param {string[]} parts
 */
export function haystack(parts) {
  return " " + parts.map(fold).join(" ");
}

/**
 * Identifiers hold thirteen digits; the nine that an ISBN-10 shares with its ISBN-13 find both.
 * @param {string} digits
 */
function isbnNeedle(digits) {
  return digits.length === 10 ? "978" + digits.slice(0, 9) : digits.toLowerCase();
}
