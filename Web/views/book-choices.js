import { statuses } from "../navigation/list-ref.js";
import * as actions from "./actions.js";
import { livingBook } from "./gone-book.js";
import { createLoanDeeds } from "./loan-deeds.js";
import { isOut } from "./loan-standing.js";
import { wayOf, whoWords } from "./loan-words.js";
import { keysOf } from "./shortcuts-help.js";
import { statusIcons } from "./sidebar.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

const forms = /** @type {const} */ (["quote", "note"]);

/**
 * What can be done with a book wherever it is met: by a row's menu, and by the command palette, which
 * says its `keys`. A book that was deleted meanwhile stays as it is, which is said.
 * @param {Context} context
 * @param {Entity} book
 */
export function bookChoices(context, { id, fields }) {
  const { scene, books, messages, deeds, panels, commands } = context;
  const { t } = messages;

  /**
   * @param {string} name
   * @param {string} symbol
   * @param {string} label
   * @param {(book: Entity) => void} deed
   * @param {string} [keys]
   */
  const choice = (name, symbol, label, deed, keys = keysOf(name)) => ({
    name, symbol, label, keys,
    act() {
      const book = livingBook(context, id);
      if (book) deed(book);
    },
  });

  return [
    choice("edit", "edit", t("book.edit"), commands.edit),
    ...statuses.map((each, at) => choice(
      each, statusIcons[each], t("book.setStatus", { status: t(`status.${each}`) }),
      (book) => deeds.status(book, each), `${at + 1}`,
    )).filter(({ name }) => name !== fields.status),
    choice("progress", "book", t("progress.update"), commands.progress),
    choice("rate", "star", t("shortcut.rate"), commands.rate),
    ...forms.map((form) => choice(
      form, "edit", t(`note.add.${form}`), (book) => commands.write(book, form))),
    choice("cover", "picture", t("cover.change"), commands.cover),
    choice("shelve", "shelf", t("book.addShelf"), () => scene.dispatch(actions.addToShelf(id))),
    choice("same", "link", t("same.open"), () => panels.open("same", id)),
    ...books.loans(id).filter(isOut).map((loan) => choice(
      "loanEnd", "check",
      `${t(`loan.end.${wayOf(loan.fields.direction)}`)}: ${whoWords(loan, messages)}`,
      () => createLoanDeeds(context).end(loan))),
    choice("lend", "loan", t("loan.either"), () => panels.open("loan", `lent ${id}`)),
    choice("history", "history", t("book.history"), () => panels.open("history", id)),
    choice("send", "devices", t("send.title"), () => {
      commands.open(id);
      scene.dispatch(actions.showSendTo());
    }),
    choice("delete", "trash", t("delete"), commands.remove),
  ];
}
