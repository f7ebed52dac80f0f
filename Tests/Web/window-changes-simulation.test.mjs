import assert from "node:assert/strict";
import { test } from "node:test";
import { fromTo, seedsOf } from "./support/random.mjs";
import { lostDraft, noted, properties } from "./support/window-properties.mjs";
import { WindowWalk } from "./support/window-walk.mjs";

const stepCount = 30;
const patienceMilliseconds = 5_000;

/**
 * What contradicts the properties after a step. What is not in the library may come still, for five
 * seconds (NAVIGATION 3.4): what is wrong only as long is not.
 */
async function contradiction(walk, before, done) {
  const wrong = () => Object.entries(properties).flatMap(([name, violation]) => {
    const found = violation(walk, before, done);
    return found ? [`${name}: ${found}`] : [];
  });
  const first = wrong();
  if (first.length === 0) return undefined;
  walk.window.browser.advance(patienceMilliseconds);
  await walk.window.settle();
  const still = wrong();
  return first.find((each) => still.includes(each));
}

async function play(seed) {
  const walk = new WindowWalk(seed);
  await walk.open();
  const failed = [];
  const fail = (error) => failed.push(error.stack);
  process.on("unhandledRejection", fail);
  const story = () => `seed ${seed}: ${walk.steps.slice(-12).join(" ")}`;
  try {
    for (let step = 0; step < stepCount; step += 1) {
      const before = noted(walk);
      const done = await walk.step();
      assert.equal(await contradiction(walk, before, done), undefined, story());
      assert.deepEqual(failed, [], story());
    }
    assert.equal(await lostDraft(walk), undefined, story());
  } catch (error) {
    // An exception says nothing of how it came about.
    if (!error.message.includes("seed")) error.message += ` (${story()})`;
    throw error;
  } finally {
    process.off("unhandledRejection", fail);
    walk.window.close();
  }
}

test("whatever changes under a window, it shows what is there and loses neither place nor words", async () => {
  for (const seed of seedsOf(fromTo(5, 6))) await play(seed);
});
