import assert from "node:assert/strict";
import test from "node:test";
import { mergeText } from "../../Web/library/text-merge.js";
import { vectors } from "./support/vectors.mjs";

for (const { name, given: { base, left, right }, expect } of vectors("library", "text-merge.json")) {
  test(`text-merge.json: ${name}`, () => {
    assert.equal(mergeText(base, left, right), expect);
    assert.equal(mergeText(base, right, left), expect);
  });
}
