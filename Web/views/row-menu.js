import { openMenu } from "../elements/menu.js";
import { print } from "../navigation/print.js";
import { bookChoices } from "./book-choices.js";
import { livingBook } from "./gone-book.js";
import { titleOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */

/** What a book is opened for: a menu of a row is short. */
const inside = ["rate", "cover", "lend", "loanEnd", "same", "history", "send"];

/**
 * Opens a book of a list, with that list as it is filtered and sorted, in another window of the browser.
 * @param {import("../navigation/types.js").NavState} state
 * @param {import("../navigation/types.js").ListRef} list
 * @param {string} id
 */
export function openInWindow(state, list, id) {
  const library = { ...state.tabs.library, list, path: [/** @type {const} */ ({ k: "book", id })] };
  const address = print({ ...state, tab: "library", tabs: { ...state.tabs, library } });
  // It begins anew: as an opened window it would take itself for a copy of this one.
  window.open(address, "_blank", "noopener");
}

/**
 * What can be done with the book of a row without opening it: by the second button, the menu key or
 * Shift+F10 (NAVIGATION §3.10).
 * @param {Context} context
 * @param {{row: HTMLElement, id: string, open: () => void,
 *   selector: import("./selector.js").Selector|null}} parts
 */
export function openRowMenu(context, { row, id, open, selector }) {
  const { t } = context.messages;
  const book = livingBook(context, id);
  if (!book) return;
  const own = (/** @type {() => void} */ deed) => () => void (livingBook(context, id) && deed());
  openMenu(row, {
    label: titleOf(book),
    name: "popover.row",
    choices: [
      { name: "open", symbol: "book", label: t("book.open"), act: own(open) },
      ...(selector ? [{
        name: "select",
        symbol: "select",
        label: t(selector.has(id) ? "select.without" : "select.one"),
        act: own(() => selector.toggle(id)),
      }] : []),
      ...bookChoices(context, book).filter(({ name }) => !inside.includes(name)),
    ],
  });
}
