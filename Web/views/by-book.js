/** @typedef {import("../library/query-entry.js").Entity} Entity */

/**
 * What belongs to books, by the book.
 * @param {readonly Entity[]} entities
 * @param {(book: string) => string} bookOf
 * @param {(a: Entity, b: Entity) => number} compare
 */
export function byBook(entities, bookOf, compare) {
  /** @type {Map<string, Entity[]>} */
  const groups = new Map();
  for (const entity of entities) {
    const book = bookOf(String(entity.fields.book));
    const group = groups.get(book);
    if (group) group.push(entity);
    else groups.set(book, [entity]);
  }
  for (const group of groups.values()) group.sort(compare);
  return groups;
}

/**
 * The order of read-throughs: those that ended last, or began, before the others.
 * @param {Entity} a
 * @param {Entity} b
 */
export function newestFirst(a, b) {
  const [here, there] = [a, b].map(({ fields: { span } }) => span?.finished ?? span?.started ?? "");
  return here < there ? 1 : here > there ? -1 : a.id < b.id ? 1 : -1;
}
