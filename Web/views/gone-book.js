import { shortTitleOf } from "./sentences.js";

/**
 * Which book or shelf is not there any more, on which device it was deleted, where that is known, and
 * what went with it.
 * @param {Pick<import("./context.js").Context, "library"|"messages">} context
 * @param {import("./context.js").Entity} entity
 * @param {number} [count] of the quotes and notes that this device wrote in it
 */
export function goneWords({ library, messages: { t } }, entity, count = 0) {
  const device = library.deviceName(entity.by ?? "") ?? t("conflicts.unknownDevice");
  const values = { title: shortTitleOf(entity), device, count };
  if (entity.kind === "shelf") return t("notice.goneShelf", values);
  return t(count > 0 ? "notice.goneWords" : "notice.goneBook", values);
}

/**
 * A book that something is to be done with; of one that was deleted meanwhile it is said.
 * @param {Pick<import("./context.js").Context, "library"|"messages"|"notify">} context
 * @param {string} id
 */
export function livingBook(context, id) {
  const book = context.library.get("book", id);
  if (!book?.deleted) return book;
  context.notify(() => goneWords(context, book), { name: "notice.gone" });
}
