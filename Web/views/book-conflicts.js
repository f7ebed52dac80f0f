import { aboutOf, conflictsIn } from "./attention.js";
import { conflictField } from "./conflict-words.js";
import { titleOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * That of something about a book, or about a read-through of it, two versions are kept; and the way
 * to them.
 * @param {Context} context
 * @param {Entity} book
 * @returns {import("./notices.js").Notice[]}
 */
export function conflictNotices(context, book) {
  const { books, messages } = context;
  const { t } = messages;
  const conflicts = conflictsIn(context).filter((conflict) => {
    const about = aboutOf(context, conflict);
    return about !== undefined && books.idOf(String(about.fields.book ?? about.id)) === book.id;
  });
  if (conflicts.length === 0) return [];
  const fields = messages.list([...new Set(conflicts.map((one) => conflictField(context, one)))]);
  const act = () => showConflict(context, conflicts[0].id);
  return [{
    key: `versions.${book.id}`,
    title: titleOf(book),
    text: t("versions.text", { fields }),
    choices: [{ name: "show", label: t("show"), act }],
  }];
}

/**
 * Opens the conflicts where this one stands.
 * @param {Context} context
 * @param {string} id
 */
function showConflict({ panels }, id) {
  panels.open("conflicts");
  const name = `[data-testid="sheet.conflicts"] [data-testid="conflict.${id}"] h3`;
  const heading = document.querySelector(name);
  if (!(heading instanceof HTMLElement)) return;
  heading.tabIndex = -1;
  heading.focus();
}
