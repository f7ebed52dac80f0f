import { isObject } from "./text.js";

/** @typedef {import("./types.js").Life} Life */
/** @typedef {import("./types.js").LibraryView} LibraryView */

/**
 * A library as repair sees one, from its plain form, which is what the vectors' `lib` fixtures
 * hold:
 *
 *     {"cursor":10, "books":{"b1":"alive","b2":"dead"}, "shelves":{…}, "devices":{…},
 *      "tags":["cosy"], "formats":["ebook"], "authors":[…], "series":[…], "publishers":[…],
 *      "languages":["en"], "merged":{"b3":"b1"}, "added":{"r1":"b1"}}
 *
 * A book, shelf or device that its section does not name is absent. A section that is left out says
 * nothing about its kind: all of it is alive.
 * @param {any} json
 * @returns {LibraryView}
 */
export function libraryView(json) {
  const source = isObject(json) ? json : {};
  return {
    cursor: Number.isSafeInteger(source.cursor) ? source.cursor : 0,
    book: (id) => life(source.books, id),
    shelf: (id) => life(source.shelves, id),
    device: (id) => life(source.devices, id),
    value: (facet, value) => listed(source[sections[facet] ?? ""], value),
    merged: (book) => target(source.merged, book),
    added: (result) => target(source.added, result),
  };
}

/** @type {Partial<Record<import("./types.js").Facet, string>>} */
const sections = {
  tag: "tags", format: "formats", author: "authors", series: "series", publisher: "publishers",
  language: "languages",
};

/**
 * Whether something is dead for a state whose sender had the library at `lib`: a tombstone, or
 * absence where this library has everything the sender had. Otherwise absence only means *not yet
 * known*.
 * @param {LibraryView} library
 * @param {Life} life
 * @param {number} lib
 */
export function isDead(library, life, lib) {
  return life === "dead" || (life === "absent" && library.cursor >= lib);
}

/**
 * Where a book is now, after every merge: the last of A→B→C; the book itself if there is none, or
 * if the merges run in a circle.
 * @param {LibraryView} library
 * @param {string} id
 */
export function mergedInto(library, id) {
  const seen = new Set([id]);
  let current = id;
  for (let next = library.merged(id); next !== null; next = library.merged(current)) {
    if (seen.has(next)) return id;
    seen.add(next);
    current = next;
  }
  return current;
}

/**
 * @param {any} section
 * @param {string} id
 * @returns {Life}
 */
function life(section, id) {
  if (!isObject(section)) return "alive";
  if (!Object.hasOwn(section, id)) return "absent";
  return section[id] === "alive" ? "alive" : "dead";
}

/**
 * @param {any} section
 * @param {string} value
 * @returns {Life}
 */
function listed(section, value) {
  return !Array.isArray(section) || section.includes(value) ? "alive" : "absent";
}

/**
 * @param {any} section
 * @param {string} id
 * @returns {string|null}
 */
function target(section, id) {
  return isObject(section) && Object.hasOwn(section, id) && typeof section[id] === "string"
    ? section[id]
    : null;
}
