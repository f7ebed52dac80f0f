// A large library, taken in while a glimpse of it is shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BookIndex, everything } from "../../Web/library/query.js";
import { breath } from "../../Web/transport/breath.js";
import { createBooks } from "../../Web/views/books.js";
import { bringUpToDate, takeIn } from "../../Web/views/intake.js";

const book = (at, title = `Book ${at % 7}`) => ({
  kind: "book", id: `b${at}`, deleted: false,
  fields: { title, added: at % 5, status: at % 2 ? "read" : "toRead", tags: at % 3 ? {} : { owned: null } },
});
const library = () => Array.from({ length: 1_000 }, (_, at) => book(at));

const answers = (index) => [
  ...["added", "modified", "title", "rating"].map((by) => index.query({ ...everything, sort: { by, desc: true } })),
  index.totals(),
];

function fresh(books) {
  const index = new BookIndex();
  index.reset(books);
  return index;
}

test("what is taken in in pieces answers as what is taken in at once, and others have their turn", async (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => (now += 100));
  for (const by of ["added", "title", "rating"]) {
    const index = new BookIndex();
    const order = [];
    const taking = takeIn(index, library(), { ...everything, sort: { by, desc: true } }).then(() => order.push("in"));
    await Promise.all([taking, breath().then(() => order.push("other"))]);
    assert.deepEqual(order, ["other", "in"]);
    assert.deepEqual(answers(index), answers(fresh(library())));
  }
});

test("the list that is shown first is prepared with it", async (t) => {
  const index = new BookIndex();
  await takeIn(index, library(), everything);
  const { sort } = Array.prototype;
  t.after(() => (Array.prototype.sort = sort));
  let sorted = 0;
  Array.prototype.sort = function (...how) {
    sorted += 1;
    return sort.apply(this, how);
  };
  assert.equal(index.query(everything).ids.length, 1_000);
  assert.equal(sorted, 0);
});

test("what has changed, come or gone meanwhile is taken in at the end", async () => {
  const former = library();
  const index = new BookIndex();
  await takeIn(index, former, everything);
  const now = [...former.slice(2), book(1_000), book(5, "Another")].filter((each) => each !== former[5]);
  bringUpToDate(index, former, now);
  assert.equal(index.get("b0"), undefined);
  assert.deepEqual(answers(index).map((each) => each.ids?.length), [999, 999, 999, 999, undefined]);
  assert.deepEqual(answers(index), answers(fresh(now)));
});

// Another tab may have the library by then, and give it to this one before it is taken in.
for (const isInTime of [true, false]) {
  test(`a shelf keeps its rule when the library comes ${isInTime ? "after" : "before"} the taking in`, async () => {
    const shelf = { kind: "shelf", id: "wet", fields: { name: "Owned", rule: { filters: { tag: ["owned"] } } } };
    const parts = { book: library(), shelf: [shelf] };
    const glimpse = { query: everything, count: 0, scope: 0, from: 0, ids: [], size: 1_000, totals: [] };
    const shown = {
      glimpse, intake: null, get: () => undefined, resolve: () => undefined, trash: () => [],
      list: (kind) => (shown.glimpse ? [] : parts[kind] ?? []),
    };
    const books = createBooks(shown, "en");
    const taking = shown.intake({ list: (kind) => parts[kind] ?? [] });
    if (isInTime) await taking;
    shown.glimpse = null;
    books.apply(null);
    await taking;
    const held = () => books.index.query({ ...everything, list: { k: "shelf", id: "wet" } }).ids.length;
    assert.equal(held(), 334);
    parts.book = library().slice(1);
    books.apply(null);
    assert.equal(held(), 333);
  });
}
