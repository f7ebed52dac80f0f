import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { replay } from "./support/replica-trace.mjs";
import { document } from "./support/vectors.mjs";

// `node Tests/Web/support/record-traces.mjs` recorded them; Swift plays them too.
test("recorded runs are as they were", () => {
  const traces = document("replica", "trace-simulated.json");
  for (const trace of traces) replay(trace);
});

test("a trace that tells another story is found out", () => {
  const [trace] = structuredClone(document("replica", "trace-simulated.json"));
  const step = trace.steps.findLast(({ outputs }) => outputs.some(({ type }) => type === "persist"));
  step.outputs.find(({ type }) => type === "persist").number += 1;
  assert.throws(() => replay(trace), assert.AssertionError);
});

// The Swift simulator writes a folder of traces where `DOGEAR_TRACES` says.
const folder = process.env.DOGEAR_TRACES;
const skip = folder ? false : "DOGEAR_TRACES names no folder";

test("the runs of the Swift simulator are the same here", { skip }, () => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  assert.ok(names.length > 0, `${folder} holds no traces`);
  for (const name of names) {
    try {
      replay(JSON.parse(readFileSync(join(folder, name), "utf8")));
    } catch (error) {
      error.message = `${name}: ${error.message}`;
      throw error;
    }
  }
});
