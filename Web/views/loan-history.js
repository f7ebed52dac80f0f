import { loanWords } from "./loans.js";
import { whoWords } from "./loan-words.js";
import { historyLoanMax } from "./limits.js";
import { fieldWords } from "./value-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/**
 * A change of a loan, `loan`: its id. One that is new is one entry with all that was said of it, `told`.
 * @typedef {import("../transport/history.js").HistoryEntry & {loan?: string, told?: Record<string, any>}} Entry
 */

/**
 * The loans that a book has or had, those noted last first, as many as are asked about.
 * @param {Pick<Context, "library"|"books">} context
 * @param {string} book
 */
export function loansOnce({ library, books }, book) {
  return [...library.list("loan"), ...library.trash().filter(({ kind }) => kind === "loan")]
    .filter(({ fields, seq }) => seq !== undefined && books.idOf(String(fields.book)) === book)
    .sort((a, b) => (b.seq ?? 0) - (a.seq ?? 0))
    .slice(0, historyLoanMax);
}

/**
 * What became of the loans of a book. What cannot be read is left out: the book's own history says why.
 * @param {Pick<Context, "library"|"books">} context
 * @param {string} book
 * @returns {Promise<Entry[]>}
 */
export async function loanEntries(context, book) {
  const told = await Promise.all(loansOnce(context, book).map(async ({ id }) => {
    const history = await context.library.history("loan", id);
    return history.state === "known" ? entriesOf(id, history.entries) : [];
  }));
  return told.flat();
}

/**
 * @param {string} loan
 * @param {readonly import("../transport/history.js").HistoryEntry[]} entries
 * @returns {Entry[]}
 */
export function entriesOf(loan, entries) {
  const creation = entries.find(({ life, to }) => life && to === "created");
  return entries.flatMap((entry) => {
    if (entry === creation) {
      const said = entries.filter(({ op, field }) => op === entry.op && field !== undefined);
      return { ...entry, loan, told: Object.fromEntries(said.map(({ field, to }) => [field, to])) };
    }
    return entry.op === creation?.op || entry.field === "book" ? [] : { ...entry, loan };
  });
}

/**
 * What an entry is about, and what it says where no two values do.
 * @param {Entry} entry
 * @param {Context} context
 */
export function loanEntryWords({ field = "", life, to, told, loan = "" }, { library, messages, today }) {
  const { t } = messages;
  const now = library.get("loan", loan);
  const who = now ? whoWords(now, messages) : "";
  if (!life) {
    return { subject: t("history.element", { field: fieldWords(field, messages), element: who }), event: null };
  }
  const event = told
    ? loanWords(/** @type {Entity} */ ({ fields: told }), messages, today())
    : t("history.element", { field: t(`history.element.${to === "deleted" ? "removed" : "added"}`), element: who });
  return { subject: t("sidebar.loans"), event };
}
