import { hayOf } from "./query-entry.js";
import { mistypedLengthMin, twiceMistypedLengthMin } from "./query-limits.js";
import { needles } from "./query-text.js";

/** @typedef {import("./query-entry.js").Entry} Entry */

/**
 * Whether a book has what somebody meant who mistyped it: with a letter too many, too few, wrong or in
 * its neighbour's place, or parted where it is one word ("le guin", "jrr"). For a search that found
 * nothing as it is written.
 * @param {string} q
 * @returns {((entry: Entry) => boolean)|null} null where there is no word to look for
 */
export function likelyTest(q) {
  const words = needles(q).map((needle) => {
    const word = needle.trim();
    // Words are of letters and digits alone.
    return { word, first: ` ${word[0]}`, parted: new RegExp(` ${[...word].join(" ?")}`, "u") };
  });
  if (words.length === 0) return null;
  return (entry) => {
    const hay = hayOf(entry);
    // The first letter is seldom wrong: of most books nothing else needs to be looked at.
    return words.every(({ word, first, parted }) => hay.includes(first) &&
      (parted.test(hay) || (word.length >= mistypedLengthMin && hasLike(word, first, hay))));
  };
}

/**
 * Whether `typed` may be meant for the beginning of a word of `hay`.
 * @param {string} typed
 * @param {string} first what such a word begins with, and the space before it
 * @param {string} hay
 */
function hasLike(typed, first, hay) {
  const most = typed.length < twiceMistypedLengthMin ? 1 : 2;
  for (let at = hay.indexOf(first); at >= 0; at = hay.indexOf(first, at + 1)) {
    const [word] = hay.slice(at + 1, at + 1 + typed.length + most).split(/\s/, 1);
    if (word.length >= typed.length - most && distance(typed, word, most) <= most) return true;
  }
  return false;
}

/**
 * How many letters are to be put in, left out, changed or swapped with the next one to make `typed` of a
 * beginning of `word` (optimal string alignment); some number above `most` where there are more.
 * @param {string} typed
 * @param {string} word
 * @param {number} most
 */
function distance(typed, word, most) {
  /** @type {number[]} */
  let before = [];
  let last = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (let row = 1; row <= typed.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= word.length; at += 1) {
      const isSame = typed[row - 1] === word[at - 1];
      next[at] = Math.min(last[at] + 1, next[at - 1] + 1, last[at - 1] + (isSame ? 0 : 1));
      if (row > 1 && at > 1 && typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1]) {
        next[at] = Math.min(next[at], before[at - 2] + 1);
      }
    }
    [before, last] = [last, next];
  }
  return Math.min(...last);
}
