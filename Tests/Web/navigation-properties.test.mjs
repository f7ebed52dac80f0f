import assert from "node:assert/strict";
import nodeTest from "node:test";
import {
  columns, core, decode, decodeLocalScene, encode, initialState, libraryView, localScene, parse,
  print, reduce, repair, same, stack, translate,
} from "../../Web/navigation/index.js";
import { document } from "./support/vectors.mjs";
import { named } from "./support/navigation.mjs";
import { mulberry32, traceHashes, walk } from "./support/navigation-trace.mjs";

const trace = document("navigation", "trace.json");
// A directory of other vectors need not have a trace.
const test = trace ? nodeTest : nodeTest.skip;
const everythingLives = libraryView({});

/** Steps of several seeded walks; the seed is in every failure's message. */
function* steps(seeds = [1, 2, 3, 4], count = 600) {
  for (const seed of seeds) {
    let left = count;
    for (const step of walk(trace, seed)) {
      yield { ...step, seed: `seed ${seed}, step ${count - left}, ${JSON.stringify(step.action)}` };
      left -= 1;
      if (left === 0) break;
    }
  }
}

const top = (nav) => {
  const { list, path } = nav.tabs[nav.tab];
  return path.at(-1) ?? list ?? "feed";
};
const dirty = (nav) => nav.present.filter((each) => each.dirty).map((each) => each.draft);

test("the shared random trace goes the same way in Swift and JavaScript", () => {
  assert.deepEqual(traceHashes(trace), trace.hashes);
});

test("P1: both projections show one path under the same keys, and no layout is stored", () => {
  for (const { scene, env, seed } of steps()) {
    const { nav } = scene;
    assert.equal(reduce(scene, { t: "layoutChanged" }, env).scene, scene, seed);
    const routes = stack(nav).filter((entry) => entry.k === "route");
    assert.deepEqual(routes, columns(nav).detail.path, seed);
    const root = stack(nav).find((entry) => entry.key === `${nav.tab}/root`);
    if (root) assert.equal(root.key, columns(nav).content.key, seed);
  }
});

test("P2: every Back makes the state smaller by one, and twenty reach the root", () => {
  const mayShowSidebar = ({ tab, tabs }) => tab === "library" && tabs.library.compact === "content";
  const measure = ({ nav }, layout) => nav.present.length + nav.tabs[nav.tab].path.length
    + Number(layout === "narrow" && mayShowSidebar(nav));
  for (const { scene, env, seed } of steps([5, 6], 1500)) {
    let current = scene;
    let backs = 0;
    for (;;) {
      const { scene: after, out } = reduce(current, { t: "back" }, env);
      if (out.some(([kind]) => kind === "exit")) break;
      assert.equal(measure(after, env.layout), measure(current, env.layout) - 1, seed);
      current = after;
      backs += 1;
    }
    assert.ok(backs <= 20, seed);
    assert.equal(measure(current, env.layout), 0, seed);
  }
});

test("P3: nothing dead is left after repair, and repair of repair is repair", () => {
  const libraries = trace.libraries.map((name) => libraryView(named(name)));
  for (const { scene, seed } of steps()) {
    for (const library of libraries) {
      const { nav } = repair(scene.nav, library);
      assert.equal(encode(repair(nav, library).nav), encode(nav), seed);
      assert.deepEqual(repair(nav, library).out, [], seed);
      assert.equal(encode(decode(JSON.parse(encode(nav)))), encode(nav), seed);
      for (const { path, list } of Object.values(nav.tabs)) {
        if (list?.k === "shelf") assert.equal(library.shelf(list.id), "alive", seed);
        for (const route of path) {
          if (route.k === "book") assert.equal(library.book(route.id), "alive", seed);
          if (route.k === "device") assert.equal(library.device(route.id), "alive", seed);
          if (route.k === "list" && route.list.k === "shelf") {
            assert.equal(library.shelf(route.list.id), "alive", seed);
          }
        }
      }
      for (const { dest, id } of nav.present) {
        if (id === undefined) continue;
        const life = dest === "deleteShelf" ? library.shelf(id) : library.book(id);
        assert.equal(life, "alive", seed);
      }
    }
  }
});

test("P4: what is on top comes across whole", () => {
  const library = libraryView(named("L2"));
  let other = initialState();
  for (const { scene, seed } of steps()) {
    const moved = translate(scene.nav, other, library);
    assert.deepEqual(top(moved), top(repair(scene.nav, library).nav), seed);
    other = scene.nav;
  }
});

test("P5: a printed link is read back as the place it was printed of, from anywhere", () => {
  const env = { layout: "wide", lib: everythingLives };
  let other = localScene(initialState());
  for (const { scene, seed } of steps()) {
    const link = print(scene.nav);
    assert.ok(link.length <= 2048, seed);
    const parsed = parse(link);
    assert.ok(!("error" in parsed), `${seed} ${link}`);
    if (parsed.level === "route") {
      const { level, ...place } = parsed;
      const landed = reduce(other, { t: "openLink", link }, env).scene.nav;
      // A place whose whole link would be too long prints a shorter one, which says less.
      if (encodeURIComponent(JSON.stringify(core(scene.nav))).length < 2048) {
        assert.ok(same(place, core(scene.nav)), `${seed} ${link}`);
        assert.ok(same(core(landed), core(scene.nav)), `${seed} ${link}`);
      }
      assert.equal(print(landed), link, seed);
    }
    other = scene;
  }
});

test("P6: a legal state stays legal whatever the action's payload is", () => {
  for (const { scene, seed } of steps([7, 8, 9, 10])) {
    assert.ok(same(decodeLocalScene(scene), scene), seed);
  }
});

test("P7: decoding takes anything, and decoding what was encoded changes nothing", () => {
  const next = mulberry32(11);
  const junk = [
    null, 0, -1, 1e21, "", "all", [], {}, [[]], true, "x".repeat(300), "\u0000", { k: "all" },
    [{ k: "book", id: "b1" }],
  ];
  for (const { scene } of steps([12], 2500)) {
    const raw = JSON.parse(encode(scene.nav));
    for (let i = next() % 4; i >= 0; i -= 1) spoil(raw, next, junk);
    const decoded = decode(raw);
    assert.equal(encode(decode(JSON.parse(encode(decoded)))), encode(decoded), JSON.stringify(raw));
  }
});

/** Puts a piece of junk somewhere into `raw`. */
function spoil(raw, next, junk) {
  let target = raw;
  for (;;) {
    const keys = Object.keys(target);
    const key = keys[next() % keys.length];
    const child = target[key];
    const isLeaf = typeof child !== "object" || child === null || Object.keys(child).length === 0;
    if (isLeaf || next() % 3 === 0) {
      target[key] = structuredClone(junk[next() % junk.length]);
      return;
    }
    target = child;
  }
}

test("P8: choosing lists, rows and columns touches one tab", () => {
  const local = [
    "selectList", "openItem", "push", "popTo", "popToRoot", "showSidebar", "setColumns", "back",
  ];
  for (const { before, action, scene, seed } of steps()) {
    if (!local.includes(action.t)) continue;
    assert.equal(scene.nav.tab, before.nav.tab, seed);
    for (const tab of ["library", "search", "feed", "settings"]) {
      if (tab !== before.nav.tab) assert.equal(scene.nav.tabs[tab], before.nav.tabs[tab], seed);
    }
    assert.equal(scene.nav.lists, before.nav.lists, seed);
  }
});

test("P10: edits end stashed, saved or discarded; nothing from outside closes an editor", () => {
  const remote = ["followStart", "followUpdate", "followStop", "incoming", "libraryChanged"];
  for (const { before, action, scene, out, seed } of steps([1, 2, 3, 4, 5, 6])) {
    const kept = new Set(dirty(scene.nav));
    for (const [kind, draft] of out) if (kind === "stash" || kind === "discard") kept.add(draft);
    for (const draft of dirty(before.nav)) {
      const isDone = action.t === "saved" || (action.t === "draft" && action.dirty === false);
      assert.ok(isDone || kept.has(draft), `${seed} lost ${draft}`);
    }
    if (!remote.includes(action.t) || out.some(([, , detail]) => detail?.rule === "R2")) continue;
    const editors = ({ nav }) => nav.present.filter((each) => each.draft);
    assert.deepEqual(editors(scene), editors(before), seed);
  }
});
