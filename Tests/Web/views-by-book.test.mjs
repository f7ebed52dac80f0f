import assert from "node:assert/strict";
import { test } from "node:test";
import { ByBook, newestFirst } from "../../Web/views/by-book.js";

const reading = (id, book, finished) => ({ kind: "reading", id, fields: { book, span: { finished } } });
const readings = [
  reading("r1", "a", "2020-05"), reading("r2", "b", "2021"), reading("r3", "a", "2024-01"), reading("r4", "old-a", "2022"),
];
const bookOf = (id) => id.replace("old-", "");
const ids = (entities) => entities.map(({ id }) => id);

test("what belongs to a book is in order, with that of the book which was joined with it", () => {
  const byBook = new ByBook(readings, bookOf, newestFirst);
  assert.deepEqual(ids(byBook.get("a")), ["r3", "r4", "r1"]);
  assert.deepEqual(ids(byBook.get("b")), ["r2"]);
  assert.deepEqual(byBook.get("none"), []);
});

test("it is gathered in steps, and at once for who asks before the last", () => {
  const looked = [];
  const byBook = new ByBook(readings, (id) => looked.push(id) && bookOf(id), newestFirst);
  assert.equal(byBook.learn(3), true);
  assert.equal(looked.length, 3);
  assert.deepEqual(ids(byBook.get("a")), ["r3", "r4", "r1"]);
  assert.equal(byBook.learn(3), false);
  assert.equal(looked.length, 4);
  assert.equal(byBook.get("a"), byBook.get("a"));
});

test("a read-through that goes on stands above those that are over, whether or not it is known when it began", () => {
  const spans = {
    over: { finished: "2024-01", outcome: "read" }, known: { started: "2023-05", outcome: "reading" },
    open: { outcome: "reading" }, undated: { outcome: "read" }, left: { started: "2024-06", outcome: "abandoned" },
  };
  const all = Object.entries(spans).map(([id, span]) => ({ kind: "reading", id, fields: { book: "a", span } }));
  assert.deepEqual(ids(new ByBook(all, String, newestFirst).get("a")), ["known", "open", "left", "over", "undated"]);
});
