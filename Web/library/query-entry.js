import { haystack } from "./query-text.js";
import { nameKey, titleKey } from "./query-names.js";

/**
 * @typedef {{kind: string, id: string, seq?: number, at?: number, by?: string, deleted?: boolean,
 *   alias?: string|null, fields: Record<string, any>}} Entity
 */

/**
 * What the index keeps of one book: everything a query looks at, computed once per change, `hay`
 * (by far the dearest) when it is first searched.
 * @typedef {{
 *   id: string,
 *   book: Entity,
 *   hay: string|null,
 *   authors: string[],
 *   status: string|null,
 *   format: string|null,
 *   shelves: string[],
 *   tags: string[],
 *   title: string,
 *   author: string,
 *   added: number,
 *   rating: number,
 *   published: string,
 * }} Entry
 */

/**
 * @param {Entity} book
 * @returns {Entry}
 */
export function entryOf(book) {
  const { fields } = book;
  const contributors = listOf(fields.contributors);
  const authors = authorsOf(book);
  const tags = Object.keys(fields.tags ?? {});
  const first = contributors.find((person) => person.name === authors[0]);
  return {
    id: book.id,
    book,
    hay: null,
    authors,
    status: fields.status ?? null,
    format: fields.format ?? null,
    shelves: Object.keys(fields.shelves ?? {}),
    tags,
    title: fields.sortTitle || titleKey(fields.title ?? "", listOf(fields.languages)[0]),
    author: first ? first.sort || nameKey(first.name ?? "") : "",
    added: fields.added ?? 0,
    rating: fields.rating ?? 0,
    published: publishedKey(fields),
  };
}

/**
 * The text that a search looks through.
 * @param {Entry} entry
 * @returns {string}
 */
export function hayOf(entry) {
  if (entry.hay === null) {
    const { fields } = entry.book;
    entry.hay = haystack([
      fields.title ?? "",
      fields.subtitle ?? "",
      fields.originalTitle ?? "",
      ...listOf(fields.contributors).map((person) => person.name ?? ""),
      ...listOf(fields.series).map((series) => series.name ?? ""),
      ...entry.tags,
      ...Object.keys(fields.identifiers ?? {}),
    ]);
  }
  return entry.hay;
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
 * A text that orders dates of any precision and years before our era; empty for none.
 * @param {Record<string, any>} fields
 */
function publishedKey(fields) {
  const year = fields.originalYear ?? null;
  if (year !== null) return sortableYear(year);
  const date = fields.published;
  if (typeof date !== "string" || date === "") return "";
  const [head, ...rest] = date.split("-").filter(Boolean);
  return [sortableYear(Number(date.startsWith("-") ? `-${head}` : head)), ...rest].join("-");
}

/** @param {number} year */
function sortableYear(year) {
  return String(year + 100000).padStart(6, "0");
}

/**
 * @param {unknown} value
 * @returns {any[]}
 */
function listOf(value) {
  return Array.isArray(value) ? value : [];
}
