import { extending, isIn, joining, space, unspaced } from "./scalar-ranges.js";

/**
 * Cuts a text into pieces that an edit changes as a whole: lines, or words; Swift's `PieceCutter` is
 * the same.
 *
 * Rules of two neighbouring scalars alone, so that a merged text falls into the very pieces it was
 * put together from. No cut ever parts a grapheme cluster, a surrogate pair or a CR LF.
 * @typedef {(text: string) => string[]} Cutter
 */

/**
 * The lines of a text: each ends after LF, CR LF or CR.
 * @param {string} text
 * @returns {string[]}
 */
export function linesOf(text) {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+/g) ?? [];
}

/** What a scalar, with all that extends it, counts as. */
const CARRIAGE_RETURN = 1;
const LINE_FEED = 2;
const SPACE = 3;
const UNSPACED = 4;
const OTHER = 5;

/**
 * The words of a text: a word is a line break, a run of other white space, one character of a script
 * without spaces, or a run of anything else.
 * @param {string} text
 * @returns {string[]}
 */
export function wordsOf(text) {
  const words = [];
  let start = 0;
  let last = LINE_FEED;
  let joins = false;
  for (let index = 0; index < text.length;) {
    const scalar = /** @type {number} */ (text.codePointAt(index));
    const kind = kindOf(scalar);
    if (index > 0 && isCut(last, kind, joins)) {
      words.push(text.slice(start, index));
      start = index;
    }
    joins = (scalar >= 0x600 && isIn(joining, scalar)) || (kind === null && joins);
    last = kind ?? (isBreak(last) ? OTHER : last);
    index += scalar > 0xffff ? 2 : 1;
  }
  if (text !== "") words.push(text.slice(start));
  return words;
}

/**
 * Whether a text is white space on one line, or nothing.
 * @param {string} text
 */
export function isBlank(text) {
  for (const scalar of text) {
    const code = /** @type {number} */ (scalar.codePointAt(0));
    if (code === 0xa || code === 0xd || !isIn(space, code)) return false;
  }
  return true;
}

/**
 * Whether a word begins with a scalar.
 * @param {number} last the kind of what is before it
 * @param {number|null} kind its own; null for what extends that
 * @param {boolean} joins whether the scalar before holds on to it
 */
function isCut(last, kind, joins) {
  if (last === CARRIAGE_RETURN && kind === LINE_FEED) return false;
  if (isBreak(last) || isBreak(kind)) return true;
  if (kind === null || joins) return false;
  return kind === UNSPACED || kind !== last;
}

/** @param {number|null} kind */
const isBreak = (kind) => kind === CARRIAGE_RETURN || kind === LINE_FEED;

/**
 * Null for what extends the scalar before it.
 * @param {number} scalar
 */
function kindOf(scalar) {
  if (scalar < 0x80) {
    if (scalar === 0xa) return LINE_FEED;
    if (scalar === 0xd) return CARRIAGE_RETURN;
    return isIn(space, scalar) ? SPACE : OTHER;
  }
  if (scalar >= 0xac00 && scalar <= 0xd7a3) return OTHER;
  if (scalar >= 0x4e00 && scalar <= 0x9fff) return UNSPACED;
  if (isIn(extending, scalar)) return null;
  if (isIn(space, scalar)) return SPACE;
  return isIn(unspaced, scalar) ? UNSPACED : OTHER;
}

/** Hands out numbers to pieces, the same to equal ones, for all texts that are to be compared. */
export class Numbering {
  /** @type {Map<string, number>} */
  #numbers = new Map();

  /** @param {string[]} pieces */
  of(pieces) {
    return Int32Array.from(pieces, (piece) => {
      const known = this.#numbers.get(piece);
      if (known !== undefined) return known;
      const number = this.#numbers.size;
      this.#numbers.set(piece, number);
      return number;
    });
  }
}
