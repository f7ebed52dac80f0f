import assert from "node:assert/strict";
import { test } from "node:test";
import english from "./support/english.mjs";
import { createMessages } from "../../Web/messages/messages.js";
import { createDeeds } from "../../Web/views/deeds.js";
import { createLoanDeeds } from "../../Web/views/loan-deeds.js";
import { entriesOf, loanEntryWords } from "../../Web/views/loan-history.js";
import { byUrgency, isOverdue } from "../../Web/views/loan-standing.js";
import { rowLoan } from "../../Web/views/loan-words.js";
import {
  changedFields, holders, lendingChanges, loanGroups, loanProblems, loanWords, peopleOf,
} from "../../Web/views/loans.js";

const messages = createMessages("en", english);
const today = "2026-05-15";
const loan = (id, fields, seq) => ({ kind: "loan", id, seq, deleted: false, fields });
const ids = (list) => list.map(({ id }) => id);

test("a loan is overdue once the day, the month or the year that was agreed is over", () => {
  const overdue = (fields) => isOverdue(loan("l", fields), today);
  assert.deepEqual(["2026-05-14", "2026-04", "2025"].map((due) => overdue({ due })), [true, true, true]);
  assert.deepEqual(["2026-05-15", "2026-05", "2026", undefined, null].map((due) => overdue({ due })),
    [false, false, false, false, false]);
  assert.equal(overdue({ due: "2026-04", back: "2026-05" }), false);
});

test("loans stand by what is overdue, lent, borrowed and back, the most urgent first", () => {
  const loans = [
    loan("back early", { direction: "lent", out: "2024", back: "2024-02-01" }),
    loan("open", { direction: "lent", out: "2025-01-01" }),
    loan("open later", { out: "2025-02-01" }),
    loan("month", { direction: "lent", due: "2026-06" }),
    loan("day", { direction: "lent", due: "2026-06-30" }),
    loan("late", { direction: "borrowed", due: "2026-05-01" }),
    loan("later", { direction: "lent", due: "2026-04-30" }),
    loan("mine not", { direction: "borrowed" }),
    loan("back late", { direction: "borrowed", back: "2025" }),
  ];
  const groups = loanGroups(loans, today);
  assert.deepEqual(Object.fromEntries(Object.entries(groups).map(([name, list]) => [name, ids(list)])), {
    overdue: ["later", "late"], lent: ["day", "month", "open later", "open"], borrowed: ["mine not"],
    back: ["back late", "back early"],
  });
  assert.deepEqual(ids([...loans].reverse().sort(byUrgency)), ids([...loans].sort(byUrgency)));
});

test("who has books is named once, however the name is written, and proposed by its last spelling", () => {
  const loans = [
    loan("1", { person: "ann", direction: "lent" }, 4), loan("2", { person: "Bo", direction: "lent" }, 9),
    loan("3", { person: "Ann", direction: "lent" }, 7), loan("4", { person: "Cy", direction: "borrowed" }),
    loan("5", { person: "Bo", direction: "lent", back: "2026" }, 5), loan("6", { direction: "lent" }, 1),
  ];
  assert.deepEqual(holders(loans), [["ann", 2], ["Bo", 1]]);
  assert.deepEqual(peopleOf(loans), ["Cy", "Bo", "Ann"]);
});

test("a loan has a person, and dates that follow each other", () => {
  const problems = (fields) => loanProblems({ person: "Ann", direction: "lent", ...fields }, today);
  assert.deepEqual(problems({}), {});
  assert.deepEqual(problems({ out: "2026-05", due: "2026-05-01", back: "2026-05-15" }), {});
  assert.deepEqual(problems({ person: "" }), { person: "loan.personNeeded" });
  assert.deepEqual(problems({ due: "2026-13" }), { due: "field.dateForm" });
  assert.deepEqual(problems({ out: "2026-05-16" }), { out: "reading.future" });
  assert.deepEqual(problems({ out: "2026-05-01", back: "2026-06" }), { back: "reading.future" });
  assert.deepEqual(problems({ due: "2027-01-01" }), {});
  assert.deepEqual(problems({ out: "2026-05-10", due: "2026-05-09" }), { due: "loan.dueEarly" });
  assert.deepEqual(problems({ out: "2026-05-10", due: "2026-04" }), { due: "loan.dueEarly" });
  assert.deepEqual(problems({ out: "2026-05-10", back: "2026-05-09" }), { back: "loan.backEarly" });
});

test("each field of a loan that something is wrong with is told, and for one reason", () => {
  const problems = (fields) => loanProblems({ person: "", direction: "lent", ...fields }, today);
  assert.deepEqual(problems({ out: "2026-05-10", due: "2026-04", back: "2026-03" }),
    { person: "loan.personNeeded", due: "loan.dueEarly", back: "loan.backEarly" });
  // Whether a date is too early is not known where the one before it is none.
  assert.deepEqual(problems({ out: "2026-13", due: "May", back: "2026-01" }),
    { person: "loan.personNeeded", out: "field.dateForm", due: "field.dateForm" });
  assert.deepEqual(problems({ out: "2026-05-10", back: "2026-1" }),
    { person: "loan.personNeeded", back: "field.dateForm" });
});

test("only what was changed in a form is said again", () => {
  const shown = { book: "b", person: "Ann", direction: "lent", out: "2026", due: "2026-06" };
  assert.deepEqual(changedFields(shown, { person: "Ann", direction: "lent", out: "2026", back: "2026-05" }),
    { due: null, back: "2026-05" });
  assert.deepEqual(changedFields(shown, shown), {});
});

test("of many books those go that are not with that person already; one goes as often as is said", () => {
  const books = ["b1", "b2"].map((id) => ({ kind: "book", id, fields: {} }));
  const said = { person: "ann", direction: "lent", out: "2026" };
  const known = [loan("l", { person: "Ann" }), loan("m", { person: "Bo", direction: "lent" })];
  const parts = { loansOf: (id) => (id === "b1" ? known : []), newId: () => "new" };
  const change = (book) => ({ e: "loan", id: "new", create: true, set: { book, ...said } });
  assert.deepEqual(lendingChanges(books, said, parts), [change("b2")]);
  assert.deepEqual(lendingChanges(books.slice(0, 1), said, parts), [change("b1")]);
  assert.deepEqual(lendingChanges(books, { ...said, direction: "borrowed" }, parts).length, 2);
  known[0].fields.back = "2026";
  assert.deepEqual(lendingChanges(books, said, parts).length, 2);
});

test("a loan is told in few words where there is little room, and as far as it is known", () => {
  const words = (fields) => loanWords(loan("l", fields), messages, today);
  assert.equal(words({}), "Lent");
  assert.equal(words({ person: "Ann", direction: "borrowed", out: "2026-03", due: "2026-05-03" }),
    "Borrowed from Ann, since March, due May 3, overdue");
  assert.equal(words({ person: "Ann", out: "2024", back: "2024-06-01" }), "Lent to Ann, 2024 – June 1, 2024");
  assert.equal(words({ person: "Ann", back: "2024-06-01" }), "Lent to Ann, back June 1, 2024");
  assert.equal(words({ person: "Ann", out: "2025-03", due: "2026" }), "Lent to Ann, since March 2025, due 2026");
  const row = (fields) =>
    rowLoan({ books: { loans: () => [loan("l", fields)] }, messages, today: () => today }, "b");
  assert.deepEqual(row({ person: "Ann", due: "2026-06-03" }),
    { id: "l", words: "Lent to Ann, due June 3", isOverdue: false });
  assert.equal(row({ person: "Ann", due: "2027-06-03" }).words, "Lent to Ann, due June 3, 2027");
  assert.deepEqual(row({ person: "Ann", due: "2026-04" }),
    { id: "l", words: "Overdue: Lent to Ann", isOverdue: true });
  assert.equal(row({ person: "Ann", back: "2026" }), undefined);
});

test("a loan that is removed elsewhere while it is changed here is there again", async () => {
  const [edits, said] = [[], []];
  const known = loan("l", { book: "b", person: "Ann" });
  const library = {
    get: (kind) => (kind === "loan" ? known : undefined), resolve: () => undefined,
    edit: async (changes, made) => void edits.push([changes, made]),
  };
  const parts = {
    library, messages, books: { loans: () => [] }, notify: (sentence) => (said.push(sentence), () => {}),
    newId: () => "new", now: () => 1, today: () => today, random: () => 1,
  };
  const deeds = createLoanDeeds({ ...parts, deeds: createDeeds(parts) });
  const made = { base: 7 };
  await deeds.change("l", { due: "2026-06" }, made);
  assert.deepEqual(edits.pop(), [[{ e: "loan", id: "l", set: { due: "2026-06" } }], made]);
  known.deleted = true;
  assert.equal(await deeds.change("l", { due: "2026-06" }, made), true);
  assert.deepEqual(edits.pop(), [[{ e: "loan", id: "l", set: { due: "2026-06" }, restore: true }], undefined]);
  assert.deepEqual(said, [english["notice.loanThere"]]);
});

test("the history of a book tells a loan as it was noted at once, and each change of it", () => {
  const at = { at: 1, by: "d" };
  const told = entriesOf("l", [
    { ...at, seq: 8, op: "c", life: true, to: "deleted" },
    { ...at, seq: 7, op: "b", field: "back", to: "2026-05" },
    { ...at, seq: 6, op: "b", field: "book", from: "b1", to: "b2" },
    { ...at, seq: 5, op: "a", field: "person", to: "Ann" },
    { ...at, seq: 5, op: "a", field: "out", to: "2026-03" },
    { ...at, seq: 5, op: "a", life: true, to: "created" },
  ]);
  assert.deepEqual(told.map(({ seq, loan: id }) => [seq, id]), [[8, "l"], [7, "l"], [5, "l"]]);
  const library = { get: () => loan("l", { person: "Ann", back: "2026-05" }) };
  const words = told.map((entry) => loanEntryWords(entry, { library, messages, today: () => today }));
  assert.deepEqual(words, [
    { subject: "Lent and borrowed", event: "Removed: Lent to Ann" },
    { subject: "Day it came back: Lent to Ann", event: null },
    { subject: "Lent and borrowed", event: "Lent to Ann, since March" },
  ]);
});
