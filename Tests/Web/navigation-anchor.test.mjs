import assert from "node:assert/strict";
import test from "node:test";
import { feedPages, resolve } from "../../Web/navigation/anchor.js";
import { drawnAs } from "../../Web/navigation/presentation.js";

const rows = ["b1", "b2", "b3", "b4"];

test("an anchor's own row comes first, with its offset", () => {
  const anchor = { id: "b3", off: 250, idx: 0, near: ["b1"] };
  assert.deepEqual(resolve(anchor, rows), { index: 2, off: 250 });
});

test("a neighbour stands in for a row that is gone, from its top", () => {
  const anchor = { id: "b9", off: 250, idx: 0, near: ["b8", "b4", "b1"] };
  assert.deepEqual(resolve(anchor, rows), { index: 3, off: 0 });
});

test("without any neighbour the old place counts, within what is there", () => {
  const anchor = { id: "b9", off: 250, idx: 48, near: [] };
  assert.deepEqual(resolve(anchor, rows), { index: 3, off: 0 });
  assert.deepEqual(resolve(anchor, []), { index: 0, off: 0 });
  assert.deepEqual(resolve(null, rows), { index: 0, off: 0 });
});

test("the feed loads the pages its anchor needs", () => {
  const pages = [0, 14, 15, 34, 35].map((idx) => feedPages({ id: null, off: 0, idx, near: [] }));
  assert.deepEqual(pages, [1, 1, 2, 2, 3]);
  assert.equal(feedPages(null), 1);
});

test("each style is drawn by the layout", () => {
  const drawn = ["sheet", "cover", "popover", "alert", "dialog"]
    .map((style) => [drawnAs(style, "wide"), drawnAs(style, "narrow")]);
  assert.deepEqual(drawn, [
    ["centredSheet", "bottomSheet"], ["window", "window"], ["anchoredPopover", "bottomSheet"],
    ["modal", "modal"], ["buttonPopover", "actionSheet"],
  ]);
});
