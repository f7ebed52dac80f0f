import { isOut, isOverdue } from "./loan-standing.js";

/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("../messages/messages.js").Messages} Messages */
/** @typedef {{id: string, words: string, isOverdue: boolean}} RowLoan */

/**
 * "Lent to Ann".
 * @param {Entity} loan
 * @param {Messages} messages
 */
export function whoWords({ fields: { person, direction } }, { t }) {
  const way = wayOf(direction);
  return person ? t(`loan.${way}.person`, { person }) : t(`loan.${way}`);
}

/**
 * The way a book went: what another program left open is taken for lent.
 * @param {unknown} direction
 */
export const wayOf = (direction) => (direction === "borrowed" ? "borrowed" : "lent");

/**
 * "Lent to Ann, due May 3"; "Overdue: Lent to Ann", for a long name may be cut at its end.
 * @param {Entity} loan that goes on
 * @param {Messages} messages
 * @param {string} today
 */
export function briefWords(loan, messages, today) {
  const { t, date } = messages;
  const { due } = loan.fields;
  const who = whoWords(loan, messages);
  if (isOverdue(loan, today)) return t("loan.late", { loan: who });
  return due ? `${who}, ${t("loan.due", { day: date(due, today) })}` : who;
}

/**
 * What a row says of the loan that a book is on, and whether that is overdue.
 * @param {Pick<import("./context.js").Context, "books"|"messages"|"today">} context
 * @param {string} id of the book
 * @returns {RowLoan|undefined} nothing of one that is at home
 */
export function rowLoan({ books, messages, today }, id) {
  const [loan] = books.loans(id);
  if (!loan || !isOut(loan)) return undefined;
  const day = today();
  return { id: loan.id, words: briefWords(loan, messages, day), isOverdue: isOverdue(loan, day) };
}
