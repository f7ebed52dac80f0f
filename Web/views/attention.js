import { JOINED_FIELD } from "../library/joined.js";
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
    conflicts: conflictsIn(context).length,
    notices: noticesOf(context).length,
    problems: library.status().problems,
    trash: library.trash().filter(({ kind }) => kind === "book").length,
    loans: books.loanCount(),
  };
}

/**
 * What two devices changed at the same time. A record that does not say about what is damaged: nobody
 * could settle it. Nor can anybody while what it is about is in Trash; a restore brings it back.
 * @param {Pick<import("./context.js").Context, "library"|"books">} context
 */
export function conflictsIn(context) {
  const { library, books } = context;
  return library.list("conflict").filter((conflict) => {
    const about = typeof conflict.fields.field === "string" && aboutOf(context, conflict);
    if (!about || about.deleted) return false;
    const { book } = about.fields;
    return typeof book !== "string" || library.get("book", books.idOf(book))?.deleted === false;
  });
}

/**
 * What a conflict is about; where that is a book that was joined with another, the one that it is now. Which
 * one that is, is said of the book itself.
 * @param {Pick<import("./context.js").Context, "library"|"books">} context
 * @param {import("./context.js").Entity} conflict
 */
export function aboutOf({ library, books }, { fields: { entity, field } }) {
  const about = library.resolve(entity?.e ?? "", entity?.id ?? "");
  const isJoined = about?.kind === "book" && field !== JOINED_FIELD;
  return isJoined ? library.get("book", books.idOf(about.id)) : about;
}
