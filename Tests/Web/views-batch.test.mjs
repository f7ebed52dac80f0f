import assert from "node:assert/strict";
import test from "node:test";
import { editFlaw } from "../../Web/replica/replica.js";
import { inOperations, removalOf, watchBatch } from "../../Web/views/batch.js";

const book = (id, more = {}) =>
  ({ kind: "book", id, seq: 7, by: "server", deleted: false, fields: {}, ...more });

/** A library of these entities, which may be changed. */
function libraryOf(entities) {
  const listeners = new Set();
  return {
    get: (kind, id) => entities.find((one) => one.kind === kind && one.id === id),
    list: (kind) => entities.filter((one) => one.kind === kind && !one.deleted),
    trash: () => entities.filter((one) => one.deleted),
    subscribe: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    listeners,
    come(...more) {
      entities.push(...more);
      for (const listener of [...listeners]) listener();
    },
  };
}

const removed = (batch, library) => removalOf(batch, library).edits.flat().map(({ id }) => id);

test("a batch is what the server brought since, once all of it is here", async () => {
  const shelf = { ...book("s"), kind: "shelf" };
  const library = libraryOf([book("old"), book("gone", { deleted: true })]);
  const arrived = watchBatch(library)(2);
  library.come(book("a"), book("theirs", { by: "phone" }));
  library.come(book("b"), shelf);
  const { books, shelves } = await arrived;
  assert.deepEqual(books.map(({ id }) => id), ["a", "b"]);
  assert.deepEqual(shelves, [shelf]);
  assert.equal(library.listeners.size, 0);
});

test("where there are more new books than were told of, nothing is known of the batch", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const library = libraryOf([]);
  const arrived = watchBatch(library)(1);
  library.come(book("a"), book("b"));
  t.mock.timers.tick(60_000);
  assert.equal(await arrived, null);
  assert.equal(library.listeners.size, 0);
});

test("nothing brought is no batch", async () => {
  assert.equal(await watchBatch(libraryOf([]))(0), null);
});

test("what somebody has worked on since stays: by an edit, a read-through, a place in it", () => {
  const came = ["a", "b", "c", "d", "e", "f"].map((id) => book(id));
  const library = libraryOf([
    came[0],
    book("b", { by: "phone", seq: 9 }),
    { ...book("r1"), kind: "reading", by: "phone", fields: { book: "c" } },
    { ...book("r2"), kind: "reading", fields: { book: "d" } },
    { ...book("r2~phone"), kind: "progress", by: "phone" },
    came[2], came[3], book("f", { seq: 9 }), book("e", { deleted: true, by: "phone" }),
  ]);
  const batch = { books: came, shelves: [] };
  assert.deepEqual(removed(batch, library), ["a"]);
  assert.equal(removalOf(batch, library).kept, 4);
});

test("a shelf goes with its books, unless another stands on it", () => {
  const shelf = { ...book("s"), kind: "shelf" };
  const came = book("a", { fields: { shelves: { s: null } } });
  assert.deepEqual(removed({ books: [came], shelves: [shelf] }, libraryOf([came, shelf])), ["a", "s"]);
  const other = book("mine", { by: "phone", fields: { shelves: { s: null } } });
  const library = libraryOf([came, shelf, other]);
  assert.deepEqual(removed({ books: [came], shelves: [shelf] }, library), ["a"]);
});

test("an operation takes 64 changes", () => {
  const came = Array.from({ length: 130 }, (_, at) => book(`b${at}`));
  const { edits } = removalOf({ books: came, shelves: [] }, libraryOf([...came]));
  assert.deepEqual(edits.map(({ length }) => length), [64, 64, 2]);
});

const described = (id, text) => ({ e: "book", id, create: true, set: { description: text } });
const flawOf = (changes) =>
  editFlaw({ op: "o".repeat(22), n: 1e9, base: 1e9, at: 1e13, epoch: "e".repeat(64), do: changes });

test("an operation is no larger than can be sent, in any script", () => {
  for (const text of ["a", "é", "漢", "📚", "\u0001", "\""]) {
    const changes = Array.from({ length: 80 }, (_, at) => described(`b${at}`, text.repeat(9_000)));
    const lists = inOperations(changes);
    assert.deepEqual(lists.flat(), changes);
    for (const list of lists) assert.equal(flawOf(list), null, text);
  }
});

test("what is too large for any operation takes nothing along", () => {
  const large = described("large", "a".repeat(300_000));
  const [before, after] = [described("before", "a"), described("after", "b")];
  assert.deepEqual(inOperations([before, large, after]), [[before], [large], [after]]);
  assert.notEqual(flawOf([large]), null);
});

test("no changes are no operation", () => {
  assert.deepEqual(inOperations([]), []);
});
