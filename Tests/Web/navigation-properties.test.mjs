import assert from "node:assert/strict";
import nodeTest from "node:test";
import { document } from "./support/vectors.mjs";
import { traceHashes } from "./support/navigation-trace.mjs";
import { properties, survey } from "./support/navigation-properties.mjs";

const trace = document("navigation", "trace.json");
// A directory of other vectors need not have a trace.
const test = trace ? nodeTest : nodeTest.skip;

/** The walks that `make walk` takes in Swift: 100,000 steps in all. */
const walks = (trace?.walks ?? []).map((each) => (
  { ...each, ...survey(trace, each.seed, each.steps) }));

for (const { name, claim } of properties) {
  test(`${name}: ${claim}`, () => {
    const found = walks.flatMap(({ contradictions }) => contradictions.get(name) ?? []);
    assert.deepEqual(found, []);
  });
}

test("every property of the design is here, after at least 100,000 steps", () => {
  const names = Array.from({ length: 11 }, (_, index) => `P${index + 1}`);
  assert.deepEqual(properties.map(({ name }) => name), names);
  assert.ok(walks.reduce((sum, { steps }) => sum + steps, 0) >= 100_000);
});

test("the shared random trace goes the same way in Swift and JavaScript", () => {
  assert.deepEqual(traceHashes(trace), trace.hashes);
});

test("and so do the long walks", () => {
  const recorded = (trace?.walks ?? []).map(({ seed, hash }) => [seed, hash]);
  assert.deepEqual(walks.map(({ seed, hash }) => [seed, hash]), recorded);
});
