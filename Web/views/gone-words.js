import { shortTitleOf } from "./sentences.js";

/**
 * Which book is not there any more, on which device it was deleted, where that is known, and what went
 * with it.
 * @param {Pick<import("./context.js").Context, "library"|"messages">} context
 * @param {import("./context.js").Entity} book
 * @param {number} [count] of the quotes and notes that this device wrote in it
 */
export function goneWords({ library, messages: { t } }, book, count = 0) {
  const device = library.deviceName(book.by ?? "") ?? t("conflicts.unknownDevice");
  const values = { title: shortTitleOf(book), device, count };
  return t(count > 0 ? "notice.goneWords" : "notice.goneBook", values);
}
