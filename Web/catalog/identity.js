/** @typedef {import("../library/query-entry.js").Entity} Entity */
/**
 * A book of a catalogue: its id there, the book that it becomes in a library, what that gets into its sets,
 * and the editions' numbers by which it is found.
 * @typedef {{id: string, book: Entity, add: Record<string, Record<string, null>>,
 *   isbns: readonly string[]}} Item
 * @typedef {{items: readonly Item[], total: number, more: boolean, others: readonly string[]}} Page
 */

/**
 * Whether it is Open Library's id of a book, and not the server's own catalogue's.
 * @param {string} result
 */
export const isOpenLibrary = (result) => /^OL\d+[MW]$/.test(result);

/**
 * The id of the book that a result of a catalogue becomes: on every device the same, so that a
 * book added twice is one book, and an opened result is known as its book wherever that was added
 * (NAVIGATION §3.5, R6).
 * @param {string} result
 */
export const bookOf = (result) => `${isOpenLibrary(result) ? "openlibrary" : "starter"}-${result}`;

/**
 * The item that the server's answer spells, or null where it spells none.
 * @param {any} json
 * @returns {Item|null}
 */
export function itemOf(json) {
  if (typeof json?.id !== "string" || typeof json.fields?.title !== "string") return null;
  const names = Object.keys(json.add?.identifiers ?? {});
  /** @type {Item["add"]} */
  const add = {};
  if (names.length > 0) add.identifiers = Object.fromEntries(names.map((name) => [name, null]));
  const fields = { ...json.fields, ...add };
  return {
    id: json.id, book: { kind: "book", id: bookOf(json.id), fields }, add, isbns: texts(json.isbns),
  };
}

/**
 * The page that the server's answer spells; what is no item in it is left out.
 * @param {any} json
 * @returns {Page}
 */
export function pageOf(json) {
  const items = Array.isArray(json?.items) ? json.items.map(itemOf) : [];
  const total = Number.isSafeInteger(json?.total) ? json.total : items.length;
  return { items: items.filter(isItem), total, more: json?.more === true, others: texts(json?.others) };
}

/** @param {unknown} list @returns {string[]} */
function texts(list) {
  return Array.isArray(list) ? list.filter((value) => typeof value === "string") : [];
}

/** @param {Item|null} item @returns {item is Item} */
function isItem(item) {
  return item !== null;
}
