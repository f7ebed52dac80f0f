import assert from "node:assert/strict";
import { test } from "node:test";
import { finishOf, lastDatesOf, statisticsOf, yearsOf } from "../../Web/views/statistics.js";

const bookOf = (id, fields = {}) => ({ kind: "book", id, deleted: false, fields: { title: id, ...fields } });
const reading = (book, span, more = {}) => ({
  kind: "reading", id: `r-${book}`, fields: { book, span: { outcome: "read", ...span }, ...more },
});
const by = (...names) => names.map((name) => ({ name, role: "author" }));
const finishes = (readings, ...books) =>
  readings.flatMap((each) => finishOf(each, (id) => books.find((book) => book.id === id)));

test("what ended on no known day, was given up, or is of a book that is gone is no finish", () => {
  const all = finishes(
    [
      reading("a", { finished: "2024-05-31" }), reading("a", {}), reading("a", { finished: "soon" }),
      reading("a", { finished: "2024-02-30" }), reading("a", { outcome: "abandoned", finished: "2024" }),
      reading("a", { outcome: "reading", started: "2024" }), reading("gone", { finished: "2024" }),
      { kind: "reading", id: "r", fields: { book: "a" } },
    ],
    bookOf("a"),
  );
  assert.deepEqual(all.map(({ date }) => date), [{ year: 2024, month: 5, day: 31 }]);
});

test("a book was last finished on the latest of its days, whether it was read or given up", () => {
  const last = lastDatesOf(
    "finished",
    [
      reading("a", { finished: "2023-12-31" }), reading("joined", { finished: "2024-05" }),
      reading("a", { finished: "2024" }), reading("a", { finished: "soon" }),
      reading("b", { outcome: "abandoned", finished: "2020-02-29" }), reading("c", { started: "2024" }),
    ],
    (id) => (id === "joined" ? "a" : id),
  );
  const days = [...last].sort().map(([id, { date }]) => `${id} ${date}`);
  assert.deepEqual(days, ["a 2024-05", "b 2020-02-29"]);
  const begun = [reading("a", { started: "2024" }), reading("a", { started: "2024-02", finished: "2024-03" })];
  assert.equal(lastDatesOf("started", begun, (id) => id).get("a").date, "2024-02");
});

test("the days of a read-through count both ends, and only those that are known", () => {
  const days = (started, finished) => finishes([reading("a", { started, finished })], bookOf("a"))[0].days;
  assert.equal(days("2024-05-31", "2024-05-31"), 1);
  assert.equal(days("2024-02-28", "2024-03-01"), 3);
  assert.equal(days("0099-12-31", "0100-01-01"), 2);
  assert.equal(days("2024-05", "2024-05-31"), null);
  assert.equal(days(undefined, "2024-05-31"), null);
  assert.equal(days("2024-06-01", "2024-05-31"), null);
});

test("years without a book between two with one are shown, but not a whole century of them", () => {
  const all = finishes(["1899", "2021-04", "2024", "2024-01-02"].map((finished) =>
    reading("a", { finished })), bookOf("a"));
  const counts = [...yearsOf(all)].map(([year, { books }]) => [year, books]);
  assert.deepEqual(counts, [[1899, 1], [2021, 1], [2022, 0], [2023, 0], [2024, 2]]);
  assert.deepEqual([...yearsOf([])], []);
});

test("a year has its months, pages, ratings and names", () => {
  const emma = bookOf("emma", {
    pages: 400, rating: 450, tags: { classics: {}, love: {} }, contributors: by("Jane Austen"),
  });
  const both = bookOf("both", {
    rating: 300, tags: { love: {} }, contributors: by("Jane Austen", "Jane Austen", "Somebody"),
  });
  const all = finishes(
    [
      reading("emma", { started: "2024-01-01", finished: "2024-01-10" }),
      // Read again that year, in an edition of its own.
      reading("emma", { started: "2024-03-01", finished: "2024-03-04" }, { pages: 380, rating: 500 }),
      reading("both", { finished: "2024" }), reading("both", { finished: "2023-12" }),
    ],
    emma, both,
  );
  const year = statisticsOf(all, 2024);
  assert.equal(year.count, 3);
  assert.equal(year.pages, 780);
  assert.equal(year.unpaged, 1);
  assert.equal(year.rating, (450 + 500 + 300) / 3);
  assert.equal(year.days, 7);
  assert.deepEqual(year.months.map(({ books }) => books), [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  assert.equal(year.undated, 1);
  assert.deepEqual(year.ratings, [[500, 1], [450, 1], [300, 1]]);
  assert.deepEqual(year.tags, [["love", 3], ["classics", 2]]);
  assert.deepEqual(year.authors, [["Jane Austen", 3], ["Somebody", 1]]);
  assert.equal(statisticsOf(all, 1999).rating, null);
});

test("the pages of a month, and of a year, are those of all its read-throughs that say how many", () => {
  const long = bookOf("long", { pages: 1_200 });
  const short = bookOf("short", { pages: 90 });
  const all = finishes(
    [
      reading("long", { started: "2023-11", finished: "2023-12-31" }),
      reading("short", { started: "2023-12-31", finished: "2024-01-01" }),
      // Once more in the same month, of which no more is known; in an edition of its own; of no known length.
      reading("short", { finished: "2024-01" }), reading("short", { finished: "2024-03-31" }, { pages: 110 }),
      reading("unpaged", { finished: "2024-03-01" }), reading("long", { finished: "2024" }),
    ],
    long, short, bookOf("unpaged"),
  );
  assert.deepEqual([...yearsOf(all, [2025])], [
    [2023, { books: 1, pages: 1_200 }], [2024, { books: 5, pages: 1_490 }], [2025, { books: 0, pages: 0 }],
  ]);
  const { months, undated, pages } = statisticsOf(all, 2024);
  assert.deepEqual(months.slice(0, 3), [{ books: 2, pages: 180 }, { books: 0, pages: 0 }, { books: 2, pages: 110 }]);
  assert.equal(months.length, 12);
  assert.equal(undated, 1);
  assert.equal(pages, 1_490);
  assert.deepEqual(statisticsOf(all, 2023).months[11], { books: 1, pages: 1_200 });
});

test("a subject is counted as a tag is, once for a book that says it twice", () => {
  const books = [
    bookOf("a", { subjects: ["Fantasy", "fantasy", "Caf\u00e9s"] }),
    bookOf("b", { subjects: ["Fantasy", "Cafe\u0301s", "Ships"] }), bookOf("c", { tags: { Fantasy: {} } }),
  ];
  const all = finishes([...books, books[0]].map(({ id }) => reading(id, { finished: "2024" })), ...books);
  const { subjects, tags } = statisticsOf(all, 2024);
  assert.deepEqual(subjects, [["Caf\u00e9s", 3], ["Fantasy", 3], ["Ships", 1]]);
  assert.deepEqual(tags, [["Fantasy", 1]]);
});

test("a tag is counted once however it is spelt, and named as most books spell it", () => {
  const spellings = ["scifi", "SciFi", "SciFi", "SCIFI", "cafe\u0301", "caf\u00e9", "cafe"];
  const books = spellings.map((tag, at) => bookOf(`b${at}`, { tags: { [tag]: {} } }));
  const all = finishes(books.map(({ id }) => reading(id, { finished: "2024" })), ...books);
  assert.deepEqual(statisticsOf(all, 2024).tags, [["SciFi", 4], ["caf\u00e9", 2], ["cafe", 1]]);
});
