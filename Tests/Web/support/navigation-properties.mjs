import {
  accept, attach, canonical, columns, core, decode, decodeLocalScene, encode, initialState,
  libraryView, localScene, parse, print, reduce, repair, same, stack, translate,
} from "../../../Web/navigation/index.js";
import { named } from "./navigation.mjs";
import { fnv1a, mulberry32, walk } from "./navigation-trace.mjs";

/**
 * The obligations of NAVIGATION §3.11: what must hold after every step of every walk. Each gives
 * what contradicts it, or null. Those of the state alone need not be asked after a step that moved
 * nothing.
 * @type {{name: string, claim: string, isOfState: boolean, violation: (step: any) => string|null}[]}
 */
export const properties = [
  {
    name: "P1",
    claim: "both projections show one path under the same keys, and no layout is stored",
    isOfState: true,
    violation({ scene, env }) {
      const { nav } = scene;
      const done = reduce(scene, { t: "layoutChanged" }, env);
      if (done.scene !== scene) return "the layout is in the state";
      const wide = columns(nav);
      const entries = stack(nav);
      const routes = entries.filter((entry) => entry.k === "route");
      if (!same(routes, wide.detail.path)) return "the projections show two paths";
      const root = entries.find((entry) => entry.key === `${nav.tab}/root`);
      return root && root.key !== wide.content.key ? "the root has two keys" : null;
    },
  },
  {
    name: "P2",
    claim: "every Back makes the state smaller by one, and twenty reach the root",
    isOfState: true,
    violation({ scene, env }) {
      let current = scene;
      for (let backs = 0; backs <= 20; backs += 1) {
        const before = measure(current, env.layout);
        const done = reduce(current, { t: "back" }, env);
        if (done.out.some(([kind]) => kind === "exit")) {
          return before === 0 ? null : `left with ${before} steps to go back`;
        }
        if (measure(done.scene, env.layout) !== before - 1) return `Back ${backs + 1} is no step`;
        current = done.scene;
      }
      return "twenty Backs were not enough";
    },
  },
  {
    name: "P3",
    claim: "nothing dead is left after repair, and repair of repair is repair",
    isOfState: true,
    violation({ scene, otherLibrary }) {
      const { nav, out } = repair(scene.nav, otherLibrary);
      const dead = deadReferences(nav, otherLibrary);
      if (dead.length > 0) return `still there: ${dead}`;
      if (same(nav, scene.nav)) {
        return out.length === 0 ? null : `nothing changed, and yet ${canonical(out)}`;
      }
      if (!same(decode(nav), nav)) return "repair made an illegal state";
      const again = repair(nav, otherLibrary);
      return same(again.nav, nav) && again.out.length === 0 ? null : "a second repair changed more";
    },
  },
  {
    name: "P4",
    claim: "what is on top comes across whole",
    isOfState: true,
    violation({ scene, elsewhere, otherLibrary }) {
      const moved = translate(scene.nav, elsewhere.nav, otherLibrary);
      const source = repair(scene.nav, otherLibrary).nav;
      return same(stack(moved).at(-1), stack(source).at(-1)) ? null : "another top comes out";
    },
  },
  {
    name: "P5",
    claim: "a printed link is read back as the place it was printed of, from anywhere",
    isOfState: true,
    violation({ scene: { nav }, elsewhere }) {
      const link = print(nav);
      if (link.length > 2048) return `too long: ${link}`;
      const parsed = parse(link);
      if ("error" in parsed) return `unreadable: ${link}`;
      if (parsed.level !== "route") return null;
      const landed = reduce(elsewhere, { t: "openLink", link }, boundless).scene.nav;
      if (print(landed) !== link) return `${link} lands on ${print(landed)}`;
      // A place whose whole link would be too long prints a shorter one, which says less.
      if (encodeURIComponent(JSON.stringify(core(nav))).length >= 2048) return null;
      const { level, ...place } = parsed;
      return same(place, core(nav)) && same(core(landed), core(nav)) ? null : `${link} loses something`;
    },
  },
  {
    name: "P6",
    claim: "a legal state stays legal whatever the payload is",
    isOfState: true,
    violation: ({ scene }) =>
      same(decodeLocalScene(scene), scene) ? null : "decoding mends what reducing made",
  },
  {
    name: "P7",
    claim: "decoding takes anything, and decoding what was encoded changes nothing",
    isOfState: true,
    violation({ scene, count }) {
      const next = mulberry32(count);
      const raw = structuredClone(scene.nav);
      for (let left = next() % 4; left >= 0; left -= 1) spoil(raw, next);
      const decoded = decode(raw);
      return same(decode(decoded), decoded) ? null : `not so ${JSON.stringify(raw)}`;
    },
  },
  {
    name: "P8",
    claim: "choosing lists, rows and columns touches one tab",
    isOfState: false,
    violation({ before, action, scene }) {
      if (!columnActions.includes(action.t)) return null;
      if (scene.nav.tab !== before.nav.tab) return "the tab changed";
      if (scene.nav.lists !== before.nav.lists) return "what is remembered of lists changed";
      const touched = tabs.filter((tab) =>
        tab !== before.nav.tab && scene.nav.tabs[tab] !== before.nav.tabs[tab]);
      return touched.length === 0 ? null : `also ${touched}`;
    },
  },
  {
    name: "P9",
    claim: "the server keeps the greatest accepted stamp in whatever order writes come",
    isOfState: false,
    violation({ count }) {
      const next = mulberry32(count);
      const stamp = () => ({ epoch: next() % 3, rev: next() % 12 });
      const stored = stamp();
      const sent = Array.from({ length: 5 }, stamp);
      const waiting = [...sent];
      const arrived = [];
      while (waiting.length > 0) arrived.push(...waiting.splice(next() % waiting.length, 1));
      const kept = arrived.reduce((held, write) => accept(held, write).stamp, stored);
      const revs = sent.filter(({ epoch }) => epoch === stored.epoch).map(({ rev }) => rev);
      const greatest = { epoch: stored.epoch, rev: Math.max(stored.rev, ...revs) };
      if (!same(kept, greatest)) return `${canonical([stored, arrived])} end as ${canonical(kept)}`;
      // Whoever attaches next is not overtaken by anything sent before.
      const attached = attach(kept, false);
      if (!attached) return "a free scene was busy";
      const late = sent.find((write) =>
        write.epoch <= stored.epoch && accept(attached, write).accepted);
      return late ? `${canonical(late)} came too late for ${canonical(attached)}` : null;
    },
  },
  {
    name: "P10",
    claim: "edits end stashed, saved or discarded, and nothing from outside closes an editor",
    isOfState: false,
    violation({ before, action, scene, out }) {
      const kept = new Set(dirty(scene.nav));
      for (const [kind, draft] of out) if (kind === "stash" || kind === "discard") kept.add(draft);
      const isDone = action.t === "saved" || (action.t === "draft" && action.dirty === false);
      const lost = dirty(before.nav).filter((draft) => !kept.has(draft));
      if (!isDone && lost.length > 0) return `lost ${lost}`;
      const isRestoredAsNew = out.some(([, , detail]) => detail?.rule === "R2");
      if (!remoteActions.includes(action.t) || isRestoredAsNew) return null;
      const editors = ({ nav }) => nav.present.flatMap(({ draft }) => draft ?? []);
      return same(editors(scene), editors(before)) ? null : "an editor was closed from outside";
    },
  },
  {
    name: "P11",
    claim: "a state has one canonical text, which reads back as the state",
    isOfState: false,
    violation({ scene, before, count }) {
      // Writing a text is slow beside everything else here: one step in twenty is asked.
      if (count % 20 !== 0) return null;
      const text = canonical(scene);
      if (!same(JSON.parse(text), scene)) return "the text says something else";
      return same(scene, before) === (text === canonical(before)) ? null : "two ideas of sameness";
    },
  },
];

/**
 * Walks `stepCount` steps: the first contradiction of each property, by the property's name, and
 * the hash of the walk as `traceHashes` has it.
 * @param {any} trace
 * @param {number} seed
 * @param {number} stepCount
 * @returns {{contradictions: Map<string, string>, hash: number}}
 */
export function survey(trace, seed, stepCount) {
  const libraries = [...new Set(trace.libraries)].map((name) => libraryView(named(name)));
  const found = new Map();
  let elsewhere = localScene(initialState());
  let count = 0;
  let hash;
  for (const step of walk(trace, seed)) {
    count += 1;
    hash = fnv1a(canonical(step.out), hash);
    if (count % trace.every === 0) hash = fnv1a(canonical(step.scene), hash);
    if (count % elsewhereSteps === 0) elsewhere = step.before;
    const whole = { ...step, count, elsewhere, otherLibrary: libraries[count % libraries.length] };
    const hasMoved = step.scene !== step.before || count === 1;
    for (const { name, isOfState, violation } of properties) {
      if ((isOfState && !hasMoved) || found.has(name)) continue;
      const wrong = violation(whole);
      if (wrong === null) continue;
      found.set(name, `seed ${seed}, step ${count}, ${JSON.stringify(step.action)}: ${wrong}`);
    }
    if (count === stepCount) break;
  }
  return { contradictions: found, hash };
}

/** How long a place stays `elsewhere`. */
const elsewhereSteps = 37;
const tabs = ["library", "search", "feed", "settings"];
const columnActions = [
  "selectList", "openItem", "push", "popTo", "popToRoot", "showSidebar", "setColumns", "back",
];
const remoteActions = ["followStart", "followUpdate", "followStop", "incoming", "libraryChanged"];
/** Nothing is dead in a library that says nothing. */
const boundless = { layout: "wide", lib: libraryView({}), self: null };
const dirty = (nav) => nav.present.filter((each) => each.dirty).map((each) => each.draft);

/** What Back makes smaller (P2). */
function measure({ nav }, layout) {
  const { path, compact } = nav.tabs[nav.tab];
  const canShowSidebar = layout === "narrow" && nav.tab === "library" && compact === "content";
  return nav.present.length + path.length + Number(canShowSidebar);
}

/** Every book, shelf and device that `nav` still refers to and that is not alive. */
function deadReferences(nav, library) {
  const refs = [];
  for (const { path, list } of Object.values(nav.tabs)) {
    const lists = [list, ...path.map((route) => route.list)].filter((each) => each?.k === "shelf");
    refs.push(...lists.map(({ id }) => [id, library.shelf(id)]));
    for (const { k, id } of path) {
      if (k === "book") refs.push([id, library.book(id)]);
      if (k === "device") refs.push([id, library.device(id)]);
    }
  }
  for (const { dest, id } of nav.present) {
    if (id === undefined) continue;
    refs.push([id, dest === "deleteShelf" ? library.shelf(id) : library.book(id)]);
  }
  return refs.filter(([, life]) => life !== "alive").map(([id]) => id);
}

/** Puts a piece of junk somewhere into `raw`. */
function spoil(raw, next) {
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

const junk = [
  null, 0, -1, 1e21, "", "all", [], {}, [[]], true, "x".repeat(300), "\u0000", { k: "all" },
  [{ k: "book", id: "b1" }],
];
