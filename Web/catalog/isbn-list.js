import { isbn13 } from "../library/isbn.js";
import { isbnListMax } from "./limits.js";

/** @typedef {{written: string, isbn: string|null}} Written `isbn`: 13 digits, null where it is none */

/** What may be part of a number as people write one. */
const number = /[\dXx](?:[\d\s\u2010-\u2015-]*[\dXx])?/g;

/**
 * The book numbers in a text, each once, in order: one a line, or parted by commas, semicolons or
 * spaces, with or without hyphens. What has the length of a number but a wrong check digit is told
 * with `isbn: null`; words and shorter numbers around them are passed over.
 * @param {string} text
 * @returns {Written[]} at most `isbnListMax`
 */
export function isbnList(text) {
  /** @type {Map<string, Written>} */
  const found = new Map();
  for (const line of text.split(/[\n\r,;\t|]+/)) {
    for (const piece of piecesOf(line)) {
      const isbn = isbn13(piece);
      const key = isbn ?? piece;
      if (!found.has(key)) found.set(key, { written: piece, isbn });
    }
  }
  return [...found.values()].slice(0, isbnListMax);
}

/**
 * The numbers of one line. Spaces part numbers, or stand within one: whole first.
 * @param {string} line
 * @returns {string[]}
 */
function piecesOf(line) {
  return (line.match(number) ?? []).flatMap((run) => {
    if (isNumberLong(run)) return [run.trim()];
    return run.split(/\s+/).filter(isNumberLong);
  });
}

/** @param {string} text */
function isNumberLong(text) {
  const { length } = text.replace(/[^\dXx]/g, "");
  return length === 10 || length === 13;
}
