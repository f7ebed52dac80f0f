import assert from "node:assert/strict";
import test from "node:test";
import { all, begun, isOn, nothing, rangeTo, stepTo, toggle, within } from "../../Web/views/selection.js";

const list = (letters) => ({ ids: [...letters], indexOf: (id) => [...letters].indexOf(id) });
const items = list("abcdefgh");
const chosen = ({ ids }) => [...ids].sort().join("");

test("selecting goes on while anything is selected, or where it was begun with nothing", () => {
  assert.equal(isOn(nothing), false);
  assert.equal(isOn(begun), true);
  const one = toggle(nothing, "b");
  assert.equal(isOn(one), true);
  assert.equal(isOn(toggle(one, "b")), false);
  assert.equal(isOn(toggle(toggle(begun, "b"), "b")), true);
});

test("an item is taken in and out again, and the others stay", () => {
  const two = toggle(toggle(nothing, "b"), "e");
  assert.equal(chosen(two), "be");
  assert.equal(chosen(toggle(two, "b")), "e");
  assert.equal(chosen(two), "be", "what it was made of is as it was");
});

test("a range goes from the last toggled item to here, in either direction", () => {
  assert.equal(chosen(rangeTo(toggle(nothing, "c"), items, "h", "e")), "cde");
  assert.equal(chosen(rangeTo(toggle(nothing, "c"), items, "h", "a")), "abc");
});

test("without an anchor it goes from the current item, and without that is one item", () => {
  assert.equal(chosen(rangeTo(nothing, items, "b", "d")), "bcd");
  assert.equal(chosen(rangeTo(nothing, items, null, "d")), "d");
  // Places are numbers: the eleventh is behind the third.
  assert.equal(chosen(rangeTo(nothing, list("abcdefghijklm"), "c", "k")), "cdefghijk");
});

test("another range takes the place of the last, and leaves what was selected besides", () => {
  const range = rangeTo(toggle(toggle(nothing, "h"), "c"), items, null, "f");
  assert.equal(chosen(range), "cdefh");
  assert.equal(chosen(rangeTo(range, items, null, "d")), "cdh");
  assert.equal(chosen(rangeTo(range, items, null, "b")), "bch");
});

test("an item that was taken out begins a range as well, which has it", () => {
  const out = toggle(all(nothing, items), "c");
  assert.equal(chosen(rangeTo(out, items, null, "d")), "abcdefgh");
});

test("steps of the keyboard make the range longer and shorter", () => {
  const one = stepTo(nothing, items, "c", "d");
  assert.equal(chosen(one), "cd");
  const two = stepTo(one, items, "d", "e");
  assert.equal(chosen(two), "cde");
  const back = stepTo(stepTo(two, items, "e", "d"), items, "d", "c");
  assert.equal(chosen(back), "c");
  assert.equal(chosen(stepTo(back, items, "c", "b")), "bc");
});

test("what was joined with another item is that one, if the list has it", () => {
  const two = toggle(toggle(nothing, "b"), "x");
  const idOf = (id) => ({ x: "e", b: "f" })[id] ?? id;
  assert.equal(chosen(within(two, items, idOf)), "be", "what is there stays itself");
  assert.equal(chosen(within(two, items, () => "z")), "b");
  assert.equal(chosen(within(toggle(nothing, "x"), items, idOf)), "e");
  const settled = within(two, items, idOf);
  assert.equal(within(settled, items, idOf), settled);
});

test("whoever has walked on before the step begins another range there", () => {
  const one = toggle(nothing, "a");
  assert.equal(chosen(stepTo(one, items, "e", "f")), "aef");
  assert.equal(chosen(stepTo(stepTo(one, items, "e", "f"), items, "f", "e")), "ae");
});

test("all is the list as it is shown", () => {
  assert.equal(chosen(all(toggle(nothing, "b"), list("bcd"))), "bcd");
});

test("what leaves the list leaves the selection, and a range with it", () => {
  const range = rangeTo(toggle(toggle(nothing, "a"), "c"), items, null, "f");
  const fewer = within(range, list("bcdgh"));
  assert.equal(chosen(fewer), "cd");
  assert.equal(chosen(rangeTo(fewer, list("bcdgh"), null, "b")), "bc");
});

test("where the anchor has left, what is selected stays and the next range begins anew", () => {
  const fewer = within(rangeTo(toggle(nothing, "c"), items, null, "f"), list("abdefgh"));
  assert.equal(chosen(fewer), "def");
  assert.equal(chosen(rangeTo(fewer, list("abdefgh"), "a", "b")), "abdef");
  const unselected = within(toggle(toggle(nothing, "b"), "c"), list("bdef"));
  assert.equal(unselected.anchor, null);
});

test("where nothing has left, it is the very same selection", () => {
  const range = rangeTo(toggle(nothing, "c"), items, null, "f");
  assert.equal(within(range, list("hgfedcba")), range);
  const every = all(nothing, items);
  assert.equal(within(every, items), every);
});

test("a selection that the list has lost all of is over, but for one that was begun", () => {
  assert.equal(isOn(within(toggle(nothing, "c"), list("ab"))), false);
  assert.equal(isOn(within(toggle(begun, "c"), list("ab"))), true);
});

test("of a selection that has ended nothing is left for the next", () => {
  const one = toggle(nothing, "b");
  assert.equal(toggle(one, "b"), nothing);
  assert.equal(within(one, list("acdef")), nothing);
  assert.equal(all(one, list("")), nothing);
  assert.equal(chosen(rangeTo(toggle(one, "b"), items, "e", "f")), "ef");
  // One that was begun goes on, from where it was.
  assert.equal(chosen(rangeTo(toggle(toggle(begun, "b"), "b"), items, "e", "d")), "bcd");
});
