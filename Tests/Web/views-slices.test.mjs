// Long work in pieces, between which others have their turn.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { sliceMilliseconds, waitingMilliseconds } from "../../Web/views/limits.js";
import { Slices, whenIdle } from "../../Web/views/slices.js";

/** A clock that each step of some work moves, and the timers that were set meanwhile. */
function world(t) {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  /** @type {(() => void)[]} */
  const timers = [];
  /** @type {Map<number, () => void>} */
  const signs = new Map();
  t.mock.method(globalThis, "setTimeout", (/** @type {() => void} */ act, /** @type {number} */ delay) => {
    if (delay < waitingMilliseconds) return timers.push(act);
    signs.set(signs.size + 1, act);
    return signs.size;
  });
  t.mock.method(globalThis, "clearTimeout", (/** @type {number} */ timer) => signs.delete(timer));
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
  return { work, signs, next: () => timers.shift()() };
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
  assert.deepEqual([long.count, told], [5, ["long"]]);
  next();
  assert.deepEqual(told, ["long", "short"]);
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
  for (const done of [["first"], ["first", "second"], ["first", "second", "third"]]) {
    next();
    assert.deepEqual(told, done);
  }
});

test("a deed that fails holds up none of the others", (t) => {
  const { work, next } = world(t);
  const slices = new Slices();
  const told = [];
  const fail = () => {
    throw new Error("failed");
  };
  assert.throws(() => slices.do(work(1, 1).step, fail), /failed/);
  slices.do(work(2, sliceMilliseconds).step, fail);
  slices.do(work(1, 1).step, () => told.push("second"));
  assert.throws(next, /failed/);
  next();
  assert.deepEqual(told, ["second"]);
});

test("a wait is told only where it lasts until a sign of it is no flicker", (t) => {
  const { work, signs, next } = world(t);
  const slices = new Slices();
  const tell = () => {};
  slices.do(work(1, 1).step, () => {}, tell);
  assert.equal(signs.size, 0);
  slices.do(work(4, sliceMilliseconds).step, () => {}, tell);
  assert.deepEqual([...signs.values()], [tell]);
  while (signs.size > 0) next();
  assert.equal(slices.do(work(1, 1).step, () => {}, tell), true);
  assert.equal(signs.size, 0);
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
