const KEY = "dogear.libraries";
const FIRST = "dogear";

/**
 * Which database holds which library: one for each, and the name of the one to open. A library's
 * database is found before the server is asked, so that the page works without a network.
 */
export class Databases {
  /** @type {Pick<Storage, "getItem"|"setItem">|null} */
  #memory;

  /** @param {Pick<Storage, "getItem"|"setItem">|null} memory such as `localStorage`; null: none */
  constructor(memory) {
    this.#memory = memory;
  }

  /** The database to open now. */
  get current() {
    return this.#read().current;
  }

  /**
   * The database holds this library from here on.
   * @param {string} database
   * @param {string} library
   */
  bind(database, library) {
    const { current, names } = this.#read();
    if (names[library] === database) return;
    this.#write({ current, names: { ...names, [library]: database } });
  }

  /**
   * The next page opens this library.
   * @param {string} library
   */
  switchTo(library) {
    const { names } = this.#read();
    const current = names[library] ?? `dogear-${library}`;
    this.#write({ current, names: { ...names, [library]: current } });
  }

  /** @returns {{current: string, names: Record<string, string>}} */
  #read() {
    try {
      const { current, names } = JSON.parse(this.#memory?.getItem(KEY) ?? "{}");
      if (typeof current === "string" && typeof names === "object") return { current, names };
    } catch {
      // Nothing readable is nothing: the first database it is.
    }
    return { current: FIRST, names: {} };
  }

  /** @param {{current: string, names: Record<string, string>}} record */
  #write(record) {
    try {
      this.#memory?.setItem(KEY, JSON.stringify(record));
    } catch {
      // A browser that keeps nothing opens the first database next time, which is empty then.
    }
  }
}
