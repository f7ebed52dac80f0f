import { OwnedBooks } from "../catalog/owned.js";
import { compareBatch } from "./limits.js";
import { whenIdle } from "./slices.js";

/** @typedef {import("../library/query-entry.js").Entity} Entity */
/** @typedef {import("./context.js").Library} Library */

/** Which book here is one of a catalogue, and which of them are alike. Compared when that is first asked. */
export class Likeness {
  #library;
  /** @type {OwnedBooks|null} */
  #owned = null;
  /** Who is told once all books are compared. */
  #waiting = /** @type {Set<() => void>} */ (new Set());

  /** @param {Library} library */
  constructor(library) {
    this.#library = library;
  }

  get owned() {
    return (this.#owned ??= new OwnedBooks(this.#library.list("book")));
  }

  /**
   * The other books that share a number with this one, or a title and an author's surname. The first
   * time none, for all books have to be looked through, and then `later` is called.
   * @param {string} id
   * @param {() => void} later
   * @returns {string[]}
   */
  sharing(id, later) {
    const asked = this.owned;
    if (asked.isWhole) return asked.sharing(id);
    if (this.#waiting.size === 0) this.#learn(asked);
    this.#waiting.add(later);
    return [];
  }

  /**
   * Compares a little.
   * @returns {boolean} whether some is left
   */
  prepare() {
    this.owned.learn(compareBatch);
    return !this.owned.isWhole;
  }

  /**
   * @param {string} id
   * @param {Entity|undefined} book
   */
  update(id, book) {
    this.#owned?.update(id, book);
  }

  /** Everything may have changed. */
  forget() {
    this.#owned = null;
  }

  /** @param {OwnedBooks} asked */
  #learn(asked) {
    whenIdle(() => {
      // Everything may have changed meanwhile: then who looks again asks again.
      if (this.#owned === asked) asked.learn(compareBatch);
      return this.#owned === asked && !asked.isWhole;
    }, () => {
      const told = [...this.#waiting];
      this.#waiting.clear();
      for (const tell of told) tell();
    });
  }
}
