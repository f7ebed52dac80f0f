import assert from "node:assert/strict";
import { test } from "node:test";
import english from "./support/english.mjs";
import { createMessages } from "../../Web/messages/messages.js";
import { createDeeds } from "../../Web/views/deeds.js";
import { spanOn, spanProblems } from "../../Web/views/reading-span.js";

const shown = { started: "2024-01-01", finished: "2024-02-01", outcome: "read" };

test("of a span only what was changed is said again", () => {
  const typed = { ...shown, finished: "2024-02-10" };
  assert.deepEqual(spanOn(shown, typed, shown), typed);
  const theirs = { ...shown, started: "2023-12-24" };
  assert.deepEqual(spanOn(shown, typed, theirs), { ...typed, started: "2023-12-24" });
  assert.deepEqual(spanOn(shown, shown, theirs), theirs);
  const unfinished = { started: "2024-01-01", outcome: "read" };
  assert.deepEqual(spanOn(shown, unfinished, theirs), { ...unfinished, started: "2023-12-24" });
  const newer = { ...shown, mood: "glad" };
  assert.deepEqual(spanOn(newer, typed, newer), { ...typed, mood: "glad" });
});

test("what two say differently of one date, or what cannot be both, is nobody's to join", () => {
  const typed = { ...shown, finished: "2024-02-10" };
  assert.equal(spanOn(shown, typed, { ...shown, finished: "2024-02-11" }), null);
  const givenUp = { ...typed, outcome: "abandoned" };
  assert.deepEqual(spanOn(shown, typed, givenUp), givenUp);
  assert.equal(spanOn(shown, typed, { ...shown, started: "2024-02-11" }), null);
});

test("a read-through ends after it begins, and not in the future", () => {
  const problems = (started, finished) => spanProblems({ started, finished, outcome: "read" }, "2024-06-15");
  assert.deepEqual(problems("2024-06", "2024-06-15"), {});
  assert.deepEqual(problems(undefined, "2024-06-16"), { finished: "reading.future" });
  assert.deepEqual(problems("2024-06-2", undefined), { started: "field.dateForm" });
  assert.deepEqual(problems("2024-06-02", "2024-05"), { finished: "reading.backwards" });
});

test("each date of a read-through that something is wrong with is told, and for one reason", () => {
  const problems = (started, finished) => spanProblems({ started, finished, outcome: "read" }, "2024-06-15");
  assert.deepEqual(problems("2024-13", "2025"), { started: "field.dateForm", finished: "reading.future" });
  assert.deepEqual(problems("2024-07", "May"), { started: "reading.future", finished: "field.dateForm" });
  // Whether the end comes before the beginning is not known where that is no date that can be.
  assert.deepEqual(problems("2025-01-01", "2024-01-01"), { started: "reading.future" });
});

test("a read-through is changed on what its form showed, and comes back where it was removed", async () => {
  const edits = [];
  const said = [];
  const reading = { kind: "reading", id: "r1", deleted: false, fields: { book: "b1", span: shown } };
  const deeds = createDeeds({
    library: {
      get: (kind) => (kind === "reading" ? reading : undefined),
      edit: async (changes, made) => void edits.push([changes, made]),
    },
    books: { readings: () => [reading] },
    messages: createMessages("en", english),
    notify: (sentence) => void said.push(sentence),
    newId: () => "new", now: () => 1, today: () => "2024-06-15", random: () => 1,
  });
  const book = { kind: "book", id: "b1", fields: { status: "read" } };
  const [span, made] = [{ ...shown, started: "2023" }, { base: 7 }];
  await deeds.noteReading(book, span, "r1", made);
  assert.deepEqual(edits.pop(), [[{ e: "reading", id: "r1", set: { span } }], made]);
  await deeds.noteReading({ ...book, fields: {} }, span, "r1", made);
  assert.equal(edits.pop()[1], made);
  reading.deleted = true;
  said.length = 0;
  assert.equal(await deeds.noteReading(book, span, "r1", made), true);
  assert.deepEqual(edits.pop(), [[{ e: "reading", id: "r1", set: { span }, restore: true }], undefined]);
  assert.deepEqual(said, [english["notice.readingBack"]]);
});
