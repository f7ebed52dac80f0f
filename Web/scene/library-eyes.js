import { bookOf } from "../catalog/identity.js";
import { joinedInto } from "../library/joined.js";
import { valuesIn } from "../library/query-facets.js";

/** @typedef {import("../navigation/types.js").Life} Life */
/** @typedef {import("../navigation/types.js").LibraryView} LibraryView */

/**
 * What of the client's library a window needs.
 * @typedef {{kind:string, id:string, deleted?:boolean, alias?:string|null,
 *   fields:{readonly [field:string]: any}}} Entity
 * @typedef {{
 *   get(kind:string, id:string): Entity|undefined,
 *   list(kind:string): readonly Entity[],
 *   subscribe(listener:(change:{keys:Set<string>|null, remote:boolean}) => void): () => void,
 *   status(): {state:string, progress?:unknown},
 *   device: {id:string}|null,
 *   deviceName(id:string): string|undefined,
 *   cursor: number,
 * }} Library
 */

/**
 * The client's library as repair sees one.
 * @param {Library} library
 * @returns {LibraryView}
 */
export function libraryEyes(library) {
  const life = (/** @type {Entity|undefined} */ entity) =>
    entity === undefined ? "absent" : entity.deleted ? "dead" : "alive";
  const anyBook = (/** @type {(fields: Entity["fields"]) => boolean} */ has) =>
    library.list("book").some(({ fields }) => has(fields)) ? "alive" : "absent";
  return {
    get cursor() {
      return library.cursor;
    },
    book: (id) => life(library.get("book", id)),
    shelf: (id) => life(library.get("shelf", id)),
    device: (id) => deviceLife(library, id),
    value: (facet, value) => anyBook((fields) => valuesIn[facet](fields).includes(value)),
    merged: (book) => library.get("book", book)?.alias ?? joinedInto(library.get("book", book)),
    added(result) {
      const book = library.get("book", bookOf(result));
      return book && (!book.deleted || joinedInto(book) !== null) ? book.id : null;
    },
  };
}

/**
 * A library that is not here yet: it knows of nothing, and has heard of nothing either.
 * @type {LibraryView}
 */
export const noEyes = Object.freeze({
  cursor: 0,
  book: () => "absent",
  shelf: () => "absent",
  device: () => "absent",
  value: () => "absent",
  merged: () => null,
  added: () => null,
});

/**
 * The names of devices come with a connection; without one, nobody is known to be gone.
 * @param {Library} library
 * @param {string} id
 * @returns {Life}
 */
function deviceLife(library, id) {
  const { state } = library.status();
  const isConnected = state === "saved" || state === "saving";
  const isKnown = id === library.device?.id || library.deviceName(id) !== undefined;
  return isKnown || !isConnected ? "alive" : "absent";
}

/**
 * The library cursor a state must be judged by, here and now: while the first sync runs, whatever
 * is not here may still come, so nothing absent is dead.
 * @param {Library} library
 */
export function horizonOf(library) {
  const { state, progress } = library.status();
  const isIncomplete = library.cursor === 0 || state === "starting" || progress !== undefined;
  return isIncomplete ? Number.MAX_SAFE_INTEGER : 0;
}
