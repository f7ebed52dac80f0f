/**
 * What is made of many things, of so many at a time as there is time for.
 * @template Item, Made
 */
export class Gathered {
  /** @type {Made[]} */
  #made = [];
  #taken = 0;
  #items;
  #madeOf;

  /**
   * @param {readonly Item[]} items
   * @param {(item: Item) => readonly Made[]} madeOf one of them
   */
  constructor(items, madeOf) {
    this.#items = items;
    this.#madeOf = madeOf;
  }

  /**
   * Looks at so many more of them.
   * @param {number} [count]
   * @returns {boolean} whether some are left
   */
  learn(count = Infinity) {
    const end = Math.min(this.#taken + count, this.#items.length);
    for (; this.#taken < end; this.#taken += 1) this.#made.push(...this.#madeOf(this.#items[this.#taken]));
    return end < this.#items.length;
  }

  /** All that is made of them: the same array each time. */
  get all() {
    this.learn();
    return this.#made;
  }
}
