import { applyOperation } from "../library/apply.js";
import { formOf } from "./book-form.js";
import { aboutWords } from "./conflict-words.js";

/** @typedef {import("./context.js").Change} Change */
/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./context.js").RefusedEdit} RefusedEdit */

/**
 * What the editor of a book would hold had a refused edit been taken: there a person can mend it.
 * Null for what no editor shows.
 * @param {RefusedEdit} refused
 * @param {(id: string) => Entity|undefined} bookOf
 * @returns {{id: string|null, form: import("./book-form.js").Form}|null} `id` null for a new book
 */
export function mendingForm({ changes }, bookOf) {
  const books = changes.filter(({ e }) => e === "book");
  const [change] = books;
  if (changes.length !== books.length || books.length !== 1 || change.delete) return null;
  const known = bookOf(change.id);
  if (known?.deleted || (!known && !change.create)) return null;
  const entity = /** @type {import("../library/apply.js").Entity|undefined} */ (known);
  const made = { op: "", n: 1, base: entity?.seq ?? 0, at: 0, do: [change] };
  const edited = applyOperation(entity, { kind: "book", id: change.id }, made, "");
  return { id: known ? change.id : null, form: formOf(edited) };
}

/**
 * The changes that take back to life what a refused edit was about; none where nothing of it is in
 * Trash.
 * @param {RefusedEdit} refused
 * @param {(kind: string, id: string) => Entity|undefined} entityOf
 * @returns {Change[]}
 */
export function revivingChanges({ changes }, entityOf) {
  const dead = changes.filter(({ e, id }) => entityOf(e, id)?.deleted);
  const keys = new Map(dead.map(({ e, id }) => [`${e}/${id}`, { e, id, restore: true }]));
  return [...keys.values()];
}

/**
 * What a refused edit was about: the books it was about or that this belongs to, shelves, goals. Empty
 * where none of it has a name.
 * @param {RefusedEdit} refused
 * @param {Context} context
 */
export function namesOf({ changes }, context) {
  const names = changes.map(({ e, id, set }) => {
    // How far a device has come belongs to a read-through, whose id is the first of the two in its own.
    const owner = e === "progress" ? { e: "reading", id: id.split("~")[0] } : { e, id };
    const fields = { ...set, ...context.library.get(owner.e, owner.id)?.fields };
    return String(aboutWords(context, { kind: e, id: "", fields }));
  });
  return [...new Set(names.filter(Boolean))];
}
