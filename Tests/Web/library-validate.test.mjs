import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fieldProblem } from "../../Web/library/validate.js";
import { createMessages } from "../../Web/messages/messages.js";
import { problemSentence, problemWords } from "../../Web/views/problem-words.js";
import english from "./support/english.mjs";
import { changeProblem, operationProblem } from "./support/operation-problem.mjs";
import { vectors } from "./support/vectors.mjs";

/** English as the server says it, in which nothing is called by a label. */
const plain = {
  t: (key, values) => english[key].replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place)),
  list: (words) => [words.slice(0, -1).join(", "), words.at(-1)].join(" or "),
};

function said(problem) {
  const nameOf = (name) =>
    /^[A-Za-z]+$/.test(name) ? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : `“${name}”`;
  return problem?.message ?? problemSentence(problem, plain, nameOf);
}

for (const { name, given, when, expect } of vectors("library", "validate.json")) {
  test(`validate.json: ${name}`, () => {
    const problem = when.op
      ? operationProblem(when.op, given.device)
      : changeProblem(when.change, given.device);
    assert.equal(problem?.code, expect?.code);
    assert.equal(problem?.field, expect?.field);
    // Vectors from elsewhere may leave the words to us.
    if (expect?.message) assert.equal(said(problem), expect.message);
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
  assert.equal(fieldProblem("book", "custom.x", "é".repeat(131_072))?.reason, "bytes");
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

test("a person reads the labels of the form, with numbers as their language writes them", () => {
  const words = (field, value) => problemWords(fieldProblem("book", field, value), createMessages("en", english));
  assert.equal(words("subtitle", "x".repeat(1001)), "Subtitle must have at most 1,000 characters, not 1,001.");
  assert.equal(words("note", "x".repeat(100_001)), "Private note must have at most 100,000 characters, not 100,001.");
  assert.equal(
    words("contributors", [{ name: "A" }, { name: "x".repeat(1001) }]),
    "Name of item 2 of People must have at most 1,000 characters, not 1,001.",
  );
  assert.equal(words("sortTitle", "a\tb"), "Sort title must be on one line and without control characters.");
});

test("whatever the library may say of a value has its words", () => {
  const reasons = ["validate", "validate-value"].flatMap((name) => {
    const text = readFileSync(new URL(`../../Web/library/${name}.js`, import.meta.url), "utf8");
    return [...text.matchAll(/problem\("(\w+)"/g)].map(([, reason]) => reason);
  });
  assert.ok(reasons.length > 15);
  for (const reason of reasons) assert.ok(`invalid.${reason}` in english, reason);
});
