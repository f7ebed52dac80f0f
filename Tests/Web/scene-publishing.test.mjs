import assert from "node:assert/strict";
import test from "node:test";
import { initialState } from "../../Web/navigation/index.js";
import { PublishPlan } from "../../Web/scene/publish-plan.js";

const anchor = (idx) => ({ id: `b${idx}`, off: 0, idx, near: [] });
const listed = (state) => ({ q: "", filters: {}, sort: { by: "added", desc: true }, anchor: null, used: 1, ...state });

function nav({ path = [], tab = "library", present = [], ...list } = {}) {
  const first = initialState();
  const library = { list: { k: "all" }, compact: "content", path: path.map((id) => ({ k: "book", id })) };
  return { ...first, tab, tabs: { ...first.tabs, library }, lists: { all: listed(list) }, present };
}

const shown = (state, more = {}) =>
  ({ nav: nav(state), layout: "wide", following: null, lib: 7, ...more });

function planOf({ state = {}, epoch = 0, rev = 0 } = {}) {
  const plan = new PublishPlan({ id: "s1", name: "Window 1", epoch, rev });
  plan.showed(shown(state), 0);
  return plan;
}

/** A plan whose scene is attached and told, at time 0. */
function attached(options) {
  const plan = planOf(options);
  plan.connected("c1");
  plan.heard({ t: "scene.attached", scene: "s1", epoch: 5, rev: 9, nav: null }, 0);
  return plan;
}

/** What is published up to `end`, each with its moment, when `moves` happen at theirs. */
function run(plan, moves, end) {
  const told = [];
  for (let now = 1; now <= end; now += 1) {
    for (const [at, state, more] of moves) if (at === now) plan.showed(shown(state, more), now);
    for (const deed of plan.tick(now)) told.push([now, deed.message]);
  }
  return told;
}

const times = (told) => told.map(([at]) => at);

test("a window attaches when there is a connection, and is told at once", () => {
  const plan = planOf();
  assert.deepEqual(plan.connected(null), []);
  assert.deepEqual(plan.connected("c1"), [
    { type: "send", message: { t: "scene.attach", scene: "s1", name: "Window 1" } },
  ]);
  const [{ message }] = plan.heard({ t: "scene.attached", scene: "s1", epoch: 5, rev: 9, nav: null }, 0);
  assert.equal(message.t, "scene.publish");
  assert.deepEqual([message.epoch, message.rev, message.lib, message.layout], [5, 10, 7, "wide"]);
  assert.equal("following" in message, false);
});

test("a change after a rest goes at once, those that follow are joined for 250 ms", () => {
  const moves = [[1000, { path: ["b1"] }], [1010, { path: ["b2"] }], [1100, { path: ["b3"] }]];
  const told = run(attached(), moves, 3000);
  assert.deepEqual(times(told), [1000, 1250]);
  assert.deepEqual(told[1][1].nav.tabs.library.path, [{ k: "book", id: "b3" }]);
});

test("however busy a person is, at most ten are told in a second, with ever greater revs", () => {
  const moves = Array.from({ length: 300 }, (_, at) => [1000 + at * 10, { path: [`b${at}`] }]);
  const told = run(attached(), moves, 5000);
  for (let from = 0; from <= 4000; from += 100) {
    assert.ok(times(told).filter((at) => at >= from && at < from + 1000).length <= 10);
  }
  const revs = told.map(([, { rev }]) => rev);
  assert.deepEqual(revs, [...new Set(revs)].sort((a, b) => a - b));
  assert.deepEqual(told.at(-1)[1].nav.tabs.library.path, [{ k: "book", id: "b299" }]);
});

test("scrolling alone is told every two seconds at most, and its end", () => {
  const moves = Array.from({ length: 60 }, (_, at) => [3000 + at * 100, { anchor: anchor(at + 1) }]);
  const told = run(attached(), moves, 20_000);
  assert.deepEqual(times(told), [3250, 5250, 7250, 9250]);
  assert.equal(told.at(-1)[1].nav.lists.all.anchor.idx, 60);
});

test("a tap just after scrolling is not kept waiting by it", () => {
  const moves = [[3000, { anchor: anchor(4) }], [3100, { anchor: anchor(4), path: ["b4"] }]];
  assert.deepEqual(times(run(attached(), moves, 9000)), [3100]);
});

test("what is typed is told half a second after the last key, and never in part", () => {
  const moves = [..."swift"].map((_, at) => [1000 + at * 200, { q: "swift".slice(0, at + 1) }]);
  const told = run(attached(), moves, 5000);
  assert.deepEqual(told.map(([at, { nav }]) => [at, nav.lists.all.q]), [[2300, "swift"]]);
});

test("what nobody may see is not told: popovers, questions, editors", () => {
  const popover = { style: "popover", dest: "filters" };
  assert.deepEqual(run(attached(), [[1000, { present: [popover] }]], 3000), []);
});

test("the layout and whom it follows are told like a move", () => {
  const following = { device: "d2", scene: "s2" };
  const moves = [[1000, {}, { layout: "narrow" }], [2000, {}, { layout: "narrow", following }]];
  const told = run(attached(), moves, 3000);
  assert.deepEqual(times(told), [1000, 2000]);
  assert.deepEqual(told[1][1].following, following);
});

test("the server takes what changes beside the place, too: each time under a greater rev", () => {
  const plan = attached();
  const still = shown();
  const revs = [];
  for (const [at, layout] of ["narrow", "wide", "narrow"].entries()) {
    plan.showed({ ...still, layout }, 1000 * at + 500);
    revs.push(plan.tick(1000 * at + 500)[0].message.rev);
  }
  assert.deepEqual(revs, [11, 12, 13]);
});

test("a scene that another window holds is asked for again for as long as a dead connection holds it, then left", () => {
  const plan = planOf();
  plan.connected("c1");
  const refused = { t: "scene.refused", scene: "s1", reason: "busy" };
  assert.deepEqual(plan.heard(refused, 0), []);
  assert.equal(plan.due, 1000);
  assert.equal(plan.tick(999).length, 0);
  assert.equal(plan.tick(1000)[0].message.t, "scene.attach");
  let asked = 0;
  let now = 1010;
  for (let deeds = []; deeds[0]?.type !== "fork"; asked += 1) {
    deeds = plan.heard(refused, now);
    now = plan.due ?? now;
    if (plan.due !== null) assert.equal(plan.tick(now)[0].message.t, "scene.attach");
  }
  assert.ok(asked < 10 && now > 60_000, "a server misses a connection after a minute");
  assert.equal(plan.due, null);
  assert.deepEqual(plan.renamed("s9")[0].message, { t: "scene.attach", scene: "s9", name: "Window 1" });
  assert.deepEqual(plan.heard(refused, now), [], "the old scene is no business of this window");
});

test("the former self that lets go in time leaves the scene to its successor", () => {
  const plan = planOf();
  plan.connected("c1");
  plan.heard({ t: "scene.refused", scene: "s1", reason: "busy" }, 0);
  plan.tick(1000);
  const [{ message }] = plan.heard({ t: "scene.attached", scene: "s1", epoch: 2, rev: 1, nav: null }, 1010);
  assert.equal(message.t, "scene.publish");
});

for (const reason of ["stale", "unattached"]) {
  test(`a write refused as ${reason} attaches once more, and not for ever`, () => {
    const plan = attached();
    const refused = { t: "scene.refused", scene: "s1", reason };
    assert.equal(plan.heard(refused, 10)[0].message.t, "scene.attach");
    const again = plan.heard({ t: "scene.attached", scene: "s1", epoch: 6, rev: 30, nav: null }, 20)
      .concat(plan.tick(500));
    assert.deepEqual([again[0].message.epoch, again[0].message.rev], [6, 31]);
    assert.deepEqual(plan.heard(refused, 600), []);
    assert.equal(plan.due, null);
    assert.equal(plan.connected("c2")[0].message.t, "scene.attach", "another connection, another try");
  });
}

test("a server that was told too fast is told again after a second, where the window is then", () => {
  const plan = attached();
  assert.deepEqual(plan.heard({ t: "scene.refused", scene: "s1", reason: "tooFast" }, 100), []);
  assert.deepEqual(times(run(plan, [[700, { path: ["b1"] }]], 4000)), [1100]);
});

test("a ninth window stays local over this connection", () => {
  const plan = planOf();
  plan.connected("c1");
  plan.heard({ t: "scene.refused", scene: "s1", reason: "tooMany" }, 0);
  assert.equal(plan.phase, "local");
  assert.deepEqual(run(plan, [[100, { path: ["b1"] }]], 3000), []);
});

test("before it was seen a window takes the server's state where that is newer; afterwards its own", () => {
  const answer = { t: "scene.attached", scene: "s1", epoch: 4, rev: 12, nav: nav({ path: ["b9"] }) };
  const revived = (isPainted, stamp) => {
    const plan = planOf(stamp);
    plan.connected("c1");
    if (isPainted) plan.painted();
    return plan.heard(answer, 0)[0].type;
  };
  assert.equal(revived(false, { epoch: 3, rev: 11 }), "restore");
  assert.equal(revived(false, { epoch: 3, rev: 12 }), "send", "the same state");
  assert.equal(revived(false, { epoch: 4, rev: 1 }), "send", "a greater epoch");
  assert.equal(revived(true, { epoch: 3, rev: 11 }), "send", "seen already");
});

test("a page that is left tells what waits and that it is closed, and attaches when it comes back", () => {
  const plan = attached();
  plan.showed(shown({ q: "half a wor" }), 1000);
  assert.deepEqual(plan.leave(1001).map(({ message }) => message.t), ["scene.publish", "scene.detach"]);
  assert.equal(plan.connected("c2").length, 0, "it is not here");
  assert.equal(plan.comeBack()[0].message.t, "scene.attach");
});

test("a window that is not shared any more is deleted, and tells nothing", () => {
  const plan = attached();
  assert.deepEqual(plan.share(false), [
    { type: "send", message: { t: "scene.detach", scene: "s1", private: true } },
  ]);
  assert.deepEqual(run(plan, [[100, { path: ["b1"] }]], 3000), []);
  assert.equal(plan.share(true)[0].message.t, "scene.attach");
});

test("what another connection holds still is deleted, too", () => {
  const plan = planOf();
  plan.connected("c1");
  plan.heard({ t: "scene.refused", scene: "s1", reason: "busy" }, 0);
  assert.deepEqual(plan.share(false), [
    { type: "send", message: { t: "scene.detach", scene: "s1", private: true } },
  ]);
  assert.equal(plan.due, null);
});

test("that it is not shared any more is said again on each connection: the last may have been dead", () => {
  const gone = [{ type: "send", message: { t: "scene.detach", scene: "s1", private: true } }];
  const plan = attached();
  plan.connected(null);
  assert.deepEqual(plan.share(false), []);
  assert.deepEqual(plan.connected("c2"), gone);
  assert.deepEqual(plan.heard({ t: "scene.refused", scene: "s1", reason: "unattached" }, 10), []);
  assert.deepEqual(run(plan, [[100, { path: ["b1"] }]], 3000), []);
  assert.deepEqual(plan.connected("c3"), gone);
});

test("a change of connection tells everything anew", () => {
  const plan = attached();
  plan.connected(null);
  assert.deepEqual(run(plan, [[100, { path: ["b1"] }]], 900), []);
  plan.connected("c2");
  const [{ message }] = plan.heard({ t: "scene.attached", scene: "s1", epoch: 6, rev: 10, nav: null }, 1000);
  assert.deepEqual(message.nav.tabs.library.path, [{ k: "book", id: "b1" }]);
  assert.ok(message.rev > 10);
});
