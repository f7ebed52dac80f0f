import assert from "node:assert/strict";
import test from "node:test";
import {
  addingChanges, deletionChanges, removalChanges, statusChanges, tally,
} from "../../Web/views/bulk.js";

const book = (id, fields = {}, deleted = false) => ({ kind: "book", id, deleted, fields });

test("a status is given to those that have another, or none", () => {
  const books = [book("a", { status: "read" }), book("b", { status: "toRead" }), book("c")];
  assert.deepEqual(statusChanges(books, "read"), [
    { e: "book", id: "b", set: { status: "read" } },
    { e: "book", id: "c", set: { status: "read" } },
  ]);
});

test("no status is taken from those that have one", () => {
  const books = [book("a", { status: "read" }), book("b", { status: null }), book("c")];
  assert.deepEqual(statusChanges(books, null), [{ e: "book", id: "a", set: { status: null } }]);
  assert.deepEqual(statusChanges([book("c")], null), []);
});

test("each book gets the tags that it lacks, and no others", () => {
  const books = [book("a", { tags: { x: null, y: null } }), book("b", { tags: { x: null } }), book("c")];
  assert.deepEqual(addingChanges(books, "tags", ["x", "y"], () => null), [
    { e: "book", id: "b", add: { tags: { y: null } } },
    { e: "book", id: "c", add: { tags: { x: null, y: null } } },
  ]);
});

test("a place on a shelf is made for each book that is put there, in their order", () => {
  const places = ["p", "q", "r"].values();
  const books = [book("a"), book("b", { shelves: { s: { position: "m" } } }), book("c")];
  const place = () => ({ position: places.next().value });
  assert.deepEqual(addingChanges(books, "shelves", ["s"], place), [
    { e: "book", id: "a", add: { shelves: { s: { position: "p" } } } },
    { e: "book", id: "c", add: { shelves: { s: { position: "q" } } } },
  ]);
});

test("a tag is taken from those that have it, whatever it is called", () => {
  const books = [book("a", { tags: { toString: null } }), book("b", { tags: {} }), book("c")];
  assert.deepEqual(removalChanges(books, "tags", "toString"), [
    { e: "book", id: "a", del: { tags: ["toString"] } },
  ]);
  assert.equal(addingChanges(books, "tags", ["toString"], () => null).length, 2);
});

test("what is deleted already is not deleted again", () => {
  assert.deepEqual(deletionChanges([book("a"), book("b", {}, true)]), [
    { e: "book", id: "a", delete: true },
  ]);
});

test("it is counted how many have each element, the most common first", () => {
  const books = [book("a", { tags: { x: null } }), book("b", { tags: { y: null, x: null } }), book("c")];
  assert.deepEqual([...tally(books, "tags")], [["x", 2], ["y", 1]]);
  assert.deepEqual([...tally(books, "shelves")], []);
});

test("a tag is the same one in any case, as for the library, and stays as it was spelled first", () => {
  const books = [book("a", { tags: { Sea: null } }), book("b", { tags: { sea: null, x: null } }), book("c")];
  assert.deepEqual([...tally(books, "tags")], [["Sea", 2], ["x", 1]]);
  assert.deepEqual(addingChanges(books, "tags", ["SEA", "sea"], () => null), [
    { e: "book", id: "c", add: { tags: { SEA: null } } },
  ]);
  assert.deepEqual(removalChanges(books, "tags", "Sea"), [
    { e: "book", id: "a", del: { tags: ["Sea"] } },
    { e: "book", id: "b", del: { tags: ["sea"] } },
  ]);
});

test("a shelf is none but itself: its identifier has a case", () => {
  const books = [book("a", { shelves: { s: null } }), book("b", { shelves: { S: null } })];
  assert.equal(tally(books, "shelves").size, 2);
  assert.equal(removalChanges(books, "shelves", "s").length, 1);
});
