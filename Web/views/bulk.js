import { elementKey } from "../library/schema.js";

/** @typedef {import("./context.js").Change} Change */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * What a deed changes of many books: those alone that differ from it, in their order.
 */

/**
 * Gives all of them a status, or with null none.
 * @param {readonly Entity[]} books
 * @param {string|null} status
 * @returns {Change[]}
 */
export function statusChanges(books, status) {
  return books
    .filter(({ fields }) => (fields.status ?? null) !== status)
    .map(({ id }) => ({ e: "book", id, set: { status } }));
}

/**
 * Adds an element to a set of all of them, as `valueOf` makes it for each that lacks it in every
 * spelling.
 * @param {readonly Entity[]} books
 * @param {"tags"|"shelves"} field
 * @param {readonly string[]} elements
 * @param {() => unknown} valueOf
 * @returns {Change[]}
 */
export function addingChanges(books, field, elements, valueOf) {
  const wanted = spelled(field, elements);
  return books.flatMap(({ id, fields }) => {
    const present = spelled(field, Object.keys(fields[field] ?? {}));
    const missing = [...wanted].filter(([key]) => !present.has(key));
    const added = Object.fromEntries(missing.map(([, element]) => [element, valueOf()]));
    return missing.length > 0 ? [{ e: "book", id, add: { [field]: added } }] : [];
  });
}

/**
 * Takes an element out of a set, wherever it is in it, as it is spelled there.
 * @param {readonly Entity[]} books
 * @param {"tags"|"shelves"} field
 * @param {string} element
 * @returns {Change[]}
 */
export function removalChanges(books, field, element) {
  const wanted = elementKey("book", field, element);
  return books.flatMap(({ id, fields }) => {
    const own = spelled(field, Object.keys(fields[field] ?? {})).get(wanted);
    return own === undefined ? [] : [{ e: "book", id, del: { [field]: [own] } }];
  });
}

/**
 * Takes them all away.
 * @param {readonly Entity[]} books
 * @returns {Change[]}
 */
export function deletionChanges(books) {
  return books.filter(({ deleted }) => !deleted).map(({ id }) => ({ e: "book", id, delete: true }));
}

/**
 * How many of the books have each element of a set, in its first spelling; the most common first.
 * @param {readonly Entity[]} books
 * @param {"tags"|"shelves"} field
 * @returns {Map<string, number>}
 */
export function tally(books, field) {
  const elements = books.flatMap(({ fields }) => Object.keys(fields[field] ?? {}));
  const spellings = spelled(field, elements);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const element of elements) {
    const first = spellings.get(elementKey("book", field, element)) ?? element;
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}

/**
 * The first spelling of each element, by what the library takes for the same one.
 * @param {"tags"|"shelves"} field
 * @param {readonly string[]} elements
 */
function spelled(field, elements) {
  /** @type {Map<string, string>} */
  const spellings = new Map();
  for (const element of elements) {
    const key = elementKey("book", field, element);
    if (!spellings.has(key)) spellings.set(key, element);
  }
  return spellings;
}
