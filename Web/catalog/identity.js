/** @typedef {import("../library/query-entry.js").Entity} Entity */
/**
 * A book of the catalogue: its id there, the book that it becomes in a library, and the editions'
 * numbers by which it is found.
 * @typedef {{id: string, book: Entity, isbns: readonly string[]}} Item
 * @typedef {{items: readonly Item[], total: number, more: boolean}} Page
 */

/**
 * The id of the book that a result of the catalogue becomes: on every device the same, so that a
 * book added twice is one book, and an opened result is known as its book wherever that was added
 * (NAVIGATION §3.5, R6).
 * @param {string} result
 */
export const bookOf = (result) => `starter-${result}`;

/**
 * The item that the server's answer spells, or null where it spells none.
 * @param {any} json
 * @returns {Item|null}
 */
export function itemOf(json) {
  const fields = json?.fields;
  if (typeof json?.id !== "string" || typeof fields?.title !== "string") return null;
  const isbns = Array.isArray(json.isbns) ? json.isbns.filter(isText) : [];
  return { id: json.id, book: { kind: "book", id: bookOf(json.id), fields }, isbns };
}

/**
 * The page that the server's answer spells; what is no item in it is left out.
 * @param {any} json
 * @returns {Page}
 */
export function pageOf(json) {
  const items = Array.isArray(json?.items) ? json.items.map(itemOf) : [];
  const total = Number.isSafeInteger(json?.total) ? json.total : items.length;
  return { items: items.filter(isItem), total, more: json?.more === true };
}

/** @param {unknown} value @returns {value is string} */
function isText(value) {
  return typeof value === "string";
}

/** @param {Item|null} item @returns {item is Item} */
function isItem(item) {
  return item !== null;
}
