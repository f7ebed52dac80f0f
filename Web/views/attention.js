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
 * could settle it. Nor can anybody while what it is about is in Trash; a restore brings it back. With which
 * of two a book was joined is no question where both were left.
 * @param {Pick<import("./context.js").Context, "library"|"books">} context
 */
export function conflictsIn(context) {
  const { library, books } = context;
  return library.list("conflict").filter((conflict) => {
    const { field } = conflict.fields;
    const about = typeof field === "string" && field !== JOINED_FIELD && aboutOf(context, conflict);
    if (!about || about.deleted) return false;
    const { book } = about.fields;
    return typeof book !== "string" || library.get("book", books.idOf(book))?.deleted === false;
  });
}

/**
 * What a conflict is about; where that is a book that was joined with another, the one that it is now.
 * @param {Pick<import("./context.js").Context, "library"|"books">} context
 * @param {import("./context.js").Entity} conflict
 */
export function aboutOf({ library, books }, { fields: { entity } }) {
  const about = library.resolve(entity?.e ?? "", entity?.id ?? "");
  return about?.kind === "book" ? library.get("book", books.idOf(about.id)) : about;
}
