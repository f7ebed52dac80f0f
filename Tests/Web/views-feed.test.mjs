import assert from "node:assert/strict";
import test from "node:test";
import { feedSwipes } from "../../Web/views/feed-keys.js";

globalThis.getComputedStyle ??= () => ({ direction: "ltr" });

/** A feed on which fingers go down and up, each `[type, id, x, y]`; gives what that did. */
function swiped(...events) {
  const scroller = new EventTarget();
  const done = [];
  feedSwipes(scroller, (name) => done.push(name));
  for (const [type, pointerId, clientX, clientY = 0] of events) {
    const at = { pointerId, pointerType: "touch", isPrimary: pointerId === 1, clientX, clientY };
    scroller.dispatchEvent(Object.assign(new Event(`pointer${type}`), at));
  }
  return done;
}

test("a finger across adds or skips", () => {
  assert.deepEqual(swiped(["down", 1, 100], ["up", 1, 250]), ["add"]);
  assert.deepEqual(swiped(["down", 1, 250], ["up", 1, 100]), ["skip"]);
  assert.deepEqual(swiped(["down", 1, 250], ["cancel", 1, 100], ["up", 1, 100]), []);
});

test("two fingers neither add nor skip, whichever is lifted first", () => {
  const down = [["down", 1, 100], ["down", 2, 200]];
  assert.deepEqual(swiped(...down, ["up", 2, 350], ["up", 1, -50]), []);
  assert.deepEqual(swiped(...down, ["up", 1, -50], ["up", 2, 350]), []);
  assert.deepEqual(swiped(...down, ["up", 2, 350], ["up", 1, -50], ["down", 1, 100], ["up", 1, 250]), ["add"]);
});
