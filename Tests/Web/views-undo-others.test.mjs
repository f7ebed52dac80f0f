import assert from "node:assert/strict";
import { test } from "node:test";
import english from "./support/english.mjs";
import { SharedLibrary } from "./support/shared-library.mjs";
import { createMessages } from "../../Web/messages/messages.js";
import { createUndo } from "../../Web/views/undo.js";

const messages = createMessages("en", english);

/** A window, and what it said and what failed in it. */
function windowOf() {
  const library = new SharedLibrary();
  const [told, failures] = [[], []];
  const notify = (sentence) => {
    told.push(sentence);
    return () => {};
  };
  const undo = createUndo({ library, messages, notify, fail: (error) => void failures.push(error) });
  return { library, undo, told, failures };
}

const making = (e, id, set) => [[{ e, id, create: true, set }]];

test("a book that another device wrote in stays, though this one wrote in it last", async () => {
  const { library, undo, told } = windowOf();
  await undo.perform(making("book", "b", { title: "Dune" }), "a new book");
  library.come({ e: "book", id: "b", set: { review: "what the phone wrote" } });
  await undo.perform([[{ e: "book", id: "b", set: { rating: 400 } }]], "a rating");
  await undo.undo();
  await undo.undo();
  const { deleted, fields } = library.get("book", "b");
  assert.deepEqual([deleted, fields.review, fields.rating], [false, "what the phone wrote", null]);
  assert.equal(told.at(-1), messages.t("undo.theirs", { deed: "a new book" }));
});

for (const [kind, id, set] of [
  ["note", "n", { book: "b", text: "a quote" }],
  ["reading", "r", { book: "b", span: { outcome: "reading" } }],
  ["loan", "l", { book: "b", person: "Ada" }],
]) {
  test(`a book of which another device noted a ${kind} stays`, async () => {
    const { library, undo, told } = windowOf();
    await undo.perform(making("book", "b", { title: "Dune" }), "a new book");
    library.come({ e: kind, id, create: true, set });
    await undo.undo();
    assert.equal(library.get("book", "b").deleted, false);
    assert.equal(told.at(-1), messages.t("undo.theirs", { deed: "a new book" }));
  });
}

test("a read-through in which another device has a place stays", async () => {
  const { library, undo, told } = windowOf();
  library.come({ e: "book", id: "b", create: true, set: { title: "Dune" } });
  await undo.perform(making("reading", "r", { book: "b", span: { outcome: "reading" } }), "a read-through");
  library.come({ e: "progress", id: "r~phone", set: { unit: "page", value: 12 } });
  await undo.undo();
  assert.equal(library.get("reading", "r").deleted, false);
  assert.equal(told.at(-1), messages.t("undo.theirs", { deed: "a read-through" }));
});

test("a read-through stays with the place in it that was written over since", async () => {
  const { library, undo, told } = windowOf();
  library.come({ e: "book", id: "b", create: true, set: { title: "Dune" } });
  const first = [
    { e: "reading", id: "r", create: true, set: { book: "b", span: { outcome: "reading" } } },
    { e: "progress", id: "r~d", create: true, set: { unit: "page", value: 12 } },
  ];
  await undo.perform([first], "page 12");
  library.come({ e: "progress", id: "r~d", set: { value: 90 } });
  await undo.undo();
  assert.deepEqual([library.get("reading", "r").deleted, library.get("progress", "r~d").deleted], [false, false]);
  assert.equal(told.at(-1), messages.t("undo.theirs", { deed: "page 12" }));
});

test("a shelf on which another device put a book stays, and what was put there with it goes", async () => {
  const { library, undo, told } = windowOf();
  for (const id of ["a", "b"]) library.come({ e: "book", id, create: true, set: { title: id } });
  const put = (id) => ({ e: "book", id, add: { shelves: { s: { position: "V" } } } });
  await undo.perform([[...making("shelf", "s", { name: "Sand" })[0], put("a")]], "a shelf");
  library.come(put("b"));
  await undo.undo();
  assert.equal(library.get("shelf", "s").deleted, false);
  assert.deepEqual(["a", "b"].map((id) => library.get("book", id).fields.shelves?.s), [undefined, { position: "V" }]);
  const deed = "a shelf";
  assert.equal(told.at(-1), messages.t("undo.partly", { deed, kept: deed }));
});

test("a shelf goes though another device changed a book that was put there with it", async () => {
  const { library, undo } = windowOf();
  library.come({ e: "book", id: "a", create: true, set: { title: "a" } });
  const put = { e: "book", id: "a", add: { shelves: { s: { position: "V" } } } };
  await undo.perform([[...making("shelf", "s", { name: "Sand" })[0], put]], "a shelf");
  library.come({ e: "book", id: "a", set: { rating: 400 } });
  await undo.undo();
  assert.deepEqual(library.shown(), { "book/a": { rating: 400, title: "a" } });
});

test("what was made goes, with what else this device put in it, once that is taken back", async () => {
  const { library, undo } = windowOf();
  await undo.perform(making("book", "b", { title: "Dune" }), "a new book");
  await undo.perform([[{ e: "book", id: "b", set: { note: "mine" }, add: { tags: { sand: null } } }]], "words");
  await undo.perform(making("note", "n", { book: "b", text: "a quote" }), "a quote");
  const all = library.shown();
  for (let deed = 0; deed < 3; deed += 1) await undo.undo();
  assert.deepEqual(library.shown(), {});
  for (let deed = 0; deed < 3; deed += 1) await undo.redo();
  assert.deepEqual(library.shown(), all);
});

test("however much a deed made, the library is gone through once when it is taken back", async () => {
  const { library, undo } = windowOf();
  const books = Array.from({ length: 300 }, (_, number) => ({ e: "book", id: `b${number}`, create: true, set: {} }));
  await undo.perform([books], "books");
  let count = 0;
  const list = library.list.bind(library);
  library.list = (kind) => {
    count += 1;
    return list(kind);
  };
  await undo.undo();
  assert.deepEqual([library.shown(), count <= 5], [{}, true]);
});
