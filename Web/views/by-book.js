/** @typedef {import("../library/query-entry.js").Entity} Entity */

/** What belongs to books, by the book: of so many at a time as there is time for. */
export class ByBook {
  /** @type {Map<string, Entity[]>} */
  #groups = new Map();
  /** @type {WeakSet<Entity[]>} those that somebody has asked for */
  #ordered = new WeakSet();
  #taken = 0;
  #entities;
  #bookOf;
  #compare;

  /**
   * @param {readonly Entity[]} entities
   * @param {(book: string) => string} bookOf the book that an id stands for
   * @param {(a: Entity, b: Entity) => number} compare
   */
  constructor(entities, bookOf, compare) {
    this.#entities = entities;
    this.#bookOf = bookOf;
    this.#compare = compare;
  }

  /**
   * Looks at so many more of them.
   * @param {number} [count]
   * @returns {boolean} whether some are left
   */
  learn(count = Infinity) {
    const end = Math.min(this.#taken + count, this.#entities.length);
    for (; this.#taken < end; this.#taken += 1) {
      const entity = this.#entities[this.#taken];
      const book = this.#bookOf(String(entity.fields.book));
      const group = this.#groups.get(book);
      if (group) group.push(entity);
      else this.#groups.set(book, [entity]);
    }
    return end < this.#entities.length;
  }

  /**
   * What belongs to a book, in order.
   * @param {string} book
   * @returns {readonly Entity[]}
   */
  get(book) {
    this.learn();
    const group = this.#groups.get(book) ?? [];
    if (!this.#ordered.has(group)) this.#ordered.add(group.sort(this.#compare));
    return group;
  }
}

/**
 * The order of read-throughs: what goes on first, also without a date, then those that ended last, or began.
 * @param {Entity} a
 * @param {Entity} b
 */
export function newestFirst(a, b) {
  const [here, there] = [a, b].map(({ fields: { span } }) =>
    span?.finished ?? (span?.outcome === "reading" ? "~" : "") + (span?.started ?? ""));
  return here < there ? 1 : here > there ? -1 : a.id < b.id ? 1 : -1;
}
