import assert from "node:assert/strict";
import { test } from "node:test";
import * as replica from "../../Web/replica/limits.js";
import * as wire from "../../Web/wire/limits.js";
import { vectors } from "./support/vectors.mjs";

// The same vectors hold Swift to the same numbers.
for (const [folder, limits] of Object.entries({ wire, replica })) {
  const cases = vectors(folder, "limits.json");
  for (const { name, given, expect } of cases) {
    test(`${folder}: ${name} is the same in Swift and in JavaScript`, () => {
      assert.equal(limits[given.js], expect);
    });
  }
  test(`${folder}: no bound is left out`, { skip: process.env.DOGEAR_VECTORS !== undefined }, () => {
    const numbers = Object.keys(limits).filter((key) => typeof limits[key] === "number");
    assert.deepEqual(numbers.sort(), cases.map(({ given }) => given.js).sort());
  });
}
