import { fold } from "./query-text.js";

/**
 * Where the books under a letter begin in a list: `at` is the place of the first.
 * @typedef {{letter: string, at: number}} LetterMark
 */

/** What is filed under no letter: numbers and signs. */
const other = "#";

/**
 * The letter that a title or a name is filed under, in upper case and without diacritics.
 * @param {string} key
 */
function letterOf(key) {
  const [first = ""] = fold([...key.slice(0, 4)][0] ?? "");
  return /\p{L}/u.test(first) ? first.toUpperCase() : other;
}

/**
 * The letters of a list, in its order, each where it comes first.
 * @param {Iterable<string>} keys what each of the list is filed by
 * @returns {LetterMark[]}
 */
export function lettersOf(keys) {
  /** @type {Map<string, number>} */
  const marks = new Map();
  let last = "";
  let at = 0;
  for (const key of keys) {
    // Most are filed like the one before: by their first sign, nothing needs to be folded.
    const sign = key.slice(0, 1);
    if (sign !== last || at === 0) {
      last = sign;
      const letter = letterOf(key);
      if (!marks.has(letter)) marks.set(letter, at);
    }
    at += 1;
  }
  return [...marks].map(([letter, place]) => ({ letter, at: place }));
}
