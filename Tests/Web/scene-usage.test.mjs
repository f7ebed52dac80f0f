import assert from "node:assert/strict";
import test from "node:test";
import english from "./support/english.mjs";
import { decode, libraryView, localScene, reduce } from "../../Web/navigation/index.js";
import {
  counted, counterOf, counters, countsOf, createUsage, isCounter,
} from "../../Web/scene/usage.js";
import { cases, named } from "./support/navigation.mjs";
import { document, vectors } from "./support/vectors.mjs";
import { walk } from "./support/navigation-trace.mjs";

const layouts = ["wide", "narrow"];
const library = libraryView(named("L1"));
const leader = { device: "d2", scene: "w1" };

/** What `actions` count in a window that begins at `fixture`, for both layouts the same. */
function countsAfter(fixture, ...actions) {
  const [wide, narrow] = layouts.map((layout) => {
    let scene = localScene(decode(named(fixture)));
    let counts = {};
    for (const action of actions) {
      const done = reduce(scene, action, { layout, lib: library, self: null });
      scene = done.scene;
      counts = counted(counts, done.out);
    }
    return counts;
  });
  assert.deepEqual(wide, narrow);
  return wide;
}

test("switching tabs is one switch and no push", () => {
  assert.deepEqual(countsAfter("S-deep", { t: "selectTab", tab: "settings" }), {
    "tab_switch library settings selectTab": 1,
  });
  assert.deepEqual(countsAfter("S-deep", { t: "selectTab", tab: "library" }), {});
});

test("opening a row and pushing are one push each and no switch", () => {
  assert.deepEqual(
    countsAfter(
      "S-list",
      { t: "openItem", route: { k: "book", id: "b1" } },
      { t: "push", route: { k: "list", list: { k: "author", v: "Mara Quill" } } },
    ),
    { "route_push book 1 openItem": 1, "route_push list 2 push": 1 },
  );
});

test("a route-level link into another tab is one switch and one push", () => {
  const link = "/settings/devices/device/d2";
  assert.deepEqual(countsAfter("S-deep", { t: "openLink", link }), {
    "link_open route": 1,
    "tab_switch library settings openLink": 1,
    "route_push device 2 openLink": 1,
  });
});

test("a route-level link within the tab is one push", () => {
  assert.deepEqual(countsAfter("S-deep", { t: "openLink", link: "/library/all/book/b1" }), {
    "link_open route": 1, "route_push book 1 openLink": 1,
  });
});

test("scenario 22: a tab-level link into another tab is one switch and no push", () => {
  assert.deepEqual(countsAfter("S-deep", { t: "openLink", link: "/settings" }), {
    "link_open tab": 1, "tab_switch library settings openLink": 1,
  });
});

test("a link that leads nowhere is counted by its reason alone", () => {
  assert.deepEqual(countsAfter("S-deep", { t: "openLink", link: "/libary" }), {
    "link_invalid tab": 1,
  });
});

test("history, layout, Continue and following are no switches and no pushes", () => {
  const nav = named("S-settings");
  const moves = [
    { t: "traverse", nav, dir: -1 },
    { t: "traverse", nav: named("S-deep"), dir: 1 },
    { t: "layoutChanged" },
    { t: "adopt", nav },
    { t: "undoAdopt" },
    { t: "followStart", source: leader, following: null, nav },
    { t: "followUpdate", source: leader, nav: named("S-feed") },
    { t: "followStop", reason: "user" },
  ];
  assert.deepEqual(countsAfter("S-deep", ...moves), { adopt: 1, "follow_stop user": 1 });
});

test("back, lists, sheets, repairs and links from elsewhere have their own counters", () => {
  const incoming = { id: "m1", from: "d2", link: "/feed", lib: 0, at: 0 };
  assert.deepEqual(
    countsAfter(
      "S-book",
      { t: "back" },
      { t: "selectList", list: { k: "shelf", id: "s1" } },
      { t: "present", presentation: { style: "sheet", dest: "sendTo" } },
      { t: "dismiss" },
      { t: "incoming", incoming, policy: "off" },
    ),
    { route_pop: 1, list_change: 1, present: 1, "remote_open blocked": 1 },
  );
  const lib = libraryView(named("L2"));
  const scene = localScene(decode(named("S-book")));
  const { out } = reduce(scene, { t: "libraryChanged", remote: true }, { layout: "wide", lib });
  assert.deepEqual(counted({}, out), { "repair R1": 1, "repair R3": 1 });
});

test("whatever the reducer counts is one of the counters, with no id, title or text", () => {
  const outs = [
    ...["reduce.json", "repair.json"].flatMap(cases).map((each) => each.out ?? []),
    ...walked(10_000).map(({ out }) => out),
  ];
  const tracks = outs.flat().filter(([kind]) => kind === "track");
  assert.ok(tracks.length > 1000);
  for (const track of tracks) assert.notEqual(counterOf(track), null, JSON.stringify(track));
});

test("one action is at most one switch and one push, and both only for a link", () => {
  const ofLinks = ["openLink", "restore", "incoming", "answer"];
  for (const { action, out } of walked(10_000)) {
    const names = out.filter(([kind]) => kind === "track").map(([, name]) => name);
    const switches = names.filter((name) => name === "tab_switch").length;
    const pushes = names.filter((name) => name === "route_push").length;
    assert.ok(switches <= 1 && pushes <= 1, JSON.stringify(action));
    if (switches + pushes === 2) assert.ok(ofLinks.includes(action.t), JSON.stringify(action));
    const isSilent = ["traverse", "layoutChanged", "adopt", "followStart", "followUpdate"];
    if (isSilent.includes(action.t)) assert.equal(switches + pushes, 0, JSON.stringify(action));
  }
});

test("what is no counter of ours is not counted", () => {
  const strange = [
    ["track", "page_view"],
    ["track", "constructor"],
    ["track", "route_push", { kind: "book", depth: 1, via: "openItem", id: "b1" }],
    ["track", "route_push", { kind: "b1", depth: 1, via: "openItem" }],
    ["track", "link_invalid", { reason: "/library/author/Mara%20Quill" }],
    ["track", "link_open"],
    ["notice", "adopt"],
  ];
  assert.deepEqual(counted({}, strange), {});
});

test("every counter and every kind has its words", () => {
  const sentences = { tab_switch: "usage.switch", route_push: "usage.push" };
  for (const [name, kinds] of Object.entries(counters)) {
    assert.ok(`usage.${name}` in english, name);
    const spoken = Object.entries(kinds).filter(([kind]) => !["from", "to", "depth"].includes(kind));
    for (const [kind, values] of spoken) {
      const head = kind === "kind" ? "usage.kind" : sentences[name] ?? `usage.${name}`;
      for (const value of values) assert.ok(`${head}.${value}` in english, `${head}.${value}`);
    }
  }
});

test("the counts of a browser are those of all its windows, and last", () => {
  const storage = new FakeStorage();
  const [one, two] = [1000, 2000].map((now) => createUsage({ storage, now: () => now }));
  one.count([["track", "adopt"], ["history", "push"]]);
  two.count([["track", "adopt"], ["track", "link_open", { level: "tab" }]]);
  assert.deepEqual(one.read(), { since: 1000, counts: { adopt: 2, "link_open tab": 1 } });
  two.reset();
  assert.deepEqual(one.read(), { since: 2000, counts: {} });
});

test("what counts nothing writes nothing", () => {
  const storage = new FakeStorage();
  createUsage({ storage, now: () => 1 }).count([["history", "push"], ["track", "nonsense"]]);
  assert.equal(storage.getItem("dogear.usage"), null);
});

test("a storage of nonsense is no counts, and what in it is no counter is left out", () => {
  const storage = new FakeStorage();
  const usage = createUsage({ storage, now: () => 5 });
  for (const text of ["{", "7", '{"v":2,"since":1,"counts":{"adopt":1}}', '{"v":1}']) {
    storage.setItem("dogear.usage", text);
    assert.deepEqual(usage.read(), { since: 5, counts: {} });
  }
  const counts = {
    adopt: 2, "adopt b1": 1, route_pop: -1, present: 1.5, "link_open tab": "3", toString: 1,
    "route_push book 17 push": 1, "route_push book 16 push": 4, list_change: 1e15,
  };
  storage.setItem("dogear.usage", JSON.stringify({ v: 1, since: 3, counts }));
  assert.deepEqual(usage.read(), {
    since: 3, counts: { adopt: 2, "route_push book 16 push": 4, list_change: 1_000_000_000 },
  });
});

test("a storage that refuses costs nothing but the memory", () => {
  const storage = { getItem: () => null, setItem: () => { throw new Error("full"); } };
  const usage = createUsage({ storage, now: () => 1 });
  usage.count([["track", "adopt"]]);
  usage.count([["track", "adopt"]]);
  assert.deepEqual(usage.read().counts, { adopt: 2 });
});

test("a counter is shown with its sum and its kinds", () => {
  const counts = { "link_open tab": 2, "link_open route": 3, adopt: 1 };
  assert.deepEqual(countsOf(counts, "link_open"), {
    total: 5, kinds: [{ values: ["tab"], count: 2 }, { values: ["route"], count: 3 }],
  });
  assert.deepEqual(countsOf(counts, "adopt"), { total: 1, kinds: [{ values: [], count: 1 }] });
  assert.deepEqual(countsOf(counts, "present"), { total: 0, kinds: [] });
});

function walked(stepCount) {
  const trace = document("navigation", "trace.json");
  const steps = [];
  for (const step of walk(trace, 5)) if (steps.push(step) === stepCount) return steps;
  return steps;
}

class FakeStorage {
  #items = new Map();
  getItem(key) {
    return this.#items.get(key) ?? null;
  }
  setItem(key, value) {
    this.#items.set(key, value);
  }
}

for (const { name, when, expect } of vectors("usage", "counters.json")) {
  test(`the server and the client count the same: ${name}`, () => {
    assert.equal(isCounter(when), expect);
  });
}
