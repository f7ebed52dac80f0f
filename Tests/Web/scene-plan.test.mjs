import assert from "node:assert/strict";
import test from "node:test";
import { decode } from "../../Web/navigation/nav-state.js";
import { arrivalAt, nextEntry, planFor } from "../../Web/scene/chronicle-plan.js";
import { layoutFor } from "../../Web/scene/layout.js";
import {
  decodeSnapshots, movedTo, pushed, replaced, snapshotAt, startedAt,
} from "../../Web/scene/snapshots.js";
import { traversalFocus } from "../../Web/scene/traversal-focus.js";

const place = (path, present = [], library = {}) =>
  decode({ v: 1, tabs: { library: { path, ...library } }, present });
const book = (id) => ({ k: "book", id });
const sheet = { style: "sheet", dest: "sendTo" };
const list = place([]);
const b1 = place([book("b1")]);
const b2 = place([book("b2")]);
const atBook = pushed(startedAt(0, list), b1);

test("a push is one unless it would show what the current entry shows", () => {
  assert.equal(planFor(atBook, "push", b2), "push");
  assert.equal(planFor(atBook, "push", b1), "replace");
});

test("a pop goes back only over the entry that shows exactly this", () => {
  assert.equal(planFor(atBook, "pop", list), "back");
  assert.equal(planFor(atBook, "pop", b2), "replace");
  assert.equal(planFor(startedAt(0, b1), "pop", list), "replace");
  assert.equal(planFor(atBook, "pop", place([], [], { compact: "sidebar" })), "replace");
});

test("a replacement never goes back, even to what the entry before shows", () => {
  assert.equal(planFor(atBook, "replace", list), "replace");
});

test("without a history output, closing goes back and moving replaces", () => {
  const withSheet = pushed(atBook, place([book("b1")], [sheet]));
  assert.equal(planFor(withSheet, null, b1), "back");
  assert.equal(planFor(atBook, null, b1), "none");
  assert.equal(planFor(atBook, null, list), "replace");
});

test("a question and a popover made no entry, so their end takes none back", () => {
  const over = pushed(atBook, b1);
  for (const asked of [{ style: "alert", dest: "deleteBook", id: "b1" }, { style: "popover", dest: "sort" }]) {
    assert.equal(planFor(replaced(over, place([book("b1")], [asked])), null, b1), "replace");
    const withBoth = pushed(atBook, place([book("b1")], [sheet, asked]));
    assert.equal(planFor(withBoth, null, b1), "back", "the sheet below it made one");
  }
});

test("positions are not part of a place", () => {
  const scrolled = decode({ ...b1, lists: { all: { anchor: { id: "b9", idx: 9 } } } });
  assert.equal(planFor(atBook, null, scrolled), "none");
});

test("an arrival is told from the entry's scene and number", () => {
  const snapshots = movedTo(pushed(atBook, b2), 1);
  assert.deepEqual(arrivalAt(snapshots, "me", { scene: "me", n: 1 }), { at: "here" });
  const arrived = (n) => arrivalAt(snapshots, "me", { scene: "me", n });
  assert.deepEqual(arrived(0), { at: "snapshot", n: 0, dir: -1, nav: list });
  assert.deepEqual(arrived(2), { at: "snapshot", n: 2, dir: 1, nav: b2 });
  const strange = [{ scene: "other", n: 0 }, { scene: "me", n: 7 }, { scene: "me", n: "0" }, null];
  for (const entry of strange) {
    assert.deepEqual(arrivalAt(snapshots, "me", entry), { at: "address" });
  }
  assert.equal(nextEntry(snapshots, 0, -1), null);
  assert.equal(nextEntry(snapshots, 1, 1), 2);
});

test("fifty snapshots are kept, the newest", () => {
  let snapshots = startedAt(0, list);
  for (let i = 0; i < 60; i += 1) snapshots = pushed(snapshots, i % 2 ? b1 : b2);
  assert.equal(snapshots.entries.length, 50);
  assert.equal(snapshots.n, 60);
  assert.equal(snapshotAt(snapshots, 10), null);
  assert.notEqual(snapshotAt(snapshots, 11), null);
});

test("a push drops what came after, as the browser does", () => {
  const snapshots = pushed(movedTo(pushed(atBook, b2), 0), b2);
  assert.deepEqual(snapshots.entries.map(({ n }) => n), [0, 1]);
  assert.equal(snapshotAt(replaced(snapshots, b1), 1), b1);
  assert.throws(() => movedTo(snapshots, 2), RangeError);
});

test("stored snapshots are decoded whatever was stored", () => {
  const round = decodeSnapshots(JSON.parse(JSON.stringify(atBook)));
  assert.deepEqual(round, atBook);
  const junk = [
    null, 4, [], { n: 1 }, { n: 1, entries: [] }, { n: 1, entries: [{ n: 0, nav: {} }, null] },
  ];
  for (const raw of junk) assert.equal(decodeSnapshots(raw), null);
  assert.deepEqual(decodeSnapshots({ n: 0, entries: [{ n: 0, nav: "?" }, 5] }), startedAt(0, list));
});

test("wide from 720 pixels, narrow again below 696", () => {
  const steps = [
    [null, 719, "narrow"], [null, 720, "wide"], ["wide", 696, "wide"], ["wide", 695, "narrow"],
    ["narrow", 719, "narrow"], ["narrow", 720, "wide"],
  ];
  for (const [current, width, expected] of steps) assert.equal(layoutFor(current, width), expected);
});

test("focus follows what the browser's Back and Forward did", () => {
  const deep = place([book("b1"), { k: "list", list: { k: "author", v: "X" } }, book("b2")]);
  const sidebar = place([], [], { compact: "sidebar" });
  const search = decode({ ...list, tab: "search" });
  const cases = [
    [b1, list, "narrow", "row.b1"], [deep, b1, "wide", "row.author:X"], [list, b1, "narrow", "h1"],
    [list, b1, "wide", null], [b1, b2, "narrow", "h1"], [list, search, "wide", "heading"],
    [list, sidebar, "narrow", "sidebar.all"], [sidebar, list, "narrow", "heading"],
    [place([book("b1")], [sheet]), b1, "narrow", "opener"], [b1, b1, "narrow", null],
  ];
  for (const [before, after, layout, target] of cases) {
    const expected = target === null ? [] : [["focus", target]];
    assert.deepEqual(traversalFocus(before, after, layout), expected);
  }
});
