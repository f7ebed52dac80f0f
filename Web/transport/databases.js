import { exported } from "./waiting.js";
import { Witness } from "./witness.js";

/** @typedef {import("./witness.js").Place} Place */

const KEY = "dogear.libraries";
const FIRST = "dogear";

/**
 * Which database holds which library: one for each, and the name of the one to open. A library's
 * database is found before the server is asked, so that the page works without a network.
 */
export class Databases {
  #memory;
  #second;
  #open;

  /**
   * @param {Place|null} memory such as `localStorage`; null: none
   * @param {Place|null} second where else it is known what was kept
   * @param {(name: string) => Promise<import("../store/storage.js").Storage>} open
   */
  constructor(memory, second, open) {
    this.#memory = memory;
    this.#second = second;
    this.#open = open;
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
   * The library that a database is for, also before anything is in it: what comes from another one would
   * hide the database of that, and the edits that wait there.
   * @param {string} database
   */
  libraryOf(database) {
    const { names } = this.#read();
    return Object.keys(names).find((library) => names[library] === database);
  }

  /**
   * The next page opens this library.
   * @param {string} library
   */
  switchTo(library) {
    const { current, names } = this.#read();
    if (names[library] === current) return;
    const database = names[library] ?? `dogear-${library}`;
    this.#write({ current: database, names: { ...names, [library]: database } });
  }

  /**
   * The edits that wait in the databases of other libraries, those of each as a file has them.
   * @param {string} own the name of the database that is left out
   */
  async waitingBeside(own) {
    const files = [];
    for (const name of new Set(Object.values(this.#read().names))) {
      // To read a whole library takes a while: only where something is said to wait.
      const kept = new Witness([this.#memory, this.#second], name).read();
      if (name === own || !kept?.unsent) continue;
      const storage = await this.#open(name);
      const { stored } = await storage.load().finally(() => storage.close());
      const { ops, checkpoint } = stored;
      files.push(exported(ops.filter(({ state }) => state !== "acked"), checkpoint));
    }
    return files.filter(({ edits }) => edits.length > 0);
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
