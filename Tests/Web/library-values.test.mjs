import assert from "node:assert/strict";
import test from "node:test";
import { canonical } from "../../Web/library/canonical.js";
import { KEY_RANDOM_END, isFractionalKey, keyBetween } from "../../Web/library/fractional-key.js";
import { isIdentifier } from "../../Web/library/identifier.js";
import { isValidIsbn13, isbn13 } from "../../Web/library/isbn.js";
import { isLanguageTag } from "../../Web/library/language-tag.js";
import { parsePartialDate } from "../../Web/library/partial-date.js";
import { elementKey, kinds } from "../../Web/library/schema.js";
import { vectors } from "./support/vectors.mjs";

/** What each file's `given` comes to. */
const runners = {
  "partial-date.json": (given) => parsePartialDate(given),
  "isbn.json": ({ text, ...options }) => {
    const number = isbn13(text, options);
    if (number !== null) assert.ok(isValidIsbn13(number));
    return number;
  },
  "language-tag.json": (given) => isLanguageTag(given),
  "tag.json": ([left, right]) =>
    elementKey("book", "tags", left) === elementKey("book", "tags", right),
  "fractional.json": ({ lower, upper, random }) => keyBetween(lower, upper, random),
  "canonical.json": (given) => {
    try {
      return canonical(JSON.parse(given));
    } catch (error) {
      assert.ok(error instanceof SyntaxError);
      return null;
    }
  },
  "schema.json": (given) => {
    const { isServers, isNamedByPair, fields } = kinds[given];
    const each = ([name, spec]) => [
      name,
      [
        spec.mergeClass,
        spec.isAuthored ? "authored" : "passive",
        ...(spec.isRequired ? ["required"] : []),
      ],
    ];
    return {
      servers: isServers,
      pair: isNamedByPair,
      fields: Object.fromEntries(Object.entries(fields).map(each)),
    };
  },
};

for (const [file, run] of Object.entries(runners)) {
  for (const { name, given, expect } of vectors("library", file)) {
    test(`${file}: ${name}`, () => assert.deepEqual(run(given), expect));
  }
}

test("every kind of the schema has its vector", () => {
  const given = vectors("library", "schema.json").map((vector) => vector.given);
  if (given.length > 0) assert.deepEqual(Object.keys(kinds).sort(), given.sort());
});

test("random insertions keep the order and the bound", () => {
  const random = numbers(7);
  const keys = [];
  for (let count = 0; count < 500; count += 1) {
    const place = Math.floor(random() * (keys.length + 1));
    const key = keyBetween(
      keys[place - 1] ?? null,
      keys[place] ?? null,
      Math.floor(random() * KEY_RANDOM_END),
    );
    assert.ok(isFractionalKey(key));
    keys.splice(place, 0, key);
  }
  assert.deepEqual([...keys].sort(), keys);
});

test("identifiers are 1 to 64 letters, digits, - and _", () => {
  assert.ok(["a", "A-9_z", "x".repeat(64)].every(isIdentifier));
  assert.ok(!["", "a b", "é", "a\n", "x".repeat(65), 7, null].some(isIdentifier));
});

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
