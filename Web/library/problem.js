import * as limits from "./limits.js";

/**
 * Why an operation is refused (SYNC §3, `problem`). Dictionaries have the sentence of each `reason`, which
 * `values` fill.
 * @typedef {object} Problem
 * @property {"invalid"|"notYours"|"malformed"} code
 * @property {string} reason
 * @property {Record<string, number|readonly string[]>} values
 * @property {Place} place
 * @property {string} field the field at fault, as `field` or `field.element`
 */

/**
 * One step from a field to what stands in it: an element of a set, an item of a list, a member of an object.
 * @typedef {{to: "element", name: string} | {to: "item", number: number} | {to: "member", name: string}} Step
 */

/**
 * Where in an operation a value stands.
 */
export class Place {
  /**
   * @param {string} field as a problem names it
   * @param {string} [root] the field that the steps begin at
   * @param {readonly Step[]} [steps]
   */
  constructor(field, root = field, steps = []) {
    this.field = field;
    this.root = root;
    this.steps = steps;
  }

  /**
   * The place of an element of this set; of one that is too long the field has the beginning.
   * @param {string} name
   */
  element(name) {
    const step = /** @type {const} */ ({ to: "element", name });
    return new Place(`${this.field}.${beginning(name, limits.elementLengthMax)}`, this.root, [...this.steps, step]);
  }

  /**
   * The place of the item at `index` of this list.
   * @param {number} index
   */
  item(index) {
    return new Place(this.field, this.root, [...this.steps, { to: "item", number: index + 1 }]);
  }

  /**
   * The place of a member of this object.
   * @param {string} name
   */
  member(name) {
    return new Place(this.field, this.root, [...this.steps, { to: "member", name }]);
  }

  /**
   * The problem of what stands here.
   * @param {string} reason
   * @param {Problem["values"]} [values]
   * @param {Problem["code"]} [code]
   * @returns {Problem}
   */
  problem(reason, values = {}, code = "invalid") {
    return { code, reason, values, place: this, field: this.field };
  }
}

/**
 * @param {string} name
 * @param {number} length in Unicode scalars
 */
export const beginning = (name, length) => [...name].slice(0, length).join("");
