import assert from "node:assert/strict";
import { test } from "node:test";
import { goalId, goalsOf } from "../../Web/views/goals.js";
import { statisticsOf } from "../../Web/views/statistics.js";

const goal = (fields, id = "g") => ({ kind: "goal", id, deleted: false, fields });
const finish = (more = {}) => ({
  book: { kind: "book", id: "b", deleted: false, fields: {} }, date: { year: 2026, month: 3, day: 1 },
  pages: null, seconds: null, rating: null, days: null, ...more,
});
const of = (entities, finishes, today, year = 2026) =>
  goalsOf(entities, statisticsOf(finishes, year), year, today)
    .map(({ metric, target, done, ahead }) => ({ metric, target, done, ahead }));

test("a goal is of its year, and counts books, pages or hours", () => {
  const entities = [
    goal({ year: 2026, metric: "hours", target: 10 }, "h"),
    goal({ year: 2026, metric: "books", target: 4 }, "b"),
    goal({ year: 2026, metric: "pages", target: 1_000 }, "p"),
    goal({ year: 2025, metric: "books", target: 9 }, "old"),
    goal({ year: 2026, metric: "books" }, "none"), goal({ year: 2026, target: 3 }, "of nothing"),
  ];
  const finishes = [finish({ pages: 300 }), finish({ seconds: 5_400 }), finish({ date: { year: 2025 } })];
  assert.deepEqual(of(entities, finishes, "2027-01-01"), [
    { metric: "books", target: 4, done: 2, ahead: null },
    { metric: "pages", target: 1_000, done: 300, ahead: null },
    { metric: "hours", target: 10, done: 1.5, ahead: null },
  ]);
});

test("whoever reads as much each day is on plan all year, and says so of this year alone", () => {
  const ahead = (books, target, today) =>
    of([goal({ year: 2026, metric: "books", target })], Array.from({ length: books }, () => finish()), today)[0].ahead;
  assert.equal(ahead(0, 12, "2026-01-30"), 0, "not a whole one behind");
  assert.equal(ahead(0, 12, "2026-01-31"), -1, "a month is one of twelve");
  assert.equal(ahead(6, 12, "2026-07-02"), 0);
  assert.equal(ahead(8, 12, "2026-07-02"), 1);
  assert.equal(ahead(2, 365, "2026-01-01"), 1);
  assert.equal(ahead(3, 12, "2026-12-31"), -9);
  assert.equal(ahead(12, 12, "2026-07-02"), null, "it is reached");
  assert.equal(ahead(3, 12, "2025-12-31"), null, "the year is to come");
  assert.equal(ahead(3, 12, "2027-01-01"), null, "the year is over");
});

test("devices that set the goal of a year while they are apart set the same one", () => {
  assert.equal(goalId(2026, "books"), "books-2026");
});
