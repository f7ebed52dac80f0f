import assert from "node:assert/strict";
import { test } from "node:test";
import {
  currentValue, isElsewhere, settling, settlingAll, sideOf, together, typedValue,
} from "../../Web/views/conflict-resolution.js";
import { editFlaw } from "../../Web/replica/replica.js";
import { aboutOf, conflictsIn } from "../../Web/views/attention.js";
import { createBooks } from "../../Web/views/books.js";
import { mendingForm, namesOf, revivingChanges } from "../../Web/views/problem-mending.js";
import { eventWords, restoring } from "../../Web/views/history-words.js";
import { bothTexts, cutShort } from "../../Web/views/word-diff.js";
import { createMessages } from "../../Web/messages/messages.js";
import english from "./support/english.mjs";

const entry = (rest) => ({ seq: 1, at: 1, by: "d", ...rest });
const settled = { e: "conflict", id: "c1", delete: true };

test("keeping what is in place closes the conflict and touches nothing else", () => {
  assert.deepEqual(settling(conflict({ field: "title" }), "A", book({ title: "A" })), [settled]);
});

test("another value takes its place and the conflict goes, as one operation", () => {
  assert.deepEqual(settling(conflict({ field: "title" }), "B", book({ title: "A" })), [
    { e: "book", id: "b1", set: { title: "B" } },
    settled,
  ]);
  const onShelf = conflict({ field: "shelves", element: "s1" });
  const placed = book({ shelves: { s1: { position: "b" } } });
  assert.deepEqual(settling(onShelf, { position: "a" }, placed), [
    { e: "book", id: "b1", add: { shelves: { s1: { position: "a" } } } },
    settled,
  ]);
});

test("what stands there now is a field, an element, or no element at all", () => {
  const shown = book({ title: "A", shelves: { s1: null } });
  assert.equal(currentValue(conflict({ field: "title" }), shown), "A");
  assert.equal(currentValue(conflict({ field: "review" }), shown), null);
  assert.equal(currentValue(conflict({ field: "shelves", element: "s1" }), shown), null);
  assert.equal(currentValue(conflict({ field: "shelves", element: "s2" }), shown), undefined);
});

test("a device's side is what it wrote; everything of it is settled in bounded operations", () => {
  const sides = { kept: { value: "A", by: "phone", at: 1 }, lost: { value: "B", by: "tab", at: 2 } };
  assert.equal(sideOf(conflict({ field: "title", ...sides }), "tab"), "lost");
  assert.equal(sideOf(conflict({ field: "title", ...sides }), "laptop"), null);
  const own = { kept: { by: "tab", at: 1 }, lost: { by: "tab", at: 2 } };
  assert.equal(sideOf(conflict({ field: "title", ...own }), "tab"), "lost");

  const many = Array.from({ length: 33 }, (_, at) => ({
    ...conflict({ field: "title", ...sides }), id: `c${at}`,
  }));
  const edits = settlingAll(many, "tab", () => undefined);
  assert.deepEqual(edits.map((changes) => changes.length), [64, 2]);
  assert.deepEqual(edits[1], [
    { e: "book", id: "b1", set: { title: "B" } },
    { e: "conflict", id: "c32", delete: true },
  ]);
  assert.deepEqual(settlingAll(many, "laptop", () => undefined), []);
});

test("what somebody wrote after both versions is neither, and no choice between the two is about it", () => {
  const about = conflict({ field: "title" });
  assert.equal(isElsewhere(about, book({ title: "A" })), false);
  assert.equal(isElsewhere(about, book({ title: "B" })), false);
  assert.equal(isElsewhere(about, book({ title: "C" })), true);
  assert.equal(isElsewhere(about, book({})), true);
  const cleared = conflict({ field: "title", lost: { value: null } });
  assert.equal(isElsewhere(cleared, book({})), false);
  const onShelf = conflict({ field: "shelves", element: "s1", kept: { value: null } });
  assert.equal(isElsewhere(onShelf, book({ shelves: { s1: null } })), false);
  assert.equal(isElsewhere(onShelf, book({ shelves: {} })), true);
});

test("long texts are settled in operations that a push has room for", () => {
  const long = "long ".repeat(18_000);
  const sides = { kept: { value: "A", by: "phone", at: 1 }, lost: { value: long, by: "tab", at: 2 } };
  const many = Array.from({ length: 6 }, (_, at) => ({
    ...conflict({ field: "review", ...sides }), id: `c${at}`,
  }));
  const edits = settlingAll(many, "tab", () => undefined);
  assert.equal(edits.flat().length, 12);
  for (const changes of edits) {
    assert.equal(editFlaw({ op: "o", n: 1, base: 0, at: 0, do: changes }), null);
    assert.equal(changes.length % 2, 0, "no conflict goes without what settles it");
  }
});

test("a record that does not say what it is about is neither shown nor counted", () => {
  const about = { entity: { e: "book", id: "b1" }, field: "title" };
  const records = [
    {}, { field: "title" }, { entity: { e: "book" }, field: "title" },
    { entity: { id: "b1" }, field: "title" }, { entity: about.entity }, about,
  ];
  assert.deepEqual(shownOf(records, [{ kind: "book", id: "b1" }]), ["c5"]);
});

test("what is in Trash, itself or with its book, is disputed again once it is back", () => {
  const records = [["book", "b1"], ["reading", "r1"], ["note", "n1"], ["shelf", "s1"], ["book", "gone"]]
    .map(([e, id]) => ({ entity: { e, id }, field: "any" }));
  const entities = (trash) => [
    { kind: "book", id: "b1" }, { kind: "shelf", id: "s1" },
    { kind: "reading", id: "r1", fields: { book: "b1" } },
    { kind: "note", id: "n1", fields: { book: "b1" } },
  ].map((one) => ({ ...one, deleted: trash.includes(one.id) }));
  const shown = (trash) => shownOf(records, entities(trash));
  assert.deepEqual(shown([]), ["c0", "c1", "c2", "c3"]);
  assert.deepEqual(shown(["b1"]), ["c3"]);
  assert.deepEqual(shown(["n1", "s1"]), ["c0", "c1"]);
});

test("words are edited together, lists united, and choices chosen", () => {
  const values = (field, kept, lost) =>
    conflict({ field, kept: { value: kept }, lost: { value: lost } });
  assert.deepEqual(together(values("title", "Emma", "Persuasion")), { how: "line", value: "Emma" });
  assert.deepEqual(together(values("pages", null, 300)), { how: "line", value: "300" });
  assert.equal(together(values("review", "Loved it.", "Loved it. Twice."))?.value, "Loved it. Twice.");
  assert.deepEqual(
    together(values("languages", ["en", "fr"], ["fr", "de"])),
    { how: "union", value: ["en", "fr", "de"] },
  );
  assert.equal(together(values("rating", 300, 400)), null);
  assert.equal(together(conflict({ field: "shelves", element: "s1" })), null);
  assert.equal(typedValue(values("pages", 300, null), " 312 "), 312);
  assert.equal(typedValue(values("title", "1984", "84"), "1984"), "1984");
  assert.equal(typedValue(values("review", "a", "b"), "  "), null);
});

test("both texts as one hold every word of either", () => {
  assert.equal(bothTexts("The sea is grey.", "The sea is blue."), "The sea is grey. blue.");
  assert.equal(bothTexts("One thing.", "Quite another matter"), "One thing.\n\nQuite another matter");
  assert.equal(bothTexts("", "Only this"), "\n\nOnly this".trim());
});

test("what stayed is cut between words, or between characters where there are no words", () => {
  const words = "word ".repeat(200).trim();
  assert.match(cutShort(words, false, false), /^(word )+… (word )+word$/);
  const chinese = "書🙂".repeat(200);
  assert.match(cutShort(chinese, false, false), /^(?:書🙂){40} … (?:書🙂){40}$/u);
  assert.match(cutShort(chinese, true, false), /^ … (?:書🙂){40}$/u);
  assert.match(cutShort(words, false, true), /^(word )+… $/);
  assert.equal(cutShort("a b", false, false), "a b");
});

test("a former value comes back by an ordinary change, unless it is there", () => {
  const book = { kind: "book", id: "b1", fields: { title: "B", tags: { cosy: null } } };
  assert.deepEqual(
    restoring(book, entry({ field: "title", from: "A", to: "B" })),
    { e: "book", id: "b1", set: { title: "A" } },
  );
  assert.equal(restoring(book, entry({ field: "title", from: "B", to: "A" })), null);
  assert.equal(restoring(book, entry({ field: "title", to: "A" })), null);
  assert.deepEqual(
    restoring(book, entry({ field: "title", from: "B", to: "B", written: "C" }))?.set, { title: "C" },
  );
  assert.deepEqual(
    restoring(book, entry({ field: "review", to: "Good" }))?.set ?? null, null,
  );
  assert.deepEqual(
    restoring(book, entry({ field: "tags", element: "cosy", to: null })),
    { e: "book", id: "b1", del: { tags: ["cosy"] } },
  );
  assert.deepEqual(
    restoring(book, entry({ field: "shelves", element: "s1", from: { position: "a" } })),
    { e: "book", id: "b1", add: { shelves: { s1: { position: "a" } } } },
  );
  assert.equal(restoring(book, entry({ life: true, from: "created", to: "deleted" })), null);
});

test("a book kept from a joining is told from one kept from a deletion", () => {
  const context = { messages: { t: (/** @type {string} */ key) => key } };
  const kept = (seq) => entry({ life: true, to: "revived", seq });
  const joined = (to, seq) => entry({ field: "custom.dogear.joined", to, seq });
  const known = [kept(9), joined(null, 7), kept(5), joined("b2", 4), kept(3)];
  assert.deepEqual(
    known.filter(({ life }) => life).map((one) => eventWords(one, context, known)),
    ["history.revived", "history.revivedJoined", "history.revived"],
  );
  // At once, where the joining comes last.
  assert.equal(eventWords(kept(4), context, [joined("b2", 4)]), "history.revivedJoined");
  // That is no value to go back to.
  const book = { kind: "book", id: "b1", fields: { "custom.dogear.joined": "b2" } };
  assert.equal(restoring(book, joined("b2", 4)), null);
});

test("a refused edit of one book opens its editor with what was refused", () => {
  const book = { kind: "book", id: "b1", seq: 3, fields: { title: "A", pages: 10 } };
  const refused = (...changes) => ({ op: "o", at: 1, changes, problem: { code: "x", message: "" } });
  const change = { e: "book", id: "b1", set: { title: "B" } };
  const mending = mendingForm(refused(change), () => book);
  assert.equal(mending?.id, "b1");
  assert.equal(mending?.form.title, "B");
  assert.equal(mending?.form.pages, "10");
  const created = { ...change, create: true };
  assert.equal(mendingForm(refused(created), () => undefined)?.id, null);
  assert.equal(mendingForm(refused(change), () => undefined), null);
  assert.equal(mendingForm(refused(change, change), () => book), null);
  assert.equal(mendingForm(refused({ e: "reading", id: "r" }), () => book), null);

  const dead = { ...book, deleted: true };
  assert.deepEqual(
    revivingChanges(refused(change, change), () => dead), [{ e: "book", id: "b1", restore: true }],
  );
  assert.deepEqual(revivingChanges(refused(change), () => book), []);
});

test("a refused edit is told by the book that it belongs to, or by its own name", () => {
  const named = [
    { ...book({ title: "Dune" }) },
    { kind: "loan", id: "l1", fields: { book: "b1", person: "Ann" } },
    { kind: "note", id: "n1", fields: { book: "b1" } },
    { kind: "reading", id: "r1", fields: { book: "b1" } },
    { kind: "shelf", id: "s1", fields: { name: "Next" } },
  ];
  const context = { ...contextOf([], named), messages: createMessages("en", english) };
  const told = (...changes) => namesOf({ op: "o1", at: 0, changes, problem: { code: "x" } }, context);
  assert.deepEqual(told({ e: "loan", id: "l1", set: { person: "Bo" } }), ["Dune"]);
  assert.deepEqual(told({ e: "loan", id: "l2", create: true, set: { book: "b1", person: "Bo" } }), ["Dune"]);
  assert.deepEqual(told({ e: "note", id: "n1", set: { text: "x" } }), ["Dune"]);
  assert.deepEqual(told({ e: "progress", id: "r1~tab", set: { value: 3 } }), ["Dune"]);
  const [first, second] = [{ e: "book", id: "b1", set: { title: "Emma" } }, { e: "shelf", id: "s1", delete: true }];
  assert.deepEqual(told(first, second, settled), ["Dune", "Next"]);
  assert.deepEqual(told({ e: "book", id: "b9", create: true, set: { title: "Emma" } }), ["Emma"]);
  assert.deepEqual(told({ e: "goal", id: "g1", create: true, set: { year: 2026 } }), ["Goal for 2026"]);
  assert.deepEqual(told({ e: "loan", id: "l9", delete: true }), []);
});

/** A library with these records of conflicts, and these entities. */
function contextOf(records, entities) {
  const get = (kind, id) => {
    const found = entities.find((one) => one.kind === kind && one.id === id);
    return found && { deleted: false, fields: {}, ...found };
  };
  const list = (kind) => kind === "conflict"
    ? records.map((fields, at) => ({ kind, id: `c${at}`, fields })) : [];
  const library = { list, get, resolve: get, trash: () => [], glimpse: null };
  return { library, books: createBooks(library, "en") };
}

/** The conflicts shown of it. */
const shownOf = (records, entities) => conflictsIn(contextOf(records, entities)).map(({ id }) => id);

const book = (fields) => ({ kind: "book", id: "b1", seq: 1, at: 1, by: "d", deleted: false, fields });

test("what two devices said of a book that was joined is settled in the one that it is now", () => {
  const joined = { kind: "book", id: "b2", deleted: true, fields: { "custom.dogear.joined": "b1" } };
  const note = { kind: "note", id: "n1", fields: { book: "b2" } };
  const ofJoined = { entity: { e: "book", id: "b2" }, kept: { value: "A" }, lost: { value: "B" } };
  const records = [
    { ...ofJoined, field: "title" }, { entity: { e: "note", id: "n1" }, field: "text" },
    { ...ofJoined, field: "custom.dogear.joined" },
  ];
  assert.deepEqual(shownOf(records, [joined, note]), []);
  const context = contextOf(records, [book({ title: "A" }), joined, note]);
  const [title, words, ...more] = conflictsIn(context);
  assert.deepEqual([title.id, words.id, more], ["c0", "c1", []]);
  assert.equal(aboutOf(context, title)?.id, "b1");
  assert.deepEqual(settling(title, "B", aboutOf(context, title)), [
    { e: "book", id: "b1", set: { title: "B" } }, { e: "conflict", id: "c0", delete: true },
  ]);
});

function conflict(fields) {
  const entity = { e: "book", id: "b1" };
  return {
    kind: "conflict",
    id: "c1",
    fields: { entity, kept: { value: "A" }, lost: { value: "B" }, ...fields },
  };
}

test("a tag that another had added already was added as well, not changed", () => {
  const context = { messages: { t: (/** @type {string} */ key) => key } };
  const added = entry({ field: "tags", element: "cosy", from: null, to: null, written: null });
  assert.equal(eventWords(added, context), "history.element.added");
  const moved = entry({ field: "shelves", element: "s1", from: { position: "a" }, to: { position: "b" } });
  assert.equal(eventWords(moved, context), "history.shelf.changed");
});

test("a tag that stays because another had added it was removed all the same", () => {
  const context = { messages: { t: (/** @type {string} */ key) => key } };
  const kept = entry({ field: "tags", element: "cosy", from: null, to: null });
  assert.equal(eventWords(kept, context), "history.element.stays");
  const absent = entry({ field: "shelves", element: "s1" });
  assert.equal(eventWords(absent, context), "history.shelf.removed");
});
