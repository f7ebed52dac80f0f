import assert from "node:assert/strict";
import test from "node:test";
import { readingProgress, shelvesInOrder } from "../../Web/library/index.js";
import { ask, indexOf } from "./support/queries.mjs";
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
      assert.deepEqual(given.shelf ? booksOn(given.shelf, entities) : idsOf(shelvesInOrder(entities)), expect);
    }
  });
}

/** The books of a shelf as a list shows them. */
function booksOn(id, books) {
  const shown = books.filter(({ deleted, alias }) => !deleted && alias === undefined);
  return ask(indexOf(...shown), { list: { k: "shelf", id }, sort: { by: "position", desc: false } }).ids;
}

const idsOf = (entities) => entities.map(({ id }) => id);
