import { listOf, valuesIn } from "./query-facets.js";
import { haystack, written } from "./query-text.js";
import { nameKey, titleKey } from "./query-names.js";

/** @typedef {import("./query-facets.js").Facet} Facet */
/**
 * @typedef {{kind: string, id: string, seq?: number, at?: number, by?: string, deleted?: boolean,
 *   alias?: string|null, fields: Record<string, any>}} Entity
 */

/**
 * What the index keeps of one book: everything a query looks at, computed once per change. What only
 * some queries look at is computed when one first does: `hay`, by far the dearest, when it is searched,
 * names when they are sorted by.
 */
export class Entry {
  id;
  book;
  /** Those that the book was put on. */
  shelves;
  /** Spelt in the one way in which they are asked for, however the book spells them. */
  tags;
  added;
  rating;
  /** @type {string|null} */
  hay = null;
  /** @type {string[]|undefined} */
  #authors;
  /** @type {string|undefined} */
  #title;
  /** @type {string|undefined} */
  #author;
  /** @type {{name: string, place: number, isAlone: boolean}|undefined} */
  #series;
  /** @type {string|undefined} */
  #published;
  #isShelf;

  /**
   * @param {Entity} book
   * @param {(id: string) => boolean} [isShelf] one that is deleted keeps its books, should it come back
   */
  constructor(book, isShelf = () => true) {
    const { fields } = book;
    this.#isShelf = isShelf;
    this.id = book.id;
    this.book = book;
    this.shelves = Object.keys(fields.shelves ?? {});
    this.tags = valuesIn.tag(fields);
    /** @type {number} */
    this.added = fields.added ?? 0;
    /** @type {number} */
    this.rating = fields.rating ?? 0;
  }

  get authors() {
    return (this.#authors ??= authorsOf(this.book));
  }

  /**
   * What the book has of a facet by itself.
   * @param {Facet} facet
   * @returns {readonly string[]}
   */
  own(facet) {
    if (facet === "shelf") return this.shelves;
    if (facet === "tag") return this.tags;
    const { fields } = this.book;
    const isNowhere = facet === "missing" && !this.shelves.some(this.#isShelf);
    return valuesIn[facet](isNowhere ? { ...fields, shelves: null } : fields);
  }

  /** The title as it is filed. */
  get title() {
    return (this.#title ??= sortTitleOf(this.book));
  }

  /** The first author as they are filed; empty for none. */
  get author() {
    return (this.#author ??= sortAuthorOf(this.book, this.authors[0]));
  }

  /** The first series as it is filed, and the place in it, the last for none; of no series, the title. */
  get series() {
    return (this.#series ??= seriesOf(this.book.fields, this.title));
  }

  /**
   * The place in one of its series.
   * @param {string} name as filters spell it
   */
  placeIn(name) {
    const spelt = (/** @type {any} */ series) => series.name?.normalize("NFC");
    return placeOf(listOf(this.book.fields.series).find((series) => spelt(series) === name));
  }

  /** A text that orders dates; empty for none. */
  get published() {
    return (this.#published ??= publishedKey(this.book.fields));
  }
}

/**
 * @param {Entity} book
 * @returns {string}
 */
function sortTitleOf({ fields }) {
  return fields.sortTitle || titleKey(fields.title ?? "", listOf(fields.languages)[0]);
}

/**
 * @param {Entity} book
 * @param {string|undefined} name of the first author
 * @returns {string}
 */
function sortAuthorOf({ fields }, name) {
  const first = listOf(fields.contributors).find((person) => person.name === name);
  return first ? first.sort || nameKey(first.name ?? "") : "";
}

/**
 * @param {Record<string, any>} fields
 * @param {string} title
 */
function seriesOf(fields, title) {
  const [first] = listOf(fields.series);
  return {
    name: first?.name ? titleKey(first.name, listOf(fields.languages)[0]) : title,
    place: placeOf(first),
    isAlone: !first?.name,
  };
}

/** @param {any} series that a book is in, if any */
function placeOf(series) {
  const place = Number(series?.number ?? parseFloat(series?.index));
  return Number.isFinite(place) ? place : Number.MAX_VALUE;
}

/**
 * The text that a search looks through.
 * @param {Entry} entry
 * @returns {string}
 */
export function hayOf(entry) {
  return (entry.hay ??= haystack(withParted(partsOf(entry))));
}

const apostrophe = /['’ʼ]/;
const elision = /(?<![\p{L}\p{M}])(\p{L}{1,2})['’ʼ](?=\p{L})/gu;

/**
 * Adds "L Étranger" to "L'Étranger", and "O Brien" to "O'Brien": to be found by "étranger", too, for an
 * apostrophe joins its word to what stands before it.
 * @param {readonly string[]} parts
 */
function withParted(parts) {
  const joined = parts.filter((part) => apostrophe.test(part));
  const parted = joined.map((part) => part.replace(elision, "$1 "));
  return [...parts, ...parted.filter((part, at) => part !== joined[at])];
}

/**
 * The text that a search for signs alone looks through. It is seldom asked for, and not kept.
 * @param {Entry} entry
 */
export function writtenOf(entry) {
  return written(partsOf(entry).join("\n"));
}

/**
 * @param {Entry} entry
 * @returns {string[]}
 */
function partsOf({ book: { fields }, tags }) {
  return [
    fields.title ?? "",
    fields.subtitle ?? "",
    fields.originalTitle ?? "",
    ...listOf(fields.contributors).map((person) => person.name ?? ""),
    ...listOf(fields.series).map((series) => series.name ?? ""),
    ...tags,
    ...Object.keys(fields.identifiers ?? {}),
  ];
}

/**
 * The names of those who wrote the book; where nobody is called an author, the first contributor.
 * @param {Entity} book
 * @returns {string[]}
 */
export function authorsOf(book) {
  const contributors = listOf(book.fields.contributors);
  const authors = contributors.filter((person) => !person.role || person.role === "author");
  return (authors.length > 0 ? authors : contributors.slice(0, 1))
    .map((person) => person.name ?? "")
    .filter(Boolean);
}

/**
 * A text that orders books by when they came out; empty for nobody knows.
 * @param {Record<string, any>} fields
 */
function publishedKey(fields) {
  const year = fields.originalYear ?? null;
  if (year !== null) return sortableYear(year);
  const date = fields.published;
  return typeof date === "string" && date !== "" ? dateKey(date) : "";
}

/**
 * A text that orders dates of any precision and years before our era.
 * @param {string} date a partial date (BOOKS §5)
 */
export function dateKey(date) {
  const [head, ...rest] = date.split("-").filter(Boolean);
  return [sortableYear(Number(date.startsWith("-") ? `-${head}` : head)), ...rest].join("-");
}

/** @param {number} year */
function sortableYear(year) {
  return String(year + 100000).padStart(6, "0");
}
