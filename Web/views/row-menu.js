import { openMenu } from "../elements/menu.js";
import { bookChoices } from "./book-choices.js";
import { goneWords } from "./gone-words.js";
import { titleOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */

/** What a book is opened for: a menu of a row is short. */
const inside = ["progress", "rate", "history", "send"];

/**
 * What can be done with the book of a row without opening it: by the second button, the menu key or
 * Shift+F10 (NAVIGATION §3.10).
 * @param {Context} context
 * @param {{row: HTMLElement, id: string, open: () => void,
 *   selector: import("./selector.js").Selector|null}} parts
 */
export function openRowMenu(context, { row, id, open, selector }) {
  const { library, messages: { t }, notify } = context;
  const book = library.get("book", id);
  if (!book) return;
  if (book.deleted) return notify(goneWords(context, book), { name: "notice.gone" });
  openMenu(row, {
    label: titleOf(book),
    name: "popover.row",
    choices: [
      { name: "open", symbol: "book", label: t("book.open"), act: open },
      ...(selector ? [{
        name: "select",
        symbol: "select",
        label: t(selector.has(id) ? "select.without" : "select.one"),
        act: () => void selector.toggle(id),
      }] : []),
      ...bookChoices(context, book).filter(({ name }) => !inside.includes(name)),
    ],
  });
}
