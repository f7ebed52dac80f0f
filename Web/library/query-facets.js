import * as limits from "./limits.js";
import { scalarCount } from "./text.js";

/**
 * What lists are filtered by. A facet asks for books that have one of some values; with a minus before
 * it, for those that have none of them, and with "all-" for those that have all: of tags alone, for of the
 * others a book has one, or has them by chance.
 * @typedef {"status"|"shelf"|"tag"|"format"|"author"|"series"|"publisher"|"language"|"decade"|"rating"|
 *   "pages"|"missing"} Facet
 * @typedef {Facet|`-${Facet}`|"all-tag"} FilterKey
 * @typedef {{readonly [key in FilterKey]?: readonly string[]}} Filters
 */

/**
 * In the order that links print them.
 * @type {readonly Facet[]}
 */
export const facets = Object.freeze([
  "status", "shelf", "tag", "format", "author", "series", "publisher", "language", "decade", "rating",
  "pages", "missing",
]);

/** @type {readonly FilterKey[]} */
export const filterKeys = Object.freeze(facets.flatMap(keysOf));

/**
 * What can be asked of a facet.
 * @param {Facet} facet
 * @returns {FilterKey[]}
 */
export function keysOf(facet) {
  return facet === "tag" ? [facet, "all-tag", "-tag"] : [facet, without(facet)];
}

/**
 * @param {Facet} facet
 * @returns {`-${Facet}`}
 */
export function without(facet) {
  return `-${facet}`;
}

/**
 * @param {FilterKey} key
 * @returns {Facet}
 */
export function facetOf(key) {
  return /** @type {Facet} */ (key.replace(/^(all)?-/, ""));
}

/** Whole stars: a book of 4½ has those of 4. */
export const ratingSteps = Object.freeze(["0", "1", "2", "3", "4", "5"]);

/** Where a range of pages begins; the next one ends it. */
export const pageSteps = Object.freeze(["0", "100", "200", "300", "400", "500", "700", "1000"]);

/**
 * What a book may lack that somebody who tidies a library looks for.
 * @type {Record<string, (fields: Fields) => unknown>}
 */
const wanted = {
  author: ({ contributors }) => listOf(contributors).length > 0,
  cover: ({ cover }) => cover,
  description: ({ description }) => description,
  format: ({ format }) => format,
  isbn: ({ identifiers }) => Object.keys(identifiers ?? {}).some((each) => each.startsWith("isbn:")),
  language: ({ languages }) => listOf(languages).length > 0,
  pages: ({ pages }) => pages,
  published: (fields) => yearOf(fields) !== null,
  publisher: ({ publisher }) => publisher,
  rating: ({ rating }) => rating,
  review: ({ review }) => review,
  series: ({ series }) => listOf(series).length > 0,
  shelf: ({ shelves }) => Object.keys(shelves ?? {}).length > 0,
  status: ({ status }) => status,
  tag: ({ tags }) => Object.keys(tags ?? {}).length > 0,
};

export const missingFields = Object.freeze(Object.keys(wanted));

/** @typedef {Record<string, any>} Fields */

/**
 * What a book has of each facet by itself, as links and filters spell it.
 * @type {Record<Facet, (fields: Fields) => readonly string[]>}
 */
export const valuesIn = {
  status: ({ status }) => only(status),
  shelf: ({ shelves }) => Object.keys(shelves ?? {}),
  tag: ({ tags }) => spelt(Object.keys(tags ?? {})),
  format: ({ format }) => only(format),
  // All who had a part in it, as the list of a person has them.
  author: ({ contributors }) => names(listOf(contributors)),
  series: ({ series }) => names(listOf(series)),
  publisher: ({ publisher }) => names([{ name: publisher }]),
  // British English is English.
  language: ({ languages }) =>
    spelt(listOf(languages).map((/** @type {string} */ tag) => tag.split("-")[0].toLowerCase())),
  decade(fields) {
    const year = yearOf(fields);
    return year === null ? [] : [String(Math.floor(year / 10) * 10)];
  },
  rating: ({ rating }) => (rating ? [String(Math.floor(rating / 100))] : []),
  pages: ({ pages }) => (pages ? pageSteps.filter((step) => Number(step) <= pages).slice(-1) : []),
  missing: (fields) => missingFields.filter((field) => !wanted[field](fields)),
};

/** @type {Map<unknown, readonly string[]>} */
const onlys = new Map([[undefined, []], [null, []]]);

/**
 * One of a few values, always in the same array: every book keeps it.
 * @param {string|null|undefined} value
 */
function only(value) {
  const known = onlys.get(value);
  if (known) return known;
  const made = [String(value)];
  onlys.set(value, made);
  return made;
}

/**
 * The year that a book came out in, as far as it is known.
 * @param {Fields} fields
 * @returns {number|null}
 */
function yearOf({ originalYear, published }) {
  if (typeof originalYear === "number") return originalYear;
  return typeof published === "string" && published !== "" ? parseInt(published, 10) : null;
}

/**
 * Names that are not too long for an address; nobody looks for others.
 * @param {{name?: string|null}[]} things
 */
function names(things) {
  const all = things.map(({ name }) => name ?? "");
  return spelt(all).filter((name) => name !== "" && scalarCount(name) <= limits.nameLengthMax);
}

/**
 * Texts in NFC, as an address and a filter have them: two spellings of a text look the same, and nobody
 * could choose between them.
 * @param {readonly string[]} texts
 */
export function spelt(texts) {
  return [...new Set(texts.map((text) => text.normalize("NFC")))];
}

/**
 * @param {unknown} value
 * @returns {any[]}
 */
export function listOf(value) {
  return Array.isArray(value) ? value : [];
}
