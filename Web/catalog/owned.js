import { authorsOf } from "../library/query-entry.js";
import { nameKey, titleKey } from "../library/query-names.js";
import { fold } from "../library/query-text.js";
import { sharedBooksMax } from "./limits.js";
import { isSameBook } from "./twins.js";

/** @typedef {import("../library/query-entry.js").Entity} Entity */
/** @typedef {import("./identity.js").Item} Item */

/**
 * Which books of the catalogue a library has already: the same book, one with the number of one of
 * its editions, another edition of the same work, or one of the same title by the same author, where nothing
 * says that it is another (BOOKS §6). Follows the library book by book.
 */
export class OwnedBooks {
  /**
   * The books of each key, first come first.
   * @type {Map<string, string[]>}
   */
  #byKey = new Map();
  /** @type {Map<string, {book: Entity, keys: readonly string[]}>} */
  #known = new Map();
  /** @type {readonly Entity[]} the books at the beginning, those after the first `#taken` not yet taken in */
  #books;
  #taken = 0;
  /** @type {Set<string>} those of them that have changed before that */
  #ahead = new Set();

  /** @param {readonly Entity[]} books */
  constructor(books) {
    this.#books = books;
  }

  /** Whether all books are taken in. */
  get isWhole() {
    return this.#taken >= this.#books.length;
  }

  /**
   * Takes in so many of the books as are left, for an idle moment; what is asked takes in all.
   * @param {number} [count]
   */
  learn(count = Infinity) {
    const end = Math.min(this.#taken + count, this.#books.length);
    for (; this.#taken < end; this.#taken += 1) {
      const book = this.#books[this.#taken];
      if (!this.#ahead.has(book.id)) this.#take(book.id, book);
    }
    if (this.isWhole) this.#ahead.clear();
  }

  /**
   * Takes a book's new state; one in Trash is not owned, nor is one that stands for another.
   * @param {string} id
   * @param {Entity|undefined} book
   */
  update(id, book) {
    if (!this.isWhole) this.#ahead.add(id);
    this.#take(id, book);
  }

  /**
   * @param {string} id
   * @param {Entity|undefined} book
   */
  #take(id, book) {
    for (const key of this.#known.get(id)?.keys ?? []) {
      const left = this.#byKey.get(key)?.filter((other) => other !== id) ?? [];
      if (left.length > 0) this.#byKey.set(key, left);
      else this.#byKey.delete(key);
    }
    this.#known.delete(id);
    if (!book || book.deleted || (book.alias ?? null) !== null) return;
    const keys = [`id ${id}`, ...Object.keys(book.fields.identifiers ?? {}), ...sharedOf(book)];
    this.#known.set(id, { book, keys });
    for (const key of keys) this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), id]);
  }

  /**
   * The book of the library that a book of the catalogue is, or null.
   * @param {Item} item
   * @param {boolean} [isSure] whether it has to be known by its id or a number: whoever asks for an edition
   *   by its number may have another one of that name (BOOKS §5)
   * @returns {string|null}
   */
  find({ book, add, isbns }, isSure = false) {
    this.learn();
    const idsOf = (/** @type {string} */ key) => this.#byKey.get(key) ?? [];
    const named = Object.keys(add.identifiers ?? {});
    const own = [`id ${book.id}`, ...named, ...isbns.map((isbn) => `isbn:${isbn}`)].flatMap(idsOf);
    if (own.length > 0 || isSure) return own[0] ?? null;
    return sharedOf(book).flatMap(idsOf).find((id) => {
      const known = this.#known.get(id);
      return known && isSameBook(book, known.book);
    }) ?? null;
  }

  /**
   * The book that has this number, or null.
   * @param {string} isbn 13 digits
   * @returns {string|null}
   */
  withIsbn(isbn) {
    this.learn();
    return this.#byKey.get(`isbn:${isbn}`)?.[0] ?? null;
  }

  /**
   * The other books that share a number with this one, a work, or a title and an author's surname.
   * @param {string} id
   * @returns {string[]}
   */
  sharing(id) {
    this.learn();
    const others = (this.#known.get(id)?.keys ?? []).flatMap((key) => {
      const books = this.#byKey.get(key) ?? [];
      return books.length > sharedBooksMax ? [] : books;
    });
    return [...new Set(others)].filter((other) => other !== id);
  }
}

/**
 * What editions of a book have in common: the work, and their names.
 * @param {Entity} book
 * @returns {string[]}
 */
function sharedOf(book) {
  const { workKey } = book.fields;
  return [...(workKey ? [`work ${workKey}`] : []), ...namesOf(book)];
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
