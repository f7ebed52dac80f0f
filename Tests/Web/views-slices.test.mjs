// Long work in pieces, between which others have their turn.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { sliceMilliseconds } from "../../Web/views/limits.js";
import { Slices, whenIdle } from "../../Web/views/slices.js";

/** A clock that each step of some work moves, and the timers that were set meanwhile. */
function world(t) {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  /** @type {(() => void)[]} */
  const timers = [];
  t.mock.method(globalThis, "setTimeout", (/** @type {() => void} */ act) => timers.push(act));
  const work = (steps, milliseconds) => {
    const done = { count: 0 };
    done.step = () => {
      if (done.count === steps) return false;
      done.count += 1;
      now += milliseconds;
      return done.count < steps;
    };
    return done;
  };
  return { work, next: () => timers.shift()() };
}

test("what is short is done at once", (t) => {
  const { work } = world(t);
  const told = [];
  assert.equal(new Slices().do(work(3, 1).step, () => told.push("done")), true);
  assert.deepEqual(told, ["done"]);
});

test("what is long is done in slices, and what was asked after it, after it", (t) => {
  const { work, next } = world(t);
  const slices = new Slices();
  const told = [];
  const long = work(5, sliceMilliseconds / 2);
  assert.equal(slices.do(long.step, () => told.push("long")), false);
  assert.equal(slices.do(work(1, 1).step, () => told.push("short")), false);
  assert.deepEqual([long.count, told], [2, []]);
  next();
  assert.deepEqual([long.count, told], [4, []]);
  next();
  assert.deepEqual([long.count, told], [5, ["long", "short"]]);
  assert.equal(slices.do(work(1, 1).step, () => told.push("later")), true);
});

test("what a deed asks for in its turn is done after what waits already", (t) => {
  const { work, next } = world(t);
  const slices = new Slices();
  const told = [];
  slices.do(work(2, sliceMilliseconds).step, () => {
    told.push("first");
    slices.do(work(1, 1).step, () => told.push("third"));
  });
  slices.do(work(1, 1).step, () => told.push("second"));
  next();
  assert.deepEqual(told, ["first", "second", "third"]);
});

test("an idle moment is used as long as it lasts, and no longer than a slice", (t) => {
  const { work } = world(t);
  const asked = [];
  globalThis.requestIdleCallback = (act) => asked.push(act);
  t.after(() => delete globalThis.requestIdleCallback);
  const long = work(40, 1);
  const done = mock.fn();
  whenIdle(long.step, done);
  asked.shift()({ timeRemaining: () => 5 });
  assert.equal(long.count, 5);
  asked.shift()({ timeRemaining: () => 50 });
  assert.equal(long.count, 5 + sliceMilliseconds);
  while (asked.length > 0) asked.shift()({ timeRemaining: () => 50 });
  assert.deepEqual([long.count, done.mock.callCount()], [40, 1]);
});
