/**
 * How words are compared: without case, without diacritics, by the beginnings of words.
 */

// Accents and points; behind a letter of another script, of India or of Thai, a mark is a vowel.
const marks =
  /(^|[^\p{L}\p{M}]|[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}])\p{M}+/gu;
const voicings = /[\u3046-\u30fd][\u3099\u309a]/gu;
const separators = /[^\p{L}\p{M}\p{N}]+/gu;
const plain = /^[\x20-\x7e]*$/;
const special = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i", ς: "σ" };
const specials = /[ßæœøđðþłıς]/g;

/**
 * `text` in lower case, without diacritics, its words parted by single spaces.
 * @param {string} text
 * @returns {string}
 */
export function fold(text) {
  // Most are, and to be read so takes a third of the time.
  if (plain.test(text)) return text.toLowerCase().replace(/'/g, "").replace(/[^a-z0-9]+/g, " ").trim();
  const folded = text
    .toLowerCase()
    .normalize("NFKD")
    .replace(marks, "$1")
    // A voiced kana is a letter of its own. Hangul stays apart: half a syllable finds the whole.
    .replace(voicings, (kana) => kana.normalize())
    .replace(specials, (letter) => special[/** @type {keyof typeof special} */ (letter)]);
  // An apostrophe belongs to its word: "don't" is found by "dont" and by "don't".
  return folded.replace(/['’ʼ]/g, "").replace(separators, " ").trim();
}

const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;
const bookNumber = /^[\d\s\p{Pd}]{9,16}[\dx]$/iu;

/**
 * `text` with all its signs: spelt one way, in lower case.
 * @param {string} text
 */
export const written = (text) => text.normalize().toLowerCase();

/**
 * The words of a search that `needles` finds none in, such as an emoji: they stand in what `written`
 * gives. Beside other words, signs are how somebody types: "cats & dogs" is "Cats and Dogs", too.
 * @param {string} query
 */
export const signs = (query) => written(query).split(/\s+/).filter(Boolean);

/**
 * What a person typed, as a test for haystacks made by `haystack`. Every word must begin a word
 * of the haystack; scripts written without spaces match anywhere; an ISBN may be typed with its
 * dashes.
 * @param {string} query
 * @returns {string[]} the needles, all of which a match includes; none for an empty query
 */
export function needles(query) {
  const trimmed = query.trim();
  if (bookNumber.test(trimmed)) return [" " + isbnNeedle(trimmed.replace(/[\s\p{Pd}]/gu, ""))];
  const words = fold(trimmed).split(" ").filter(Boolean);
  return words.map((word) => (unspaced.test(word) ? word : " " + word));
}

/** What `haystack` has behind each part but the last: it is in no word. */
export const partEnd = "\n";

/**
 * The text that `needles` are looked for in.
 * @param {string[]} parts
 */
export function haystack(parts) {
  return " " + parts.map(fold).join(`${partEnd} `);
}

/**
 * Identifiers hold thirteen digits; the nine that an ISBN-10 shares with its ISBN-13 find both.
 * @param {string} digits
 */
function isbnNeedle(digits) {
  return digits.length === 10 ? "978" + digits.slice(0, 9) : digits.toLowerCase();
}
