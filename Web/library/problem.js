import * as limits from "./limits.js";

/**
 * Why an operation is refused, in words for a person (SYNC §3, `problem`).
 * @typedef {object} Problem
 * @property {"invalid"|"missing"|"deleted"|"notYours"|"malformed"|"outOfOrder"} code
 * @property {string} message one sentence
 * @property {string} [field] the field at fault, as `field` or `field.element`
 */

/**
 * @param {Problem["code"]} code
 * @param {string} message
 * @param {string} [field]
 * @returns {Problem}
 */
export const problem = (code, message, field) =>
  field === undefined ? { code, message } : { code, message, field };

/**
 * Where in an operation a value stands, in a program's words and in a person's.
 */
export class Place {
  #words;

  /**
   * @param {string} field
   * @param {string} [words] the place within a sentence, as in `name of item 2 of contributors`
   */
  constructor(field, words = wordsOf(field)) {
    this.field = field;
    this.#words = words;
  }

  /** The place at a sentence's beginning. */
  get subject() {
    return this.#words.replace(/^[a-z]/, (letter) => letter.toUpperCase());
  }

  /**
   * The place of an element of this set; of one that is too long the field has the beginning.
   * @param {string} name
   */
  element(name) {
    return new Place(`${this.field}.${beginning(name, limits.elementLengthMax)}`, `${quoted(name)} in ${this.#words}`);
  }

  /**
   * The place of the item at `index` of this list.
   * @param {number} index
   */
  item(index) {
    return new Place(this.field, `item ${index + 1} of ${this.#words}`);
  }

  /**
   * The place of a member of this object.
   * @param {string} name
   */
  member(name) {
    return new Place(this.field, `${name} of ${this.#words}`);
  }

  /**
   * The problem that what stands here `must` be otherwise.
   * @param {string} must
   */
  invalid(must) {
    return problem("invalid", `${this.subject} must ${must}.`, this.field);
  }
}

/**
 * `originalYear` as `original year`; a name that is not ours stays as it is, in quotes.
 * @param {string} name
 */
function wordsOf(name) {
  if (!/^[A-Za-z]+$/.test(name)) return quoted(name);
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/**
 * `name` in quotes and on one line: what is refused may be of any length, and hold anything.
 * @param {string} name
 */
function quoted(name) {
  return `“${beginning(name, limits.tagLengthMax).replace(/\p{Cc}/gu, " ")}”`;
}

/**
 * @param {string} name
 * @param {number} length in Unicode scalars
 */
const beginning = (name, length) => [...name].slice(0, length).join("");
