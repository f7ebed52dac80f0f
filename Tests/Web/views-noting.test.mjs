import assert from "node:assert/strict";
import { test } from "node:test";
import english from "./support/english.mjs";
import { SharedLibrary } from "./support/shared-library.mjs";
import { daysMax } from "../../Web/library/limits.js";
import { createMessages } from "../../Web/messages/messages.js";
import { createDeeds } from "../../Web/views/deeds.js";

const messages = createMessages("en", english);
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A reader of one book, which they have begun; `calendar.day` is today. */
function reader() {
  const library = new SharedLibrary();
  library.come(
    { e: "book", id: "b", create: true, set: { title: "Dune", status: "reading" } },
    { e: "reading", id: "r", create: true, set: { book: "b", span: { outcome: "reading" } } },
  );
  const [calendar, told] = [{ day: "2026-11-20" }, []];
  const deeds = createDeeds({
    library, messages, newId: () => "new", now: () => 1, today: () => calendar.day, random: () => 1,
    notify: (words) => void told.push(words),
    books: { openReading: () => library.get("reading", "r"), readings: () => library.list("reading") },
  });
  const progress = () => library.get("progress", "r~me");
  return {
    library, calendar, told, progress,
    days: () => Object.keys(progress().fields.days ?? {}),
    async note(value, day = calendar.day) {
      calendar.day = day;
      await deeds.progress(library.get("book", "b"), { unit: "page", value, total: 100, fraction: value / 100 }, null);
    },
    async undo(how = "undo") {
      deeds[how]();
      await settled();
    },
  };
}

test("each day on which a place is noted is kept, once", async () => {
  const { note, days, progress } = reader();
  await note(10, "2026-11-20");
  await note(20);
  await note(30, "2026-11-22");
  assert.deepEqual(days(), ["2026-11-20", "2026-11-22"]);
  assert.equal(progress().fields.value, 30);
});

test("a day is taken back with the place that was the first noted on it, and with no other", async () => {
  const { note, undo, days, progress } = reader();
  await note(10, "2026-11-20");
  await note(20, "2026-11-21");
  await note(30);
  await undo();
  assert.deepEqual([progress().fields.value, days()], [20, ["2026-11-20", "2026-11-21"]]);
  await undo();
  assert.deepEqual([progress().fields.value, days()], [10, ["2026-11-20"]]);
  await undo("redo");
  assert.deepEqual([progress().fields.value, days()], [20, ["2026-11-20", "2026-11-21"]]);
});

test("a place is noted again after the only one was taken back, without the day of that", async () => {
  const { note, undo, days, progress, told } = reader();
  await note(10, "2026-11-20");
  await undo();
  assert.equal(progress().deleted, true);
  await note(20, "2026-11-21");
  assert.equal(progress().deleted, false);
  assert.deepEqual([progress().fields.value, days()], [20, ["2026-11-21"]]);
  await undo();
  assert.equal(progress().deleted, true);
  assert.equal(told.at(-1), messages.t("undo.done", { deed: messages.t("deed.progressOf", { title: "Dune" }) }));
});

test("a place is noted without its day where there is no room for more days", async () => {
  const { library, note, days, progress } = reader();
  const all = Array.from({ length: daysMax }, (_, at) => [new Date(at * 86_400_000).toISOString().slice(0, 10), null]);
  library.write([{ e: "progress", id: "r~me", add: { days: Object.fromEntries(all) } }], "me");
  await note(10, "2026-11-20");
  assert.equal(days().length, daysMax);
  assert.equal(progress().fields.value, 10);
});
