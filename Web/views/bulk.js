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
 * Adds an element to a set of all of them, as `valueOf` makes it for each that lacks it.
 * @param {readonly Entity[]} books
 * @param {"tags"|"shelves"} field
 * @param {readonly string[]} elements
 * @param {() => unknown} valueOf
 * @returns {Change[]}
 */
export function addingChanges(books, field, elements, valueOf) {
  return books.flatMap(({ id, fields }) => {
    const missing = elements.filter((element) => !Object.hasOwn(fields[field] ?? {}, element));
    const added = Object.fromEntries(missing.map((element) => [element, valueOf()]));
    return missing.length > 0 ? [{ e: "book", id, add: { [field]: added } }] : [];
  });
}

/**
 * Takes an element out of a set, wherever it is in it.
 * @param {readonly Entity[]} books
 * @param {"tags"|"shelves"} field
 * @param {string} element
 * @returns {Change[]}
 */
export function removalChanges(books, field, element) {
  return books
    .filter(({ fields }) => Object.hasOwn(fields[field] ?? {}, element))
    .map(({ id }) => ({ e: "book", id, del: { [field]: [element] } }));
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
 * How many of the books have each element of a set, the most common first.
 * @param {readonly Entity[]} books
 * @param {"tags"|"shelves"} field
 * @returns {Map<string, number>}
 */
export function tally(books, field) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { fields } of books) {
    for (const element of Object.keys(fields[field] ?? {})) {
      counts.set(element, (counts.get(element) ?? 0) + 1);
    }
  }
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}
