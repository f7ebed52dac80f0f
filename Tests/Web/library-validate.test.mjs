import assert from "node:assert/strict";
import test from "node:test";
import { fieldProblem } from "../../Web/library/validate.js";
import { changeProblem, operationProblem } from "./support/operation-problem.mjs";
import { vectors } from "./support/vectors.mjs";

for (const { name, given, when, expect } of vectors("library", "validate.json")) {
  test(`validate.json: ${name}`, () => {
    const problem = when.op
      ? operationProblem(when.op, given.device)
      : changeProblem(when.change, given.device);
    assert.equal(problem?.code, expect?.code);
    assert.equal(problem?.field, expect?.field);
    // Vectors from elsewhere may leave the words to us.
    if (expect?.message) assert.equal(problem?.message, expect.message);
  });
}

// What Swift cannot be given, for it is no JSON.
const impossible = [
  ["half a surrogate pair in a title", "title", "a\ud800"],
  ["half a surrogate pair in a review", "review", "\udc00"],
  ["half a surrogate pair in a custom field", "custom.x", ["\ud800"]],
  ["a number that is none", "custom.x", NaN],
  ["an infinite rating", "rating", Infinity],
  ["nothing at all", "custom.x", { a: undefined }],
  ["an object of a class", "custom.x", new Date(0)],
  ["a function", "custom.x", () => 1],
];
for (const [name, field, value] of impossible) {
  test(`refused, for it is no JSON: ${name}`, () => {
    assert.equal(fieldProblem("book", field, value)?.code, "invalid");
  });
}

test("a value that contains itself is refused, not followed for ever", () => {
  const value = {};
  value.value = value;
  assert.equal(fieldProblem("book", "custom.x", value)?.code, "invalid");
});

test("names that differ only in normalisation are two names", () => {
  assert.equal(fieldProblem("book", "custom.x", { "é": 1, "e\u0301": 2 }), null);
});

test("a value of many bytes is refused, whatever their number of characters", () => {
  assert.equal(fieldProblem("book", "custom.x", "x".repeat(262_142)), null);
  assert.match(fieldProblem("book", "custom.x", "é".repeat(131_072))?.message ?? "", /bytes/);
});

test("too many fields or elements in one change are refused", () => {
  const many = (count) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, null]));
  const change = (parts) => changeProblem({ e: "book", id: "b1", ...parts }, "A");
  assert.equal(change({ set: many(256) }), null);
  assert.equal(change({ set: many(257) })?.code, "malformed");
  assert.equal(change({ add: { tags: many(1024) } }), null);
  const both = { add: { tags: many(1000) }, del: { tags: Object.keys(many(25)) } };
  assert.equal(change(both)?.code, "malformed");
});
