import { authorsOf } from "../library/query-entry.js";
import { nameKey, titleKey } from "../library/query-names.js";
import { fold } from "../library/query-text.js";

/** @typedef {import("../library/query-entry.js").Entity} Entity */
/** @typedef {import("./identity.js").Item} Item */

/**
 * Which books of the catalogue a library has already: the same book, one with the number of one of
 * its editions, or one of the same title by the same author (BOOKS §6). Follows the library book by
 * book.
 */
export class OwnedBooks {
  /**
   * The books of each key, first come first.
   * @type {Map<string, string[]>}
   */
  #byKey = new Map();
  /** @type {Map<string, readonly string[]>} */
  #keys = new Map();

  /** @param {Iterable<Entity>} books */
  constructor(books) {
    for (const book of books) this.update(book.id, book);
  }

  /**
   * Takes a book's new state; one in Trash is not owned, nor is one that stands for another.
   * @param {string} id
   * @param {Entity|undefined} book
   */
  update(id, book) {
    for (const key of this.#keys.get(id) ?? []) {
      const left = this.#byKey.get(key)?.filter((other) => other !== id) ?? [];
      if (left.length > 0) this.#byKey.set(key, left);
      else this.#byKey.delete(key);
    }
    this.#keys.delete(id);
    if (!book || book.deleted || (book.alias ?? null) !== null) return;
    const keys = [`id ${id}`, ...Object.keys(book.fields.identifiers ?? {}), ...namesOf(book)];
    this.#keys.set(id, keys);
    for (const key of keys) this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), id]);
  }

  /**
   * The book of the library that a book of the catalogue is, or null.
   * @param {Item} item
   * @returns {string|null}
   */
  find({ book, isbns }) {
    const keys = [`id ${book.id}`, ...isbns.map((isbn) => `isbn:${isbn}`), ...namesOf(book)];
    for (const key of keys) {
      const [first] = this.#byKey.get(key) ?? [];
      if (first !== undefined) return first;
    }
    return null;
  }

  /**
   * The book that has this number, or null.
   * @param {string} isbn 13 digits
   * @returns {string|null}
   */
  withIsbn(isbn) {
    return this.#byKey.get(`isbn:${isbn}`)?.[0] ?? null;
  }
}

/**
 * A book's title, and the one it was written under, each with the surname of who wrote it. A title
 * alone names no book.
 * @param {Entity} book
 * @returns {string[]}
 */
function namesOf(book) {
  const { title = "", originalTitle = "", languages } = book.fields;
  const [author] = authorsOf(book);
  if (!author) return [];
  const surname = fold(nameKey(author).split(",")[0]);
  const language = Array.isArray(languages) ? languages[0] : undefined;
  const titles = new Set([title, originalTitle].filter(Boolean).flatMap((text) => {
    const bare = text.replace(/\s*\([^)]*\)\s*$/, ""); // "Dune (Dune Chronicles, #1)"
    return [fold(titleKey(bare, language)), fold(titleKey(bare))];
  }));
  return [...titles].filter(Boolean).map((text) => `name ${text}\n${surname}`);
}
