import { ByBook, newestFirst } from "./by-book.js";
import { Gathered } from "./gathered.js";
import { warmBatch } from "./limits.js";
import { byUrgency } from "./loan-standing.js";
import { progressByBook } from "./progress-of.js";
import { finishOf, lastDatesOf } from "./statistics.js";

/** @typedef {import("../library/query-entry.js").Entity} Entity */
/** @typedef {import("./context.js").Library} Library */
/** @typedef {{idOf: (id: string) => string, get: (id: string) => Entity|undefined}} Lookup of books in the library */

/**
 * What of the library belongs to books: read-throughs, notes, loans, and how far each has come. Each is
 * gathered when it is first asked for, and again after what changes it.
 */
export class Belongings {
  #library;
  #lookup;
  #compare;
  /** @type {ByBook|null} */
  #readings = null;
  /** @type {ByBook|null} */
  #notes = null;
  /** @type {ByBook|null} */
  #loans = null;
  /** @type {Map<string, import("./progress-of.js").Progress>|null} */
  #progress = null;
  /** @type {Gathered<Entity, import("./statistics.js").Finish>|null} */
  #finishes = null;
  /** @type {{[part in "started"|"finished"]?: ReturnType<typeof lastDatesOf>}} */
  #lastDates = {};

  /**
   * @param {Library} library
   * @param {Lookup} lookup
   * @param {(a: string, b: string) => number} compare names
   */
  constructor(library, lookup, compare) {
    this.#library = library;
    this.#lookup = lookup;
    this.#compare = compare;
  }

  /** The read-throughs of each book, newest first. */
  get readings() {
    return (this.#readings ??= new ByBook(this.#library.list("reading"), this.#lookup.idOf, newestFirst));
  }

  /** What was written down about each book, in the order of its pages; what has no place in it comes last. */
  get notes() {
    return (this.#notes ??= new ByBook(this.#library.list("note"), this.#lookup.idOf, this.#byLocation));
  }

  /** The loans of each book: those that go on, the most urgent first, then those that are over. */
  get loans() {
    return (this.#loans ??= new ByBook(this.#library.list("loan"), this.#lookup.idOf, byUrgency));
  }

  /** How far each book that is being read has come. */
  get progress() {
    return (this.#progress ??= progressByBook(this.#library, this.#lookup.idOf));
  }

  /** The read-throughs that came to their end. */
  get finishes() {
    const bookOf = (/** @type {string} */ id) => this.#lookup.get(this.#lookup.idOf(id));
    return (this.#finishes ??= new Gathered(
      this.#library.list("reading"), (reading) => finishOf(reading, bookOf),
    ));
  }

  /**
   * When each book was last started, or finished.
   * @param {"started"|"finished"} part
   */
  lastDates(part) {
    return (this.#lastDates[part] ??= lastDatesOf(part, this.#library.list("reading"), this.#lookup.idOf));
  }

  /**
   * What it says of books that can be sorted by it.
   * @param {import("../library/query.js").Sort["by"]} by
   * @returns {import("../library/query-sort.js").Told}
   */
  toldBy(by) {
    if (by === "started" || by === "finished") return this.lastDates(by);
    const shares = [...this.progress].flatMap(([id, { latest: { share } }]) =>
      share === null ? [] : [/** @type {const} */ ([id, { key: share }])]);
    return new Map(shares);
  }

  /**
   * Gathers a little of what an opened book would wait for.
   * @returns {boolean} whether some is left
   */
  learn() {
    const isLeft = [this.readings, this.notes, this.loans].some((each) => each.learn(warmBatch));
    return isLeft || (this.#progress === null && this.progress.size > 0);
  }

  /** Everything may have changed. */
  forgetAll() {
    this.#readings = this.#notes = this.#loans = this.#progress = this.#finishes = null;
    this.#lastDates = {};
  }

  /**
   * Something of a kind has changed.
   * @param {string} kind
   * @param {boolean} isJoined whether it is a book that was joined with another
   */
  forget(kind, isJoined) {
    // What belongs to it belongs to another now, or to itself again.
    const isMoved = kind === "alias" || isJoined;
    this.#progress = null;
    if (kind === "reading" || isMoved) {
      this.#readings = null;
      this.#lastDates = {};
    }
    if (kind === "note" || isMoved) this.#notes = null;
    if (kind === "loan" || isMoved) this.#loans = null;
    if (kind === "book" || this.#readings === null) this.#finishes = null;
  }

  #byLocation = (/** @type {Entity} */ a, /** @type {Entity} */ b) => {
    const [here, there] = [a.fields.location, b.fields.location];
    const order = Number(!here) - Number(!there) || this.#compare(here ?? "", there ?? "");
    return order || (a.id < b.id ? -1 : 1);
  };
}
