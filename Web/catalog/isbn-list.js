import { isbn13 } from "../library/isbn.js";
import { isbnListMax } from "./limits.js";

/** @typedef {{written: string, isbn: string|null}} Written `isbn`: 13 digits, null where it is none */

/** What may be part of a number as people write one. */
const number = /[\dXx](?:[\d\s\u2010-\u2015-]*[\dXx])?/g;

/**
 * The book numbers in a text, each once, in order: one a line, or parted by commas, semicolons or
 * spaces, with or without hyphens. What has a wrong check digit, a digit too many or one too few is
 * told with `isbn: null`; words and other numbers around them are passed over.
 * @param {string} text
 * @param {number} [max] how many of them
 * @returns {Written[]}
 */
export function isbnList(text, max = isbnListMax) {
  /** @type {Map<string, Written>} */
  const found = new Map();
  for (const line of text.split(/[\n\r,;\t|]+/)) {
    for (const piece of piecesOf(line)) {
      const isbn = isbn13(piece);
      const key = isbn ?? piece;
      if (!found.has(key)) found.set(key, { written: piece, isbn });
    }
  }
  return [...found.values()].slice(0, max);
}

/**
 * The lines that say something and hold no number, as they were written: whoever listed a book there hears
 * that it was not understood.
 * @param {string} text
 * @returns {string[]}
 */
export function linesWithoutIsbn(text) {
  const lines = text.split(/[\n\r]+/).map((line) => line.trim());
  return lines.filter((line) => /[\p{L}\p{N}]/u.test(line) && isbnList(line, 1).length === 0);
}

/**
 * The numbers of one line. Spaces part numbers, or stand within one: whole first, and a number before
 * what only looks like one.
 * @param {string} line
 * @returns {string[]}
 */
function piecesOf(line) {
  return (line.match(number) ?? []).flatMap((run) => {
    const pieces = run.split(/\s+/).filter((piece) => isNumberLong(piece) || isNearlyLong(piece));
    if (isNumberLong(run)) return [run];
    return isNearlyLong(run) && !pieces.some(isNumberLong) ? [run] : pieces;
  });
}

/**
 * Whether it has as many digits as an ISBN.
 * @param {string} text
 */
export function isNumberLong(text) {
  return [10, 13].includes(digitCount(text));
}

/**
 * Whether one digit was left out, or typed twice.
 * @param {string} text
 */
function isNearlyLong(text) {
  return [9, 11, 12, 14].includes(digitCount(text));
}

/** @param {string} text */
function digitCount(text) {
  return text.replace(/[^\dXx]/g, "").length;
}
