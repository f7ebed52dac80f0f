import assert from "node:assert/strict";
import { test } from "node:test";
import { calendarDay } from "../../Web/views/new-id.js";
import { dayNumber, daysRead, runsOf, streaksOf, weekOf } from "../../Web/views/reading-days.js";

const reading = (started, finished) => ({ kind: "reading", id: "r", fields: { span: { started, finished } } });
const progress = (days, at) => ({
  kind: "progress", id: "r~d", fields: { days: days && Object.fromEntries(days.map((day) => [day, null])), at },
});
const dateOf = (day) => new Date(day * 86_400_000).toISOString().slice(0, 10);
const dayOf = (moment) => dateOf(Math.floor(moment / 86_400_000));
const today = dayNumber("2026-12-01");
const read = (...entities) => {
  const of = (kind) => entities.filter((entity) => entity.kind === kind);
  return [...daysRead(of("reading"), of("progress"), dayOf, today)].map(dateOf).sort();
};
const streaks = (...dates) => streaksOf(new Set(dates.map(dayNumber)), today);

test("days are those of places that were noted, the last of each by its moment, and of known beginnings and ends", () => {
  assert.deepEqual(
    read(
      progress(["2026-11-02", "2026-11-20"], Date.UTC(2026, 10, 20, 12)),
      progress(undefined, Date.UTC(2026, 9, 3, 23, 59)),
      reading("2026-09-01", "2026-11-02"),
      reading("2026-08", "2025"),
      { kind: "reading", id: "r", fields: {} },
    ),
    ["2026-09-01", "2026-10-03", "2026-11-02", "2026-11-20"],
  );
});

test("what is no day, or still to come, is none", () => {
  assert.deepEqual(read(
    reading("soon", "2026-02-30"), progress(["2026-12-02", "2026-12-01"], undefined), { kind: "progress", id: "r~d", fields: { at: null } },
  ), ["2026-12-01"]);
  assert.deepEqual(read(), []);
  const never = daysRead([], [progress(undefined, 1e300)], (moment) => calendarDay(new Date(moment)), today);
  assert.equal(never.size, 0);
});

test("a moment's day is the reader's own", () => {
  const days = daysRead([], [progress(undefined, 0)], () => "", today);
  assert.equal(days.size, 0);
  const far = daysRead([], [progress(undefined, Date.UTC(2026, 10, 1, 23))], () => "2026-11-02", today);
  assert.deepEqual([...far].map(dateOf), ["2026-11-02"]);
});

test("a streak goes on while today or yesterday is in it", () => {
  assert.deepEqual(streaks("2026-12-01"), { now: 1, longest: 1 });
  assert.deepEqual(streaks("2026-11-30", "2026-11-29"), { now: 2, longest: 2 });
  assert.deepEqual(streaks("2026-11-29", "2026-11-28", "2026-11-30", "2026-12-01"), { now: 4, longest: 4 });
  assert.deepEqual(streaks("2026-11-29"), { now: 0, longest: 1 });
  assert.deepEqual(streaks(), { now: 0, longest: 0 });
});

test("the longest streak is any, across months, years and leap days", () => {
  assert.deepEqual(
    streaks("2024-02-28", "2024-02-29", "2024-03-01", "2023-12-31", "2024-01-01", "2026-11-30"),
    { now: 1, longest: 3 },
  );
  // A gap of one day parts two.
  assert.equal(streaks("2026-05-01", "2026-05-02", "2026-05-04", "2026-05-05").longest, 2);
  assert.equal(streaks("1969-12-31", "1970-01-01").longest, 2);
});

test("a day is numbered by the calendar alone", () => {
  assert.equal(dayNumber("1970-01-01"), 0);
  assert.equal(dayNumber("0099-12-31") + 1, dayNumber("0100-01-01"));
  assert.equal(dayNumber("2026-12"), null);
  assert.equal(dayNumber(20), null);
});

test("a week begins on the day that it does where the reader lives", () => {
  // 1 December 2026 is a Tuesday.
  const first = (start, date = "2026-12-01") => dateOf(weekOf(dayNumber(date), start));
  assert.deepEqual([1, 2, 3, 6, 7].map((start) => first(start)),
    ["2026-11-30", "2026-12-01", "2026-11-25", "2026-11-28", "2026-11-29"]);
  assert.deepEqual(["2026-11-29", "2026-11-30"].map((date) => first(1, date)), ["2026-11-23", "2026-11-30"]);
  assert.deepEqual(["2026-11-28", "2026-11-29"].map((date) => first(7, date)), ["2026-11-22", "2026-11-29"]);
  assert.equal(first(1, "1969-12-30"), "1969-12-29");
});

test("days that follow each other are told as one", () => {
  assert.deepEqual(runsOf([1, 2, 3, 7, 9, 10]), [[1, 3], [7, 7], [9, 10]]);
  assert.deepEqual(runsOf([]), []);
});
