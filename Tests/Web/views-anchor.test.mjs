import assert from "node:assert/strict";
import { test } from "node:test";
import { anchorAt, steadyShift } from "../../Web/elements/anchor.js";
import { listGrid } from "../../Web/views/list-grid.js";

const ids = Array.from({ length: 100 }, (_, at) => `b${at}`);

/** By how many places the view moves when `before`, seen from `first` on, becomes `after`. */
function shift(before, after, first, change, count = 10) {
  const positions = new Map(after.map((id, at) => [id, at]));
  const indexOf = (id) => positions.get(id) ?? -1;
  return steadyShift(before.slice(first, first + count), first, indexOf, change);
}

test("an anchor holds the item, how far it is scrolled past, and what follows", () => {
  assert.deepEqual(
    anchorAt(ids, 50, 0.25),
    { id: "b50", off: 250, idx: 50, near: ["b51", "b52", "b53", "b54"] },
  );
  assert.deepEqual(anchorAt(ids, 99, 0.9999), { id: "b99", off: 999, idx: 99, near: [] });
});

test("the top of a list, and an empty one, need no anchor", () => {
  assert.equal(anchorAt(ids, 0, 0), null);
  assert.equal(anchorAt([], 0, 0), null);
});

test("rows that come in above move the list along, not the view", () => {
  const after = [...Array.from({ length: 50 }, (_, at) => `n${at}`), ...ids];
  assert.equal(shift(ids, after, 40), 50);
});

test("a row that somebody else filed elsewhere does not drag the view along", () => {
  const touched = new Set(["b40"]);
  assert.equal(shift(ids, [...ids.filter((id) => id !== "b40"), "b40"], 40, { touched }), -1);
  assert.equal(shift(ids, ["b40", ...ids.filter((id) => id !== "b40")], 40, { touched }), 0);
});

test("the row that the person works on keeps its place wherever it is filed", () => {
  const after = ["b42", ...ids.filter((id) => id !== "b42")];
  assert.equal(shift(ids, after, 40, { hold: "b42", touched: new Set(["b42"]) }), -42);
  assert.equal(shift(ids, after, 60, { hold: "b42", touched: new Set(["b42"]) }), 0);
});

test("the rows below move up into the place of a deleted one", () => {
  assert.equal(shift(ids, ids.filter((id) => id !== "b40"), 40), 0);
  assert.equal(shift(ids, ids.filter((id) => id !== "b42"), 40), 0);
  assert.equal(shift(ids, ids.filter((id) => id !== "b39"), 40), -1);
});

test("where nothing of the view is left there is nothing to hold", () => {
  assert.equal(shift(ids, ["x", "y"], 40), null);
});

test("rows fill the width; covers stand at least in pairs and keep their shape", () => {
  assert.deepEqual(
    listGrid(390, "rows", "comfortable"),
    { columns: 1, width: 390, height: 72, gap: 0, inset: 0 },
  );
  assert.equal(listGrid(390, "rows", "compact").height, 56);
  assert.equal(listGrid(390, "rows", "comfortable", 1.5).height, 108);
  const [usual, large] = [1, 2].map((scale) => listGrid(390, "covers", "comfortable", scale));
  assert.equal(large.height - usual.height, 60);
  for (const width of [320, 390, 400, 834]) {
    const grid = listGrid(width, "covers", "comfortable");
    assert.ok(grid.columns >= 2);
    assert.ok(grid.columns * grid.width + (grid.columns - 1) * grid.gap + 2 * grid.inset <= width);
    assert.ok(grid.height - grid.width * 1.5 >= 52);
  }
});
