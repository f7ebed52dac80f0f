import assert from "node:assert/strict";
import { test } from "node:test";
import { fromTo, seedsOf } from "./support/random.mjs";
import { books, notes, notesOnFailingDisks, TabsSimulation } from "./support/tabs-simulation.mjs";

// One seed makes one run; a failure names it and tells its story. `DOGEAR_SEED=… node --test` plays it
// alone, or others: `DOGEAR_SEED=1..2000`. Those beyond the first have found a defect that these have not.
const ways = [
  { name: "books", writing: books, seeds: [...fromTo(1, 60), 453] },
  { name: "words of a note", writing: notes, seeds: [...fromTo(1, 100), 337, 453, 3156] },
  // Not yet for every seed: of some 3,000 one still doubles words, or loses some, where disks fail.
  { name: "words, on disks that fail,", writing: notesOnFailingDisks, seeds: [...fromTo(1, 60), 182, 271, 472, 5737, 8202] },
];

for (const { name, writing, seeds } of ways) {
  for (const seed of seedsOf(seeds)) {
    test(`whatever befalls the tabs of a browser, their ${name} are there once (seed ${seed})`, async () => {
      const simulation = new TabsSimulation(seed, writing);
      await simulation.begin();
      for (let step = 0; step < 40; step += 1) await simulation.step();
      const faults = await simulation.heal();
      assert.ok(faults.length === 0, `${faults.join("\n")}\n\n${simulation.story.join("\n")}`);
    });
  }
}
