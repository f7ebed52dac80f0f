import { openMenu } from "../elements/menu.js";
import { statuses } from "../navigation/list-ref.js";
import * as actions from "./actions.js";
import { titleOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * What can be done with the book of a row without opening it: by the second button, the menu key or
 * Shift+F10 (NAVIGATION §3.10).
 * @param {Context} context
 * @param {{row: HTMLElement, id: string, open: () => void}} parts
 * @returns {boolean} false where there is no such book any more
 */
export function openRowMenu({ scene, library, messages, deeds }, { row, id, open }) {
  const { t } = messages;
  const book = library.get("book", id);
  if (!book || book.deleted) return false;
  const { status } = book.fields;
  openMenu(row, {
    label: titleOf(book),
    name: "popover.row",
    choices: [
      { name: "open", symbol: "book", label: t("book.open"), act: open },
      {
        name: "edit",
        symbol: "edit",
        label: t("book.edit"),
        act: () => scene.dispatch(actions.editBook(id)),
      },
      ...statuses.filter((each) => each !== status).map((each) => ({
        name: each,
        symbol: "tag",
        label: t("book.setStatus", { status: t(`status.${each}`) }),
        act: () => deeds.status(book, each),
      })),
      {
        name: "shelve",
        symbol: "shelf",
        label: t("book.addShelf"),
        act: () => scene.dispatch(actions.addToShelf(id)),
      },
      {
        name: "delete",
        symbol: "trash",
        label: t("delete"),
        act: () => scene.dispatch(actions.askToDelete(id)),
      },
    ],
  });
  return true;
}
