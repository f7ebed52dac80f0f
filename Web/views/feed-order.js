import { seeded } from "../covers/seed.js";

/** @typedef {import("./context.js").Entity} Entity */

/** Books that may be a discovery come before those that were read or given up. */
const known = new Set(["read", "abandoned"]);

/**
 * The books in an order that looks random and is the same for the same seed. Those that were
 * shown already keep their places: what comes in joins at the end, what goes leaves no gap.
 * @param {readonly string[]} shown
 * @param {Iterable<Entity>} books
 * @param {string} seed
 * @returns {string[]}
 */
export function feedOrder(shown, books, seed) {
  /** @type {Map<string, Entity>} */
  const living = new Map();
  for (const book of books) living.set(book.id, book);
  const kept = shown.filter((id) => living.has(id));
  const before = new Set(kept);
  const fresh = [...living.values()]
    .filter(({ id }) => !before.has(id))
    .map(
      ({ id, fields }) => ({
        id,
        known: known.has(fields.status),
        key: seeded(`${seed} ${id}`)(2 ** 31),
      }),
    )
    .sort((a, b) => Number(a.known) - Number(b.known) || a.key - b.key || (a.id < b.id ? -1 : 1));
  return [...kept, ...fresh.map(({ id }) => id)];
}
