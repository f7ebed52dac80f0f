import { noticesOf } from "./notices.js";

/**
 * How much asks for a person's attention, how much is in the trash, and how many books are lent or
 * borrowed; null where none ever was.
 * @typedef {{conflicts: number, notices: number, problems: number, trash: number, loans: number|null}} Attention
 */

/**
 * @param {import("./context.js").Context} context
 * @returns {Attention}
 */
export function attentionOf(context) {
  const { library, books } = context;
  if (library.glimpse) return library.glimpse.attention;
  return {
    conflicts: conflictsIn(library).length,
    notices: noticesOf(context).length,
    problems: library.status().problems,
    trash: library.trash().filter(({ kind }) => kind === "book").length,
    loans: books.loanCount(),
  };
}

/**
 * What two devices changed at the same time. A record that does not say about what is damaged: nobody
 * could settle it. Nor can anybody while what it is about is in Trash; a restore brings it back.
 * @param {Pick<import("./context.js").Library, "list"|"resolve">} library
 */
export function conflictsIn(library) {
  /** @param {string} kind @param {string} id @returns {boolean} */
  function isThere(kind, id) {
    const about = library.resolve(kind, id);
    if (!about || about.deleted) return false;
    const { book } = about.fields;
    return typeof book !== "string" || isThere("book", book);
  }

  return library.list("conflict").filter(({ fields: { entity, field } }) =>
    [entity?.e, entity?.id, field].every((part) => typeof part === "string") &&
    isThere(entity.e, entity.id));
}
