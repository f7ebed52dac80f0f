import { isMet } from "./query-rule.js";

/** @typedef {import("./query-entry.js").Entry} Entry */
/** @typedef {import("./query-rule.js").Pick} Pick */

/** No book stands in it, and so none has these values. */
const none = 0;

/**
 * What all books have of one facet. Books that have the same values are of one group: what is asked of a
 * facet is asked of the groups, of which there are fewer, and counting them reads one number a book.
 */
export class FacetColumn {
  /**
   * The values, each at the place by which the groups name it.
   * @type {string[]}
   */
  values = [];
  /**
   * The places of the values of each group.
   * @type {(readonly number[])[]}
   */
  sets = [[]];
  /** The group of each book, at the book's place. */
  groups = new Int32Array(0);
  /** @type {Map<string, number>} */
  #places = new Map();
  /** @type {Map<string, number>} */
  #known = new Map([["", none]]);
  #taken = 0;
  #valuesOf;

  /** @param {(entry: Entry) => readonly string[]} valuesOf */
  constructor(valuesOf) {
    this.#valuesOf = valuesOf;
  }

  /**
   * Takes in so many of the books as are left.
   * @param {readonly (Entry|undefined)[]} rows
   * @param {number} [count]
   * @returns {boolean} whether some are left
   */
  learn(rows, count = Infinity) {
    const end = Math.min(this.#taken + count, rows.length);
    if (rows.length > this.groups.length) {
      const groups = new Int32Array(Math.max(rows.length, 2 * this.groups.length));
      groups.set(this.groups);
      this.groups = groups;
    }
    for (; this.#taken < end; this.#taken += 1) this.#put(this.#taken, rows[this.#taken]);
    return end < rows.length;
  }

  /**
   * Takes in what has changed at a place; one that it has not come to yet is taken in there.
   * @param {number} slot
   * @param {Entry|undefined} entry
   */
  update(slot, entry) {
    if (slot < this.#taken) this.#put(slot, entry);
  }

  /**
   * @param {number} slot
   * @param {Entry|undefined} entry
   */
  #put(slot, entry) {
    const values = entry ? this.#valuesOf(entry) : [];
    // No value has a break in it: all are of one line.
    const key = values.length === 1 ? values[0] : values.join("\n");
    const known = this.#known.get(key);
    this.groups[slot] = known ?? this.sets.length;
    if (known !== undefined) return;
    this.#known.set(key, this.sets.length);
    this.sets.push(values.map((value) => this.#placeOf(value)));
  }

  /** @param {string} value */
  #placeOf(value) {
    const known = this.#places.get(value);
    if (known !== undefined) return known;
    this.#places.set(value, this.values.length);
    return this.values.push(value) - 1;
  }

  /**
   * Which groups meet what is asked: a one at the number of each.
   * @param {Pick} pick
   */
  meeting({ values, share }) {
    const wanted = new Uint8Array(this.values.length);
    for (const value of values) {
      const place = this.#places.get(value);
      if (place !== undefined) wanted[place] = 1;
    }
    return Uint8Array.from(this.sets, (set) => {
      let had = 0;
      for (const place of set) had += wanted[place];
      return Number(isMet(share, had, values.size));
    });
  }
}

/**
 * @param {import("./query-facets.js").Facet} facet
 * @param {(entry: Entry) => readonly string[]} ruled the shelves whose rules a book meets
 */
export function columnOf(facet, ruled) {
  return new FacetColumn((entry) =>
    facet === "shelf" ? [...entry.shelves, ...ruled(entry)] : entry.own(facet));
}
