import { countedFacets } from "../library/query-counts.js";
import { breath } from "../transport/breath.js";
import { sliceMilliseconds, warmBatch } from "./limits.js";

/** @typedef {import("../library/query.js").BookIndex} BookIndex */
/** @typedef {import("../library/query-entry.js").Entity} Entity */

/**
 * Takes a library's books into an empty index, and prepares what a list of them asks first: in pieces, for
 * a window shows a glimpse of it meanwhile.
 * @param {BookIndex} index
 * @param {readonly Entity[]} books
 * @param {import("../library/query.js").Query} query of the list
 */
export async function takeIn(index, books, { sort }) {
  let at = 0;
  const step = () => {
    for (const end = Math.min(at + warmBatch, books.length); at < end; at += 1) {
      index.update(books[at].id, books[at]);
    }
    return at < books.length || countedFacets.some((facet) => index.prepare(facet, warmBatch)) ||
      index.prepareOrder(sort);
  };
  for (let isLeft = true; isLeft;) {
    const end = performance.now() + sliceMilliseconds;
    while ((isLeft = step()) && performance.now() < end);
    if (isLeft) await breath();
  }
}

/**
 * Brings an index of some books to what they are by now.
 * @param {BookIndex} index
 * @param {readonly Entity[]} former
 * @param {readonly Entity[]} books
 */
export function bringUpToDate(index, former, books) {
  if (former === books) return;
  const gone = new Set(former.map(({ id }) => id));
  for (const book of books) {
    gone.delete(book.id);
    if (index.get(book.id) !== book) index.update(book.id, book);
  }
  for (const id of gone) index.update(id, undefined);
}
