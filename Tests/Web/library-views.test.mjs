import assert from "node:assert/strict";
import test from "node:test";
import { booksInOrder, readingProgress, shelvesInOrder } from "../../Web/library/index.js";
import { vectors } from "./support/vectors.mjs";

for (const { name, given, expect } of vectors("library", "progress.json")) {
  test(`progress.json: ${name}`, () => {
    for (const records of [given.records, [...given.records].reverse()]) {
      assert.deepEqual(readingProgress(records, given.lengths), expect);
    }
  });
}

for (const { name, given, expect } of vectors("library", "hand-order.json")) {
  test(`hand-order.json: ${name}`, () => {
    for (const entities of [given.entities, [...given.entities].reverse()]) {
      const order = given.shelf ? booksInOrder(entities, given.shelf) : shelvesInOrder(entities);
      assert.deepEqual(order.map(({ id }) => id), expect);
    }
  });
}
