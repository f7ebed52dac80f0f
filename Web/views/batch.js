import * as limits from "../library/limits.js";
import { batchArrivalMilliseconds, operationByteCountMax } from "./limits.js";

/** @typedef {import("./context.js").Change} Change */
/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./context.js").Library} Library */
/** @typedef {{books: Entity[], shelves: Entity[]}} Batch what came, as it came */

/** Who writes what an import brings. */
const server = "server";

/** What a person adds to a book without changing the book itself. */
const besides = ["reading", "note", "loan"];

/**
 * Watches what the server is about to bring into the library: the new books of its own making. A
 * report counts them and does not name them, so they are taken for the batch only when all of them
 * are here, and not one more.
 * @param {Pick<Library, "list"|"trash"|"subscribe">} library as it is before
 */
export function watchBatch(library) {
  const here = [...library.list("book"), ...library.list("shelf"), ...library.trash()];
  const known = new Set(here.map(keyOf));
  const fresh = (/** @type {string} */ kind) =>
    library.list(kind).filter((entity) => entity.by === server && !known.has(keyOf(entity)));

  /**
   * @param {number} count of new books
   * @returns {Promise<Batch|null>} null where they did not all come in time
   */
  return (count) => new Promise((resolve) => {
    const look = () => {
      const books = fresh("book");
      if (books.length === count) end({ books, shelves: fresh("shelf") });
    };
    const end = (/** @type {Batch|null} */ batch) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(batch);
    };
    const timer = setTimeout(() => end(null), count > 0 ? batchArrivalMilliseconds : 0);
    const unsubscribe = library.subscribe(look);
    if (count > 0) look();
  });
}

/**
 * What takes a batch away again: its books go to Trash, but for those that somebody has worked on
 * since; and the shelves that came with it, where nothing else stands on them.
 * @param {Batch} batch
 * @param {Pick<Library, "get"|"list">} library as it is now
 * @returns {{edits: Change[][], removed: number, kept: number}} `edits`: one list for each operation
 */
export function removalOf({ books, shelves }, library) {
  const worked = new Set(besides.flatMap((kind) =>
    library.list(kind).filter(({ by }) => by !== server).map(({ fields }) => fields.book)));
  for (const { id, by } of library.list("progress")) {
    if (by !== server) worked.add(library.get("reading", id.split("~")[0])?.fields.book);
  }
  const isAsItCame = (/** @type {Entity} */ { kind, id, seq }) => {
    const now = library.get(kind, id);
    return now !== undefined && !now.deleted && now.by === server && now.seq === seq;
  };
  const living = books.filter(({ id }) => library.get("book", id)?.deleted === false);
  const gone = living.filter((book) => isAsItCame(book) && !worked.has(book.id));
  const ids = new Set(gone.map(({ id }) => id));
  const used = new Set(library.list("book").flatMap(({ id, fields }) =>
    ids.has(id) ? [] : Object.keys(fields.shelves ?? {})));
  const empty = shelves.filter((shelf) => isAsItCame(shelf) && !used.has(shelf.id));
  const changes = [...gone, ...empty].map(({ kind, id }) => ({ e: kind, id, delete: true }));
  return { edits: inOperations(changes), removed: gone.length, kept: living.length - gone.length };
}

/**
 * Changes in as many operations as they need: so many and so large as the library takes them. Those in a
 * list of their own stay together. One that is too large by itself is left for it to refuse.
 * @param {readonly (Change|Change[])[]} changes
 */
export function inOperations(changes) {
  /** @type {Change[][]} */
  const lists = [];
  let byteCount = Infinity;
  for (const change of changes) {
    const together = [change].flat();
    const own = byteCountOf(together);
    byteCount += own;
    const count = (lists.at(-1)?.length ?? 0) + together.length;
    if (count > limits.changesPerOperationMax || byteCount > operationByteCountMax) {
      lists.push([]);
      byteCount = own;
    }
    lists[lists.length - 1].push(...together);
  }
  return lists;
}

/**
 * At least the bytes of them in a message. No unit of a JavaScript string takes more than three in UTF-8,
 * and one operation more costs nothing: so none of them is looked at.
 * @param {Change[]} changes
 */
function byteCountOf(changes) {
  return 3 * JSON.stringify(changes).length;
}

/**
 * Does that, and says it; it can be undone like any deed.
 * @param {Batch} batch
 * @param {Context} context
 */
export async function removeBatch(batch, { library, messages: { t }, deeds, notify }) {
  const { edits, removed, kept } = removalOf(batch, library);
  const words = [
    removed > 0 && t("batch.removed", { count: removed }),
    kept > 0 && t("batch.kept", { count: kept }),
  ].filter(Boolean).join(". ");
  if (edits.length > 0) return deeds.undoable(edits, words, "notice.deleted");
  notify(words || t("undo.none"), { name: "notice.batch" });
  return true;
}

/**
 * Says that a batch has come, and offers to take it away again.
 * @param {Batch|null} batch
 * @param {number} count
 * @param {Context} context
 */
export function tellBatch(batch, count, context) {
  const { messages: { t }, notify } = context;
  const undo = batch && { action: t("undo"), act: () => void removeBatch(batch, context) };
  notify(t("starter.added", { count }), { ...undo, name: "notice.batch" });
}

/** @param {Entity} entity */
function keyOf({ kind, id }) {
  return `${kind}/${id}`;
}
