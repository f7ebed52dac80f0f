import assert from "node:assert/strict";
import { test } from "node:test";
import { placeAfter } from "../../Web/elements/caret.js";

const cases = [
  ["one two three", "one two three four", 13, 13, "what comes behind the end comes behind who stands there"],
  ["one two three", "one two three four", 4, 4, "what comes later moves nobody"],
  ["one two three", "zero one two three", 4, 9, "what comes before moves by its length"],
  ["one two three", "ONE two three", 8, 8, "another word of the same length moves nobody behind it"],
  ["one two three", "one three", 8, 4, "what goes takes its length"],
  ["one two three", "one three", 6, 3, "who stands in what goes stands where it was"],
  ["aaa", "aaaa", 3, 3, "of the same letters the first stay"],
  ["", "new", 0, 0, "what is empty has one place"],
  ["old", "", 2, 0, "and so has what becomes it"],
];

for (const [before, after, place, expected, name] of cases) {
  test(`a cursor: ${name}`, () => {
    assert.equal(placeAfter(before, after, place), expected);
  });
}
