import assert from "node:assert/strict";
import { test } from "node:test";
import english from "./support/english.mjs";
import { createMessages } from "../../Web/messages/messages.js";
import { asPlace, converted, placeOf, progressByBook, typedTime } from "../../Web/views/progress-of.js";
import { percentWords, placeWords, progressWords } from "../../Web/views/progress-words.js";

const messages = createMessages("en", english);
const reading = (id, book, outcome = "reading") => ({
  kind: "reading", id, fields: { book, span: { outcome } },
});
const mark = (id, fraction, at) => ({
  kind: "progress", id, deleted: false, fields: { unit: "percent", value: fraction * 100, total: 100, fraction, at },
});
const same = (id) => id;
const libraryOf = (...entities) => ({
  get: (kind, id) => ({ kind, id, fields: {} }),
  list: (kind) => entities.filter((entity) => entity.kind === kind),
  deviceName: (id) => ({ phone: "Phone", laptop: "Laptop" })[id],
});

test("each device keeps its place; the latest and the furthest are told apart", () => {
  const library = libraryOf(
    reading("r1", "b1"), mark("r1~laptop", 0.62, 1), mark("r1~phone", 0.4, 2),
  );
  const progress = progressByBook(library, same).get("b1");
  assert.equal(progress?.latest.device, "phone");
  assert.equal(progress?.furthest.device, "laptop");
  assert.equal(
    progressWords(progress, { library, messages }), "You are at 40% on Phone, 62% on Laptop.",
  );
});

test("a reading that is over has no progress, and a new one begins anew", () => {
  const library = libraryOf(
    reading("r1", "b1", "read"), mark("r1~phone", 1, 5), reading("r2", "b1"), mark("r2~phone", 0.1, 9),
  );
  const all = progressByBook(library, same);
  assert.equal(all.get("b1")?.latest.share, 0.1);
  const over = libraryOf(reading("r1", "b1", "read"), mark("r1~phone", 1, 5));
  assert.equal(progressByBook(over, same).size, 0);
});

test("a book that was read, or given up, is not being read", () => {
  const library = libraryOf(reading("r1", "b1"), mark("r1~phone", 0.36, 5));
  const of = (status) => progressByBook({ ...library, get: (kind, id) => ({ kind, id, fields: { status } }) }, same);
  assert.deepEqual(["read", "abandoned", "paused"].map((status) => of(status).size), [0, 0, 1]);
});

test("a reading of a book that was joined with another counts as the other's", () => {
  const library = libraryOf(reading("r1", "b2"), mark("r1~phone", 0.5, 1));
  assert.equal(progressByBook(library, () => "b1").get("b1")?.latest.share, 0.5);
});

test("a place is typed as a page, a percentage or a time", () => {
  assert.deepEqual(placeOf("page", "120", "300"), { unit: "page", value: 120, total: 300, fraction: 0.4 });
  assert.equal(placeOf("percent", "62,5 %", "")?.fraction, 0.625);
  assert.equal(placeOf("seconds", "5:30", "11:00")?.fraction, 0.5);
  assert.equal(placeOf("page", "301", "300"), null);
  assert.equal(placeOf("page", "12", ""), null);
  assert.equal(placeOf("percent", "x", ""), null);
  assert.equal(placeOf("seconds", "5.30", "11:00"), null);
  assert.equal(typedTime(19_800), "5:30");
  const page = { device: "d", at: 1, unit: "page", value: 120, total: 300, share: 0.4 };
  assert.equal(placeWords(page, messages), "Page 120 of 300 (40%)");
  assert.equal(placeWords({ ...page, total: null, share: null }, messages), "Page 120");
  assert.deepEqual(asPlace(page), { unit: "page", value: 120, total: 300, fraction: 0.4 });
});

test("a page has its thousands apart, and a percentage a decimal comma", () => {
  for (const typed of ["1050", "1,050", "1 050", "1\u00a0050", "1\u202f050", " \uff11\uff10\uff15\uff10 "]) {
    const place = { unit: "page", value: 1050, total: 1200, fraction: 0.875 };
    assert.deepEqual(placeOf("page", typed, "1,200"), place, typed);
  }
  assert.equal(placeOf("page", "0", "300")?.value, 0);
  assert.equal(placeOf("page", "12.5", "300")?.value, 12.5);
  for (const typed of ["12,5", "1,0500", "-1", "\u22121", ""]) {
    assert.equal(placeOf("page", typed, "300"), null, typed);
  }
  assert.equal(placeOf("percent", "1,050", "")?.value, 1.05);
  assert.equal(placeOf("percent", "\uff15\uff10\uff05", "")?.value, 50);
  assert.equal(placeOf("seconds", "\uff15\uff1a\uff13\uff10", "11:00")?.fraction, 0.5);
});

test("a place is counted otherwise where the whole is known", () => {
  const page = { unit: "page", value: 121, total: 300, fraction: 0.4033 };
  assert.deepEqual(converted(page, "percent"), { unit: "percent", value: 40, total: 100, fraction: 0.4033 });
  assert.equal(converted(page, "page"), page);
  assert.equal(converted(page, "seconds", undefined), null);
  const percent = { unit: "percent", value: 40, total: 100, fraction: 0.4 };
  assert.equal(converted(percent, "page", 301)?.value, 120);
  assert.equal(converted(percent, "seconds", 36_000)?.value, 14_400);
  assert.equal(converted(percent, "page", null), null);
  const end = { unit: "page", value: 300, total: 300, fraction: 1 };
  assert.equal(converted(end, "percent")?.value, 100);
});

test("every percent is told as it was typed, and none before it is reached", () => {
  for (let percent = 0; percent <= 100; percent += 1) {
    assert.equal(percentWords(percent / 100, messages), `${percent}%`);
  }
  assert.equal(percentWords(0.99999, messages), "99%");
});

test("of a page in a book of unknown length nobody knows what part it is", () => {
  const page = asPlace({ unit: "page", value: 120, total: null, share: null });
  assert.equal(converted(page, "percent"), null);
  const start = { unit: "page", value: 0, total: 300, fraction: 0 };
  assert.equal(converted(start, "percent")?.value, 0);
});

test("how long ago something was is told in the largest unit", () => {
  const now = Date.UTC(2025, 5, 15, 12);
  assert.equal(messages.ago(now - 20_000, now), "this minute");
  assert.equal(messages.ago(now - 5 * 60_000, now), "5 minutes ago");
  assert.equal(messages.ago(now - 26 * 3_600_000, now), "yesterday");
  assert.equal(messages.ago(now + 3 * 3_600_000, now), "in 3 hours");
});
