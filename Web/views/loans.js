import { parsePartialDate } from "../library/partial-date.js";
import { folded } from "../library/text.js";
import { byUrgency, isOut, isOverdue } from "./loan-standing.js";
import { wayOf, whoWords } from "./loan-words.js";

/** @typedef {import("./context.js").Change} Change */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("../messages/messages.js").Messages} Messages */
/** @typedef {{person?: string|null, direction?: string|null, out?: string|null, due?: string|null,
 *   back?: string|null}} Loan */
/** @typedef {"overdue"|"lent"|"borrowed"|"back"} Group */

/** What is said of a loan, in the order of its form. */
export const loanFields = /** @type {const} */ (["person", "direction", "out", "due", "back"]);

/**
 * What stands together on the page of all loans, each group in the order of its urgency.
 * @param {readonly Entity[]} loans
 * @param {string} today
 * @returns {Record<Group, Entity[]>}
 */
export function loanGroups(loans, today) {
  /** @type {Record<Group, Entity[]>} */
  const groups = { overdue: [], lent: [], borrowed: [], back: [] };
  for (const loan of [...loans].sort(byUrgency)) {
    if (!isOut(loan)) groups.back.push(loan);
    else groups[isOverdue(loan, today) ? "overdue" : wayOf(loan.fields.direction)].push(loan);
  }
  return groups;
}

/**
 * Who has how many of the books that are lent; who has most comes first.
 * @param {readonly Entity[]} loans
 * @returns {[person: string, count: number][]}
 */
export function holders(loans) {
  /** @type {Map<string, [string, number]>} */
  const counts = new Map();
  for (const loan of loans) {
    const { person, direction } = loan.fields;
    if (!person || !isOut(loan) || wayOf(direction) !== "lent") continue;
    const key = folded(person);
    const [name, count] = counts.get(key) ?? [person, 0];
    counts.set(key, [name, count + 1]);
  }
  return [...counts.values()].sort(([, a], [, b]) => b - a);
}

/**
 * The people of all loans, each in one spelling: those noted last first.
 * @param {readonly Entity[]} loans
 * @returns {string[]}
 */
export function peopleOf(loans) {
  const latest = [...loans].sort((a, b) => (b.seq ?? Infinity) - (a.seq ?? Infinity) || 0);
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const { fields: { person } } of latest) {
    if (person && !names.has(folded(person))) names.set(folded(person), person);
  }
  return [...names.values()];
}

/**
 * What is wrong with a loan as it was typed: the key of a message for each field that something is wrong with.
 * @param {Loan} loan
 * @param {string} today
 * @returns {Partial<Record<"person"|"out"|"due"|"back", string>>}
 */
export function loanProblems(loan, today) {
  /** @type {ReturnType<typeof loanProblems>} */
  const problems = {};
  if (!loan.person) problems.person = "loan.personNeeded";
  for (const field of /** @type {const} */ (["out", "due", "back"])) {
    const date = loan[field];
    if (date && !parsePartialDate(date)) problems[field] = "field.dateForm";
    // Only the day that was agreed may be still to come.
    else if (date && field !== "due" && date > today.slice(0, date.length)) problems[field] = "reading.future";
  }
  // Dates follow each other where both are dates that can be.
  if (!problems.out && isBefore(loan.due, loan.out)) problems.due ??= "loan.dueEarly";
  if (!problems.out && isBefore(loan.back, loan.out)) problems.back ??= "loan.backEarly";
  return problems;
}

/**
 * Whether one date comes before another, as far as both are known.
 * @param {string|null|undefined} date
 * @param {string|null|undefined} other
 */
function isBefore(date, other) {
  const length = Math.min(date?.length ?? 0, other?.length ?? 0);
  return length > 0 && String(date).slice(0, length) < String(other).slice(0, length);
}

/**
 * The fields that were changed: what others have said of the rest meanwhile stays.
 * @param {Loan} shown when its form was opened
 * @param {Loan} typed
 * @returns {Loan}
 */
export function changedFields(shown, typed) {
  const changed = loanFields.filter((field) => (shown[field] ?? null) !== (typed[field] ?? null));
  return Object.fromEntries(changed.map((field) => [field, typed[field] ?? null]));
}

/**
 * Lends books, or borrows them: of several those alone that are not with that person already.
 * @param {readonly Entity[]} books
 * @param {Loan} loan
 * @param {{loansOf: (book: string) => readonly Entity[], newId: () => string}} parts
 * @returns {Change[]}
 */
export function lendingChanges(books, loan, { loansOf, newId }) {
  const isThere = (/** @type {Entity} */ { id }) => loansOf(id).some((other) =>
    isOut(other) && wayOf(other.fields.direction) === loan.direction &&
    folded(other.fields.person ?? "") === folded(loan.person ?? ""));
  return books.filter((book) => books.length === 1 || !isThere(book))
    .map(({ id }) => ({ e: "loan", id: newId(), create: true, set: { book: id, ...loan } }));
}

/**
 * "Lent to Ann, since December 3, 2025, due May 3, overdue"; once it is back, from when till when.
 * @param {Entity} loan
 * @param {Messages} messages
 * @param {string} today
 */
export function loanWords(loan, messages, today) {
  const { t } = messages;
  const date = (/** @type {string} */ day) => messages.date(day, today);
  const { out, due, back } = loan.fields;
  const who = whoWords(loan, messages);
  if (back) {
    return out
      ? t("loan.span", { loan: who, from: date(out), to: date(back) })
      : t("loan.until", { loan: who, to: date(back) });
  }
  return [
    who,
    out && t("loan.since", { day: date(out) }),
    due && t("loan.due", { day: date(due) }),
    isOverdue(loan, today) && t("loan.overdue"),
  ].filter(Boolean).join(", ");
}
