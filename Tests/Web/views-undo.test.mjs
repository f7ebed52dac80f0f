import assert from "node:assert/strict";
import { test } from "node:test";
import english from "./support/english.mjs";
import { createMessages } from "../../Web/messages/messages.js";
import { applyOperation } from "../../Web/library/apply.js";
import { createDeeds } from "../../Web/views/deeds.js";
import { createUndo } from "../../Web/views/undo.js";

const messages = createMessages("en", english);
const ids = ["a", "b", "c"];

/**
 * A library that shows an edit at once and keeps it when it is told to, in whatever way: `edits` are
 * those that wait for that.
 */
function slowLibrary() {
  const books = new Map(ids.map((id) =>
    [id, { kind: "book", id, seq: 1, at: 1, by: "me", deleted: false, fields: { title: id, status: "toRead" } }]));
  const edits = [];
  return {
    edits,
    device: { id: "me", name: "" },
    get: (kind, id) => (kind === "book" ? books.get(id) : undefined),
    list: () => [],
    edit(changes) {
      const before = new Map(books);
      for (const { id } of changes) {
        books.set(id, applyOperation(books.get(id), { kind: "book", id }, { base: 1, at: 2, do: changes }, "me"));
      }
      return new Promise((resolve, reject) => {
        const fail = (error) => {
          for (const { id } of changes) books.set(id, before.get(id));
          reject(error);
        };
        edits.push({ changes, keep: resolve, fail });
      });
    },
    field: (name) => ids.map((id) => books.get(id).fields[name] ?? null),
  };
}

function windowOf() {
  const library = slowLibrary();
  const [told, failures] = [[], []];
  const notify = (sentence) => void told.push(sentence);
  const undo = createUndo({ library, messages, notify, fail: (error) => void failures.push(error) });
  return { library, undo, told, failures };
}

const setting = (fields, which = ids) => which.map((id) => [{ e: "book", id, set: fields }]);

/** Lets what waits go on: none of it waits for time. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Keeps all that has been begun, until nothing new begins. */
async function keepAll({ edits }) {
  for (await settled(); edits.length > 0; await settled()) for (const { keep } of edits.splice(0)) keep();
}

test("the word about a deed goes, and its undo with it, once it is taken back in another way", async () => {
  const library = slowLibrary();
  const shown = [];
  const notify = (sentence) => {
    shown.push(sentence);
    return () => void (shown.includes(sentence) && shown.splice(shown.indexOf(sentence), 1));
  };
  const deeds = createDeeds({ library, messages, notify, newId: () => "new", now: () => 1, today: () => "", random: () => 1 });
  deeds.status(library.get("book", "a"), "paused");
  await keepAll(library);
  assert.equal(shown.length, 1);
  deeds.undo();
  await keepAll(library);
  assert.equal(shown.length, 1, shown.join());
  assert.match(shown[0], /^Undone/);
});

test("all operations of a deed are begun at once, in their order", async () => {
  const { library, undo } = windowOf();
  void undo.perform(setting({ status: "read" }), "a deed");
  assert.deepEqual(library.edits.map(({ changes: [{ id }] }) => id), ids);
  assert.deepEqual(library.field("status"), ["read", "read", "read"]);
});

test("what is done while a deed is being kept is done on all of it, and taken back first", async () => {
  const { library, undo } = windowOf();
  const first = undo.perform(setting({ status: "read" }), "the first");
  const second = undo.perform(setting({ rating: 400 }, ["b"]), "the second");
  // The first is kept last.
  const [, , , rated] = library.edits;
  rated.keep();
  assert.equal((await second).words, "the second");
  void undo.undo();
  await keepAll(library);
  await first;
  assert.deepEqual(library.field("rating"), [null, null, null]);
  assert.deepEqual(library.field("status"), ["read", "read", "read"]);
  void undo.undo();
  await keepAll(library);
  assert.deepEqual(library.field("status"), ["toRead", "toRead", "toRead"]);
});

test("who takes back and goes on at once has meant what was there then", async () => {
  const { library, undo } = windowOf();
  void undo.perform(setting({ status: "read" }), "the first");
  void undo.undo();
  void undo.perform(setting({ rating: 400 }, ["b"]), "the second");
  await keepAll(library);
  assert.deepEqual(library.field("status"), ["toRead", "toRead", "toRead"]);
  assert.deepEqual(library.field("rating"), [null, 400, null]);
});

test("what was done again is taken back by who asks for that at once", async () => {
  const { library, undo } = windowOf();
  void undo.perform(setting({ rating: 400 }), "the first");
  void undo.perform(setting({ status: "read" }), "the second");
  void undo.undo();
  void undo.redo();
  void undo.undo();
  await keepAll(library);
  assert.deepEqual(library.field("status"), ["toRead", "toRead", "toRead"]);
  assert.deepEqual(library.field("rating"), [400, 400, 400]);
});

test("a deed that nothing could be kept of is none, and one failure is told", async () => {
  const { library, undo, told, failures } = windowOf();
  void undo.perform(setting({ rating: 400 }, ["b"]), "the first");
  await keepAll(library);
  const heard = [];
  const second = undo.perform(setting({ status: "read" }), "the second", (error) => void heard.push(error));
  library.edits.splice(0).forEach(({ fail }, at) => fail(at));
  assert.equal(await second, null);
  assert.deepEqual(heard, [0]);
  assert.deepEqual(failures, []);
  void undo.undo();
  await keepAll(library);
  assert.deepEqual(library.field("rating"), [null, null, null]);
  assert.deepEqual(told, ["Undone: the first"]);
});

test("of a deed that was kept in part, that part is taken back and done again", async () => {
  const { library, undo, failures } = windowOf();
  const deed = undo.perform(setting({ status: "read" }), "a deed");
  const [first, second, third] = library.edits.splice(0);
  third.keep();
  first.fail("full");
  second.keep();
  assert.equal((await deed).edits.length, 2);
  assert.deepEqual(failures, ["full"]);
  assert.deepEqual(library.field("status"), ["toRead", "read", "read"]);
  void undo.undo();
  await keepAll(library);
  assert.deepEqual(library.field("status"), ["toRead", "toRead", "toRead"]);
  void undo.redo();
  await keepAll(library);
  assert.deepEqual(library.field("status"), ["toRead", "read", "read"]);
});

test("what could be taken back in part only is not called undone, and can be done again", async () => {
  const { library, undo, told, failures } = windowOf();
  void undo.perform(setting({ status: "read" }), "a deed");
  await keepAll(library);
  void undo.undo();
  await settled();
  const [first, ...others] = library.edits.splice(0);
  first.fail("full");
  for (const { keep } of others) keep();
  await settled();
  assert.deepEqual(told, []);
  assert.deepEqual(failures, ["full"]);
  assert.deepEqual(library.field("status"), ["toRead", "toRead", "read"]);
  void undo.redo();
  await keepAll(library);
  assert.deepEqual(library.field("status"), ["read", "read", "read"]);
});

test("what was undone can be done again until something else is kept", async () => {
  const { library, undo, told } = windowOf();
  void undo.perform(setting({ status: "read" }), "the first");
  void undo.undo();
  await keepAll(library);
  void undo.perform(setting({ rating: 400 }), "the second");
  library.edits.splice(0).forEach(({ fail }) => fail("full"));
  void undo.redo();
  await keepAll(library);
  assert.deepEqual(library.field("status"), ["read", "read", "read"]);
  void undo.undo();
  await keepAll(library);
  void undo.perform(setting({ rating: 400 }), "the second");
  void undo.redo();
  await keepAll(library);
  assert.equal(told.at(-1), messages.t("redo.none"));
});

test("the words about all of a deed are not said of a part of it", async () => {
  const library = slowLibrary();
  const told = [];
  const notify = (sentence, { name } = {}) => void told.push(name ?? sentence);
  const deeds = createDeeds({ library, messages, notify });
  const deed = deeds.undoable(setting({ status: "read" }), "3 books: Read", "notice.bulk");
  const [first, ...others] = library.edits.splice(0);
  first.fail(new Error("full"));
  for (const { keep } of others) keep();
  assert.equal(await deed, false);
  assert.equal(told.length, 1);
  assert.match(told[0], /full/);
  const again = deeds.undoable(setting({ status: "read" }), "3 books: Read", "notice.bulk");
  await keepAll(library);
  assert.equal(await again, true);
  assert.equal(told[1], "notice.bulk");
});
