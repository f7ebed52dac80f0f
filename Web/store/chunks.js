/**
 * Items kept many to a record, as one JSON text: reading and writing a record costs far more than
 * its size. New items fill up the last record; an item stays in its record for good.
 * @template Item
 */
export class Chunks {
  #size;
  /** @type {(item: Item) => string} */
  #keyOf;
  /** @type {Map<number, Map<string, Item>>} */
  #chunks = new Map();
  /** @type {Map<string, number>} chunk by key */
  #places = new Map();
  /** @type {Map<number, Item[]>} records as they were read: to be placed before anything changes */
  #unplaced = new Map();
  /** @type {Set<number>} chunks to be written */
  #dirty = new Set();
  #open = 0;

  /**
   * @param {number} size items to a record
   * @param {(item: Item) => string} keyOf
   */
  constructor(size, keyOf) {
    this.#size = size;
    this.#keyOf = keyOf;
  }

  /**
   * Takes a record back.
   * @param {number} number of the record
   * @param {string} text
   * @returns {boolean} whether it could be read
   */
  load(number, text) {
    /** @type {Item[]} */
    let items;
    try {
      items = [...JSON.parse(text)];
      items.forEach(this.#keyOf);
    } catch {
      // What cannot be read goes with the next write.
      this.#dirty.add(number);
      return false;
    }
    this.#unplaced.set(number, items);
    this.#open = Math.max(this.#open, number);
    return true;
  }

  /** Opening a library waits for what is read, not for where each item would be written. */
  #placeAll() {
    for (const [number, items] of this.#unplaced) {
      for (const item of items) this.#place(number, this.#keyOf(item), item);
    }
    this.#unplaced.clear();
  }

  /**
   * @param {number} number
   * @param {string} key
   * @param {Item} item
   */
  #place(number, key, item) {
    const chunk = this.#chunks.get(number) ?? new Map();
    this.#chunks.set(number, chunk.set(key, item));
    this.#places.set(key, number);
  }

  /**
   * All items, record by record.
   * @returns {Item[]}
   */
  get items() {
    if (this.#chunks.size === 0) return [...this.#unplaced.values()].flat();
    this.#placeAll();
    return [...this.#chunks.values()].flatMap((chunk) => [...chunk.values()]);
  }

  /** @param {Item} item */
  put(item) {
    this.#placeAll();
    const key = this.#keyOf(item);
    let number = this.#places.get(key);
    if (number === undefined) {
      if ((this.#chunks.get(this.#open)?.size ?? 0) >= this.#size) this.#open += 1;
      number = this.#open;
    }
    this.#place(number, key, item);
    this.#dirty.add(number);
  }

  /** @param {string} key */
  remove(key) {
    this.#placeAll();
    const number = this.#places.get(key);
    if (number === undefined) return;
    this.#places.delete(key);
    this.#chunks.get(number)?.delete(key);
    this.#dirty.add(number);
  }

  /** Removes everything. */
  clear() {
    this.#placeAll();
    for (const number of this.#chunks.keys()) this.#dirty.add(number);
    this.#chunks.clear();
    this.#places.clear();
    this.#open = 0;
  }

  /**
   * All records.
   * @returns {{number: number, text: string|null}[]}
   */
  get records() {
    this.#placeAll();
    return [...this.#chunks.keys()].map((number) => this.#record(number));
  }

  /** @param {number} number */
  #record(number) {
    const chunk = this.#chunks.get(number);
    return { number, text: chunk && chunk.size > 0 ? JSON.stringify([...chunk.values()]) : null };
  }

  /**
   * The records that have changed since the last call; null where one is to go.
   * @returns {{number: number, text: string|null}[]}
   */
  takeDirty() {
    const records = [...this.#dirty].map((number) => this.#record(number));
    this.#dirty.clear();
    return records;
  }

  /**
   * Says that records were not written after all.
   * @param {{number: number}[]} records
   */
  putBack(records) {
    for (const { number } of records) this.#dirty.add(number);
  }
}
