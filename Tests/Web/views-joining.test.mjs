import assert from "node:assert/strict";
import test from "node:test";
import { OwnedBooks } from "../../Web/catalog/owned.js";
import { mayBeTwins } from "../../Web/catalog/twins.js";
import { isApart, joinedInto } from "../../Web/library/joined.js";
import { inverseOf, undoing } from "../../Web/library/inverse.js";
import { applyOperation } from "../../Web/library/apply.js";
import { inOperations } from "../../Web/views/batch.js";
import { createBooks } from "../../Web/views/books.js";
import { joiningChanges, planOf } from "../../Web/views/joining.js";
import { operationByteCountMax } from "../../Web/views/limits.js";
import { operationProblem } from "./support/operation-problem.mjs";

const by = (...names) => names.map((name) => ({ name, role: "author" }));
const entity = (kind, id, fields = {}) => ({ kind, id, seq: 1, at: 1, by: "d", deleted: false, fields });
const book = (id, fields = {}) => entity("book", id, { title: "The Glass Orchard", ...fields });
const words = (field, value) => (field === "contributors" ? value.map(({ name }) => name).join() : JSON.stringify(value));
const nothing = { readings: [], notes: [], loans: [] };
const plan = (...fields) => planOf(fields.map((each, at) => book(`b${at}`, each)), words);

test("what one of the books lacks comes from the other, and asks nothing", () => {
  const { settled, questions } = plan({ pages: 312, publisher: "" }, { publisher: "Fen Press", rating: 400 });
  assert.deepEqual(settled, { title: "The Glass Orchard", pages: 312, publisher: "Fen Press", rating: 400 });
  assert.deepEqual(questions, []);
});

test("what reads the same is the same, and the fuller of the two stays", () => {
  const filed = [{ name: "Mara Quill", role: "author", sort: "Quill, Mara" }];
  const { settled, questions } = plan({ contributors: by("Mara Quill") }, { contributors: filed });
  assert.deepEqual(settled.contributors, filed);
  assert.deepEqual(questions, []);
});

test("what says all that the others do needs no choice", () => {
  const { settled, questions } = plan(
    { published: "2019", favourite: false, added: 9, acquired: { place: "Fair" }, review: "Fine  book." },
    { published: "2019-05", favourite: true, added: 5, acquired: { date: "2020" }, review: "A fine book.\nFine book. Yes." },
  );
  assert.deepEqual(questions, []);
  assert.equal(settled.published, "2019-05");
  assert.equal(settled.favourite, true);
  assert.equal(settled.added, 5);
  assert.deepEqual(settled.acquired, { place: "Fair", date: "2020" });
  assert.equal(settled.review, "A fine book.\nFine book. Yes.");
});

test("what differs is asked, with what is likeliest first chosen", () => {
  const { questions } = plan(
    { title: "Orchard (Tidewater, #2)", status: "toRead", pages: 300, contributors: by("A") },
    { title: "Orchard", status: "read", pages: 312, contributors: by("A", "B") },
  );
  assert.deepEqual(questions.map(({ field, suggested }) => [field, suggested]), [
    ["title", 1], ["contributors", 1], ["status", 1], ["pages", 0],
  ]);
  assert.deepEqual(questions[3].options, [{ value: 300, ids: ["b0"] }, { value: 312, ids: ["b1"] }]);
  assert.deepEqual(questions[1].both, by("A", "B"));
});

test("of two reviews both stay, one below the other, the longer first", () => {
  const { questions: [review] } = plan({ review: "Short." }, { review: "Rather longer." });
  assert.equal(review.both, "Rather longer.\n\nShort.");
  assert.equal(review.suggested, review.options.length);
  const long = "x".repeat(60_000);
  const { questions: [either] } = plan({ review: long }, { review: `${long}y z` + "w".repeat(5) + " q" });
  assert.equal(either, undefined, "the one holds the other");
});

test("of reviews that are too long together the longest stays, and the others become notes", () => {
  const [long, longer] = ["x".repeat(60_000), "y".repeat(60_001)];
  const { questions: [review] } = plan({ review: long }, { review: longer }, { review: "y" });
  assert.deepEqual([review.both, review.beside, review.suggested], [longer, [long], 3]);
  const changes = joiningChanges({
    books: two, values: { rating: 400, review: longer, note: long }, belongings: [nothing, nothing],
    progress: new Set(), beside: [{ id: "n1", text: long }],
  });
  // Each is an operation's own, which has room for no two.
  assert.deepEqual(changes.slice(1, 4), [
    { e: "book", id: "b1", set: { review: longer } },
    { e: "book", id: "b1", set: { note: long } },
    { e: "note", id: "n1", create: true, set: { book: "b1", form: "note", text: long } },
  ]);
  const lists = inOperations(changes);
  assert.ok(lists.every((list) => JSON.stringify(list).length < operationByteCountMax));
  assert.equal(operationProblem({ op: "o", n: 1, base: 1, at: 1, do: lists[2] }, "d"), null);
});

test("of two covers one is chosen, and one alone comes along", () => {
  const [one, other] = ["a".repeat(64), "b".repeat(64)];
  const { questions: [cover] } = plan({ cover: one }, { cover: other });
  assert.deepEqual([cover.field, cover.suggested, cover.both], ["cover", 0, undefined]);
  assert.deepEqual(cover.options.map(({ value }) => value), [one, other]);
  assert.equal(plan({ cover: null }, { cover: other }).settled.cover, other);
});

test("three books say a thing once where two of them agree", () => {
  const { questions: [pages] } = plan({ pages: 1 }, { pages: 2 }, { pages: 1 });
  assert.deepEqual(pages.options, [{ value: 1, ids: ["b0", "b2"] }, { value: 2, ids: ["b1"] }]);
});

test("sets unite, whatever the spelling, and the place on a shelf stays", () => {
  const books = [
    book("b1", { tags: { Cosy: null }, shelves: { s1: { position: "a" } } }),
    book("b2", { tags: { cosy: null, new: null }, shelves: { s1: { position: "z" }, s2: null },
      identifiers: { "isbn:9789999900027": null } }),
  ];
  const changes = joiningChanges({ books, values: {}, belongings: [nothing, nothing], progress: new Set() });
  assert.deepEqual(changes, [
    { e: "book", id: "b1", add: {
      identifiers: { "isbn:9789999900027": null }, tags: { new: null }, shelves: { s2: null },
    } },
    { e: "book", id: "b2", set: { "custom.dogear.joined": "b1" }, delete: true },
  ]);
});

const span = { finished: "2023-05-14", outcome: "read" };
const two = [book("b1", { rating: 300 }), book("b2", { rating: 400, tags: { x: null } })];

test("what belonged to the other goes over; what both tell of stands once, with what either knows", () => {
  const own = { ...nothing, readings: [entity("reading", "r1", { book: "b1", span })],
    notes: [entity("note", "n1", { book: "b1", form: "quote", text: "Ah." })] };
  const theirs = {
    readings: [
      entity("reading", "r2", { book: "b2", span, format: "ebook" }),
      entity("reading", "r3", { book: "b2", span }),
      entity("reading", "r4", { book: "b2", span: { outcome: "read" } }),
    ],
    notes: [
      entity("note", "n2", { book: "b2", form: "quote", text: "Ah." }),
      entity("note", "n3", { book: "b2", form: "note", text: "Ah." }),
    ],
    loans: [entity("loan", "l1", { book: "b2", person: "Ann" })],
  };
  const changes = joiningChanges({
    books: two, values: { rating: 400 }, belongings: [own, theirs], progress: new Set(),
  });
  assert.deepEqual(changes, [
    { e: "book", id: "b1", set: { rating: 400 }, add: { tags: { x: null } } },
    { e: "reading", id: "r1", set: { format: "ebook" } },
    { e: "reading", id: "r2", delete: true },
    { e: "reading", id: "r3", set: { book: "b1" } },
    { e: "reading", id: "r4", set: { book: "b1" } },
    { e: "note", id: "n2", delete: true },
    { e: "note", id: "n3", set: { book: "b1" } },
    { e: "loan", id: "l1", set: { book: "b1" } },
    { e: "book", id: "b2", set: { "custom.dogear.joined": "b1" }, delete: true },
  ]);
  assert.equal(operationProblem({ op: "o", n: 1, base: 1, at: 1, do: changes }, "d"), null);
});

test("what two of the others tell of stands once as well", () => {
  const of = (id, ...notes) => ({ ...nothing, notes: notes.map((at) => entity("note", at, { book: id, text: "Ah." })) });
  const changes = joiningChanges({
    books: [...two, book("b3")], values: {}, progress: new Set(),
    belongings: [nothing, of("b2", "n1", "n2"), of("b3", "n3")],
  });
  assert.deepEqual(changes.filter(({ e }) => e === "note"), [
    { e: "note", id: "n1", set: { book: "b1" } },
    { e: "note", id: "n2", set: { book: "b1" } },
    { e: "note", id: "n3", delete: true },
  ]);
});

test("a read-through in which a device has its place is never let go", () => {
  const reading = { ...span, outcome: "reading" };
  const readings = (id, of) => ({ ...nothing, readings: [entity("reading", id, { book: of, span: reading })] });
  const parts = { books: two, values: {}, belongings: [readings("r1", "b1"), readings("r2", "b2")] };
  const moved = (progress) => joiningChanges({ ...parts, progress }).find(({ id }) => id === "r2");
  assert.deepEqual(moved(new Set(["r2"])), { e: "reading", id: "r2", set: { book: "b1" } });
  assert.deepEqual(moved(new Set(["r1"])), { e: "reading", id: "r2", delete: true });
});

test("undone, everything is as it was", () => {
  const all = new Map([...two, entity("reading", "r2", { book: "b2", span })].map((each) => [each.id, each]));
  const before = structuredClone([...all]);
  const belongings = [nothing, { ...nothing, readings: [all.get("r2")] }];
  const changes = joiningChanges({ books: two, values: { rating: 400 }, belongings, progress: new Set() });
  const act = (changes) => {
    for (const { e: kind, id } of changes) {
      const operation = { base: 9, at: 1, do: changes };
      all.set(id, applyOperation(all.get(id), { kind, id }, operation, "d"));
    }
  };
  const lookup = (_kind, id) => all.get(id);
  const inverse = inverseOf(changes, lookup);
  act(changes);
  assert.equal(joinedInto(all.get("b2")), "b1");
  act(undoing(inverse, lookup).do);
  const now = structuredClone([...all]);
  for (const [, { fields }] of now) if (fields["custom.dogear.joined"] === null) delete fields["custom.dogear.joined"];
  assert.deepEqual(now, before);
});

test("a book is another only while it lies in Trash", () => {
  const fields = { "custom.dogear.joined": "b1" };
  assert.equal(joinedInto({ deleted: true, fields }), "b1");
  assert.equal(joinedInto({ deleted: false, fields }), null);
  assert.equal(joinedInto({ deleted: true, fields: { "custom.dogear.joined": 1 } }), null);
  assert.equal(joinedInto(undefined), null);
});

/** A library of these entities, as the views ask it. */
function booksOf(entities) {
  const get = (kind, id) => entities.find((each) => each.kind === kind && each.id === id);
  const list = (kind) => entities.filter((each) => each.kind === kind && !each.deleted);
  return createBooks({ get, resolve: get, list, trash: () => [], glimpse: null }, "en");
}

const joinedWith = (id, target) => ({ ...book(id, { "custom.dogear.joined": target }), deleted: true });

test("what belongs to a book that was joined belongs to the one it is now, through all joinings", () => {
  const entities = [
    book("b3"), joinedWith("b2", "b3"), joinedWith("b1", "b2"),
    entity("note", "n1", { book: "b1", text: "Ah." }), entity("reading", "r1", { book: "b2", span }),
  ];
  const books = booksOf(entities);
  assert.equal(books.idOf("b1"), "b3");
  assert.deepEqual(books.notes("b3").map(({ id }) => id), ["n1"]);
  assert.deepEqual(books.readings("b3").map(({ id }) => id), ["r1"]);
  assert.equal(books.lastDate("b3", "finished"), "2023-05-14");
  assert.equal(books.owned({ id: "x", book: { id: "b1", fields: {} }, add: {}, isbns: [] })?.id, "b3");
  // Taken out of Trash it has its own again, though they were asked for before.
  entities[1] = book("b2", { "custom.dogear.joined": null });
  books.apply(new Set(["book/b2"]));
  assert.deepEqual(books.notes("b2").map(({ id }) => id), ["n1"]);
  assert.deepEqual(books.readings("b3"), []);
  assert.equal(books.lastDate("b3", "finished"), undefined);
});

test("books that were joined in a ring lead to one of them", () => {
  const books = booksOf([joinedWith("b1", "b2"), joinedWith("b2", "b1")]);
  assert.ok(["b1", "b2"].includes(books.idOf("b1")));
});

const quill = { contributors: by("Mara Quill") };
const twins = (one, other) => {
  const books = [book("b1", { ...quill, ...one }), book("b2", { ...quill, ...other })];
  return new OwnedBooks(books).sharing("b1").includes("b2") && mayBeTwins(books[0], books[1]);
};

test("two books may be one where title and author are, however they are written", () => {
  assert.equal(twins({}, {}), true);
  assert.equal(twins({}, { title: "GLASS ORCHARD (Tidewater, #2)", contributors: by("Quill, M.") }), true);
  assert.equal(twins({ identifiers: { "isbn:1": null, "goodreads:7": null } }, { identifiers: { "isbn:2": null } }), true);
  assert.equal(twins({ title: "A", identifiers: { "isbn:1": null } }, { title: "B", identifiers: { "isbn:1": null } }), true);
});

test("what stands in many books tells nothing of two", () => {
  const many = (count) => new OwnedBooks(Array.from({ length: count }, (_, at) =>
    book(`b${at}`, { title: `T${at}`, identifiers: { "isbn:9780000000002": null } })));
  assert.equal(many(8).sharing("b0").length, 7);
  assert.deepEqual(many(9).sharing("b0"), []);
});

test("what changes before all books are looked through is not forgotten by that", () => {
  const books = new OwnedBooks([book("b1", quill), book("b2", quill), book("b3", quill)]);
  books.learn(1);
  assert.equal(books.isWhole, false);
  books.update("b3", book("b3", { title: "Another", ...quill }));
  assert.deepEqual(books.sharing("b1"), ["b2"]);
  assert.equal(books.isWhole, true);
});

test("they are two where the author, the series, the language or one service says so, or a person", () => {
  assert.equal(twins({}, { title: "The Glass Garden" }), false);
  assert.equal(twins({}, { contributors: by("Jon Quill") }), false);
  assert.equal(twins({ series: [{ name: "T", number: 1 }] }, { series: [{ name: "T", index: "2" }] }), false);
  assert.equal(twins({ languages: ["en-GB"] }, { languages: ["de"] }), false);
  assert.equal(twins({ languages: ["en-GB"] }, { languages: ["en"] }), true);
  assert.equal(twins({ identifiers: { "goodreads:7": null } }, { identifiers: { "goodreads:8": null } }), false);
  assert.equal(twins({ "custom.dogear.apart.b2": true }, {}), false);
  assert.equal(twins({}, { "custom.dogear.apart.b1": true }), false);
  assert.equal(isApart(book("b1"), book("b2")), false);
});
