import { compareEntries, isByName, ordering, toldKeys, turned } from "./query-sort.js";
import { sorting } from "./sorting.js";

/** @typedef {import("./query-entry.js").Entry} Entry */
/** @typedef {import("./query-sort.js").Compare} Compare */
/** @typedef {import("./query.js").Sort} Sort */
/** @typedef {import("./query-sort.js").Told} Told */

/** Orders for which names have to be compared, which takes long: they are made before somebody asks. */
const dear = Object.freeze(/** @type {Sort["by"][]} */ (["title", "author", "series"]));

/**
 * What stands in all orders by one thing that books have in common.
 * @type {Sort}
 */
const titles = Object.freeze({ by: "title", desc: false });

/** Sorts by what hardly two books have the same of: they do without the order of titles. */
const byMoment = /^(added|modified|random)$/;

/**
 * The orders of all books that have been asked for, each kept sorted by insertion. An order has the places
 * of the books in `rows`.
 */
export class BookOrders {
  /** @type {Map<string, {compare: Compare, slots: number[]}>} */
  #orders = new Map();
  /** @type {{key: string, steps: Generator<void, number[]>}|null} the one that is being made */
  #making = null;
  #rows;
  #collator;
  #told;

  /**
   * @param {readonly (Entry|undefined)[]} rows
   * @param {Intl.Collator} collator
   * @param {(by: Sort["by"]) => Told} told
   */
  constructor(rows, collator, told) {
    this.#rows = rows;
    this.#collator = collator;
    this.#told = told;
  }

  clear() {
    this.#orders.clear();
    this.#making = null;
  }

  /**
   * @param {...Sort["by"]} sorts
   * @returns {boolean} whether there were any
   */
  forget(...sorts) {
    const keys = [...this.#orders.keys()].filter((key) => sorts.some((by) => key.startsWith(`${by}:`)));
    for (const key of keys) this.#orders.delete(key);
    return keys.length > 0;
  }

  /**
   * A book's new state takes the place of its old one, which is at `slot` until `put` is called.
   * @param {number} slot
   * @param {Entry|undefined} old
   * @param {Entry|undefined} entry
   * @param {() => void} put
   */
  update(slot, old, entry, put) {
    this.#making = null;
    // Most changes leave a book where it stands: to move all behind it twice would cost more.
    const moving = [...this.#orders.values()].filter(
      ({ compare }) => !old || !entry || compare(old, entry) !== 0);
    if (old) for (const order of moving) order.slots.splice(this.#position(order, old), 1);
    put();
    if (entry) for (const order of moving) order.slots.splice(this.#position(order, entry), 0, slot);
  }

  /**
   * Where `entry` stands, or belongs, in the order.
   * @param {{compare: Compare, slots: number[]}} order
   * @param {Entry} entry
   */
  #position({ compare, slots }, entry) {
    let low = 0;
    let high = slots.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(this.#entry(slots[middle]), entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** @param {number} slot of a book that is there */
  #entry(slot) {
    return /** @type {Entry} */ (this.#rows[slot]);
  }

  /**
   * @param {Sort} sort
   * @param {string} shelf whose positions count; empty for none
   * @returns {readonly number[]}
   */
  of(sort, shelf) {
    const key = keyOf(sort, shelf);
    const known = this.#orders.get(key);
    if (known) return known.slots;
    const told = toldKeys.includes(sort.by) ? this.#told(sort.by) : undefined;
    const parts = { shelf, told };
    // One shelf is looked at, at a time, and one shuffle: its order goes with it.
    if (shelf !== "" || sort.by === "random") this.forget(sort.by);
    const compare = compareEntries(sort, this.#collator, parts);
    const slots = isByName(sort) ? this.#finished(sort) : finished(this.#keyed(sort, parts));
    this.#orders.set(key, { compare, slots });
    return slots;
  }

  /**
   * Of moments hardly two are the same; of what else books are sorted by many are, or lack it, and follow
   * their titles.
   * @param {Sort} sort
   * @param {import("./query-sort.js").Parts} parts
   */
  #keyed(sort, parts) {
    const known = byMoment.test(sort.by) ? this.#orders.get(keyOf(titles))?.slots : this.of(titles, "");
    const slots = known ?? this.#all();
    return ordering(slots, (slot) => this.#entry(slot), sort, parts, known ? null : this.#collator);
  }

  /**
   * Goes on with all that takes long, as far as one may at a time.
   * @returns {boolean} whether some is left
   */
  prepare() {
    return dear.some((by) => this.prepareFor({ by, desc: false }));
  }

  /**
   * Goes on with what takes long in an order, as far as one may at a time.
   * @param {Sort} sort
   * @returns {boolean} whether some is left
   */
  prepareFor(sort) {
    return !byMoment.test(sort.by) && this.prepareWhole(sort);
  }

  /**
   * The same, where even what is made at once is not to be.
   * @param {Sort} sort
   * @returns {boolean} whether some is left
   */
  prepareWhole(sort) {
    const ofOthers = byMoment.test(sort.by) ? [sort] : [titles];
    const needed = isByName(sort) ? [{ by: sort.by, desc: false }, sort] : ofOthers;
    const next = needed.find((each) => !this.#orders.has(keyOf(each)));
    if (!next) return false;
    const key = keyOf(next);
    const step = this.#steps(next).next();
    if (!step.done) return true;
    this.#making = null;
    this.#orders.set(key, { compare: compareEntries(next, this.#collator), slots: step.value });
    return true;
  }

  /**
   * Those of the order that is being made, or of one by names that has to be.
   * @param {Sort} sort
   */
  #steps(sort) {
    const key = keyOf(sort);
    if (this.#making?.key !== key) this.#making = { key, steps: this.#begun(sort) };
    return this.#making.steps;
  }

  /** @param {Sort} sort */
  #begun(sort) {
    const entryOf = (/** @type {number} */ slot) => this.#entry(slot);
    if (!isByName(sort)) return this.#keyed(sort, {});
    if (sort.desc) return turned(this.of({ ...sort, desc: false }, ""), entryOf, sort, this.#collator);
    const compare = compareEntries(sort, this.#collator);
    return sorting(this.#all(), (a, b) => compare(entryOf(a), entryOf(b)));
  }

  /** @param {Sort} sort */
  #finished(sort) {
    const slots = finished(this.#steps(sort));
    this.#making = null;
    return slots;
  }

  #all() {
    return [...this.#rows.keys()].filter((slot) => this.#rows[slot] !== undefined);
  }
}

/**
 * @template T
 * @param {Generator<void, T>} steps
 */
function finished(steps) {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * @param {Sort} sort
 * @param {string} [shelf]
 */
const keyOf = ({ by, desc, seed }, shelf = "") => `${by}:${desc}:${shelf}${seed ?? ""}`;
