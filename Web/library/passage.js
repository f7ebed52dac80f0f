import { fold, haystack, needles } from "./query-text.js";
import { passageLead, passageLength, wordLengthMin } from "./query-limits.js";

/**
 * A piece of a text around what was looked for, each end of it cut between words.
 * @typedef {{before: string, match: string, after: string}} Passage
 */

const wordPattern = /[\p{L}\p{M}\p{N}'’ʼ]+/gu;

/**
 * Finds what somebody typed in longer texts: all of its words must begin words of one text, as in every
 * search. Null where that would find nearly every text, for it has no word of some length.
 * @param {string} q
 * @returns {((text: string) => Passage|null)|null}
 */
export function passageFinder(q) {
  const wanted = needles(q);
  // A needle that begins with a space begins a word; of scripts without spaces any sign is a word.
  if (!wanted.some((needle) => !needle.startsWith(" ") || needle.length > wordLengthMin)) return null;
  return (text) => {
    const hay = haystack([text]);
    return wanted.every((needle) => hay.includes(needle)) ? passageOf(text, wanted) : null;
  };
}

/**
 * @param {string} text in which all of `wanted` is
 * @param {readonly string[]} wanted
 * @returns {Passage}
 */
function passageOf(text, wanted) {
  const longest = wanted.reduce((a, b) => (b.length > a.length ? b : a));
  const [start, end] = placeOf(text, longest) ?? [0, 0];
  const from = start <= passageLead ? 0 : text.indexOf(" ", start - passageLead) + 1;
  const begin = from > 0 && from <= start ? from : Math.max(0, start - passageLead);
  // On one line, and without half of a sign that is cut in two.
  const line = (/** @type {string} */ part) =>
    part.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "").replace(/\s+/gu, " ");
  return {
    before: (begin > 0 ? "…" : "") + line(text.slice(begin, start)).trimStart(),
    match: line(text.slice(start, end)),
    after: line(text.slice(end, begin + passageLength)),
  };
}

/**
 * Where the first word stands that a needle finds.
 * @param {string} text
 * @param {string} needle
 * @returns {[start: number, end: number]|null}
 */
function placeOf(text, needle) {
  const at = needle.startsWith(" ") ? -1 : text.toLowerCase().indexOf(needle);
  if (at >= 0) return [at, at + needle.length];
  for (const { 0: word, index = 0 } of text.matchAll(wordPattern)) {
    if (` ${fold(word)}`.includes(needle)) return [index, index + word.length];
  }
  return null;
}
