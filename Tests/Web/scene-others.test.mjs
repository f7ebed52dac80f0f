import assert from "node:assert/strict";
import test from "node:test";
import { initialState } from "../../Web/navigation/index.js";
import { FollowPlan } from "../../Web/scene/follow-plan.js";
import { Others, standingOf } from "../../Web/scene/others.js";

const day = 86_400_000;
const scene = (id, seen, more = {}) => ({
  v: 1, device: "d1", scene: id, name: "", epoch: 1, rev: 1, lib: 3, seen, layout: "narrow",
  following: null, nav: initialState(), ...more,
});

test("windows are live for a minute, listed for 14 days, older for 90, then gone", () => {
  const now = 100 * day;
  const standing = (silence) => standingOf({ seen: now - silence }, now);
  assert.deepEqual(
    [0, 60_000, 60_001, 14 * day, 14 * day + 1, 90 * day, 90 * day + 1].map(standing),
    ["live", "live", "listed", "listed", "older", "older", "gone"],
  );
});

test("the list, updates and departures are taken in; what spells no scene is passed over", () => {
  const others = new Others();
  others.heard({ t: "scenes", scenes: [scene("a", 5), scene("b", 9), { v: 1 }] });
  assert.deepEqual(others.all.map((each) => each.scene), ["b", "a"]);
  assert.equal(others.heard({ t: "scene.update", ...scene("a", 12, { layout: "wide" }) }).type, "moved");
  assert.equal(others.get({ device: "d1", scene: "a" }).layout, "wide");
  assert.equal(others.heard({ t: "scene.update", device: "d1" }).type, "none");
  const gone = others.heard({ t: "scene.gone", device: "d1", scene: "b", reason: "closed" });
  assert.deepEqual(gone, { type: "gone", ref: { device: "d1", scene: "b" }, reason: "closed" });
  assert.deepEqual(others.all.map((each) => each.scene), ["a"]);
  assert.equal(others.heard({ t: "link.state" }).type, "none");
});

test("a new list replaces what was known", () => {
  const others = new Others();
  others.heard({ t: "scenes", scenes: [scene("a", 5)] });
  others.heard({ t: "scenes", scenes: [scene("b", 5)] });
  assert.deepEqual(others.all.map((each) => each.scene), ["b"]);
});

test("a follower moves at once, then four times a second, to where the leader is by then", () => {
  const plan = new FollowPlan(0);
  const gone = [];
  for (let now = 1000; now < 2000; now += 1) {
    const next = now % 20 === 0 ? plan.heard(scene(`s${now}`, 0), now) : plan.tick(now);
    if (next) gone.push([now, next.scene]);
  }
  assert.deepEqual(gone, [[1000, "s1000"], [1250, "s1240"], [1500, "s1500"], [1750, "s1740"]]);
});

test("a leader silent for a minute pauses, and goes on when it is heard of", () => {
  const plan = new FollowPlan(0);
  plan.heard(scene("a", 0), 1000);
  assert.equal(plan.due, 61_000);
  assert.equal(plan.isPaused(60_999), false);
  assert.equal(plan.isPaused(61_000), true);
  plan.heard(scene("a", 0), 70_000);
  assert.equal(plan.isPaused(70_000), false);
});
