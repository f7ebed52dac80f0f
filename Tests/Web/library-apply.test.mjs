import assert from "node:assert/strict";
import test from "node:test";
import { applyOperation, applyRow } from "../../Web/library/apply.js";
import { canonical } from "../../Web/library/canonical.js";
import { vectors } from "./support/vectors.mjs";

for (const { name, given, when, expect } of vectors("library", "apply.json")) {
  test(`apply.json: ${name}`, () => {
    const key = { kind: given.e, id: given.id };
    const entity = when.reduce(
      (current, { row, op, by, was }) =>
        row ? applyRow(current, row) : applyOperation(current, key, op, by, was),
      undefined,
    );
    // By canonical text: `deepEqual` takes a member named `__proto__` for the prototype.
    assert.equal(canonical(entity ?? null), canonical(expect));
  });
}

// The rows that the server's merge gives out, as this client shows them.
for (const { name, expect } of vectors("library", "merge.json")) {
  for (const { since, rows } of expect.rows ?? []) {
    if (since !== 0) continue;
    test(`merge.json: ${name}`, () => {
      for (const row of rows) {
        const { deleted, fields, alias } = applyRow(undefined, row);
        const shown = expect.entities[`${row.e}/${row.id}`];
        const entity = { deleted, fields, ...(alias === undefined ? {} : { alias }) };
        assert.equal(canonical(entity), canonical(shown));
      }
    });
  }
}

test("entities, their fields and their sets are frozen", () => {
  const row = { e: "book", id: "b1", seq: 1, at: 1, by: "A", add: { tags: { sand: null } } };
  const entity = applyRow(undefined, row);
  for (const part of [entity, entity.fields, entity.fields.tags]) assert.ok(Object.isFrozen(part));
});

test("an entity that a row does not touch in a field keeps that field's very value", () => {
  const row = { e: "book", id: "b1", seq: 1, at: 1, by: "A", set: { series: [{ name: "Dune" }] } };
  const before = applyRow(undefined, row);
  const after = applyRow(before, { ...row, seq: 2, set: { title: "Dune" } });
  assert.equal(after.fields.series, before.fields.series);
});
