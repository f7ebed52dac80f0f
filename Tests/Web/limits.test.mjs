import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as library from "../../Web/library/limits.js";
import * as navigation from "../../Web/navigation/limits.js";
import * as replica from "../../Web/replica/limits.js";
import * as wire from "../../Web/wire/limits.js";
import { serverLimits } from "./support/operation-problem.mjs";
import { vectors } from "./support/vectors.mjs";

// The same vectors hold Swift to the same numbers.
for (const [folder, limits] of Object.entries({ wire, replica })) {
  const cases = vectors(folder, "limits.json");
  for (const { name, expect } of cases) {
    test(`${folder}: ${name} is the same in Swift and in JavaScript`, () => {
      assert.equal(limits[name], expect);
    });
  }
  test(`${folder}: no bound is left out`, { skip: process.env.DOGEAR_VECTORS !== undefined }, () => {
    const numbers = Object.keys(limits).filter((key) => typeof limits[key] === "number");
    assert.deepEqual(numbers.sort(), cases.map(({ name }) => name).sort());
  });
}

/** The bounds of a Swift module, by their names. */
function swiftLimits(module) {
  const text = readFileSync(new URL(`../../Sources/${module}/Limits.swift`, import.meta.url), "utf8");
  const stated = text.matchAll(/static let (\w+) = ([\d_<>*+ ]+)$/gm);
  return Object.fromEntries([...stated].map(([, name, value]) =>
    [name, value.split("<<").map(product).reduce((left, right) => left * 2 ** right)]));
}

const product = (text) =>
  text.split("*").map((factor) => Number(factor.replaceAll("_", ""))).reduce((left, right) => left * right);

test("the bounds of the navigation are Swift's, by the same names", () => {
  assert.deepEqual({ ...navigation }, swiftLimits("Navigation"));
});

test("the bounds of the library are Swift's, by the same names", () => {
  const swift = swiftLimits("Library");
  const own = { ...library, ...serverLimits };
  const shared = Object.keys(own).map((name) => [name, swift[name]]);
  assert.ok(shared.length > 15);
  assert.deepEqual(own, Object.fromEntries(shared));
});
