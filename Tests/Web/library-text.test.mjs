import assert from "node:assert/strict";
import test from "node:test";
import { diffText, mergeText } from "../../Web/library/index.js";
import { joinText } from "../../Web/library/text-merge.js";
import { vectors } from "./support/vectors.mjs";

for (const { name, given: { base, left, right }, expect } of vectors("library", "text-merge.json")) {
  test(`text-merge.json: ${name}`, () => {
    assert.equal(mergeText(base, left, right), expect);
    assert.equal(mergeText(base, right, left), expect);
  });
}

for (const { name, given: { base, left, right }, expect } of vectors("library", "text-join.json")) {
  test(`text-join.json: ${name}`, () => assert.equal(joinText(base, left, right), expect));
}

for (const { name, given: { from, to }, expect } of vectors("library", "text-diff.json")) {
  test(`text-diff.json: ${name}`, () => assert.deepEqual(diffText(from, to), expect));
}
