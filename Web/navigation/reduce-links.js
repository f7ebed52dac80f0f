import { answers, listState } from "./list-state.js";
import { isSameList } from "./list-ref.js";
import { withTab } from "./nav-state.js";
import { history, notice, stashes, track } from "./outputs.js";
import { parse } from "./parse.js";
import { dirtyDrafts, isLeaf } from "./presentation.js";
import { print } from "./print.js";
import { withList } from "./reduce-lists.js";
import { repair } from "./repair.js";
import { sameRoute } from "./route.js";
import { same } from "./same.js";
import { cut, step } from "./step.js";

/** @typedef {import("./parse.js").Destination} Destination */
/** @typedef {import("./parse.js").LinkError} LinkError */
/** @typedef {import("./step.js").Step} Step */
/** @typedef {import("./types.js").Environment} Environment */
/** @typedef {import("./types.js").LocalScene} LocalScene */
/** @typedef {import("./types.js").NavState} NavState */
/** @typedef {import("./types.js").Output} Output */
/** @typedef {import("./types.js").Route} Route */

/**
 * Goes where a link leads, if it leads anywhere. In a running window a bad link moves nothing; in
 * one that starts with it (`cold`), it shows the library. Both say so.
 * @param {LocalScene} scene
 * @param {{link:string, cold:boolean, lib:number}} action
 * @param {Environment} env
 * @returns {Step}
 */
export function openLink(scene, { link, cold, lib }, env) {
  const parsed = parse(link);
  if ("error" in parsed) return badLink(scene, parsed.error, cold);
  return follow(scene, parsed, history(cold ? "replace" : "push"), lib, env);
}

/**
 * @param {LocalScene} scene
 * @param {Destination} destination
 * @param {Output} entry what becomes of the history
 * @param {number} lib
 * @param {Environment} env
 * @returns {Step}
 */
export function follow(scene, destination, entry, lib, env) {
  const bare = cut(scene.nav, 0);
  const mended = repair(landed(bare.nav, destination), env.lib, lib);
  return step(scene, mended.nav, [
    entry, ...withoutCounts(mended.out), ...stashes(bare.drafts),
    ...linkCounts(scene.nav, destination),
  ]);
}

/**
 * `nav` moved to `destination`.
 * @param {NavState} nav
 * @param {Destination} destination
 * @returns {NavState}
 */
function landed(nav, destination) {
  const { tab } = destination;
  if (destination.level === "tab") return withTab({ ...nav, tab }, tab, { path: [] });
  const { list, path, query } = destination;
  const moved = withTab({ ...nav, tab }, tab, { list, path, compact: "content" });
  // A list that already answers the link's query keeps its position.
  if (!list || !query || answers(listState(nav.lists, list), query)) return moved;
  return withList(moved, list, { ...query, anchor: null });
}

/**
 * @param {LocalScene} scene
 * @param {LinkError} reason
 * @param {boolean} cold
 * @returns {Step}
 */
function badLink(scene, reason, cold) {
  /** @type {Output[]} */
  const told = [notice("link_invalid", reason), track("link_invalid", { reason })];
  if (!cold) return step(scene, scene.nav, told);
  const bare = cut(scene.nav, 0);
  return step(scene, landed(bare.nav, { tab: "library", level: "tab" }), [
    history("replace"), told[0], ...stashes(bare.drafts), told[1],
  ]);
}

/**
 * A link into another tab that also opens something counts as both, unlike any other action.
 * @param {NavState} nav
 * @param {Destination} destination
 * @returns {Output[]}
 */
function linkCounts(nav, destination) {
  const counts = [track("link_open", { level: destination.level })];
  if (destination.tab !== nav.tab) {
    counts.push(track("tab_switch", { from: nav.tab, to: destination.tab, via: "openLink" }));
  }
  if (destination.level === "route" && destination.path.length > 0) {
    const { path } = destination;
    const kind = path[path.length - 1].k;
    counts.push(track("route_push", { kind, depth: path.length, via: "openLink" }));
  }
  return counts;
}

/**
 * Back or forward in the browser's history, to the snapshot `nav`: its place and query come back,
 * and presentations close down to its depth. One whose top has died is passed over in the same
 * direction; with no direction left (0) it is shown repaired.
 * @param {LocalScene} scene
 * @param {{nav:NavState, dir:1|-1|0, lib:number}} action
 * @param {Environment} env
 * @returns {Step}
 */
export function traverse(scene, { nav: entry, dir, lib }, env) {
  const alive = repair(entry, env.lib, lib).nav;
  const isDead = !sameTop(entry, alive);
  if (isDead && dir !== 0) return step(scene, scene.nav, [["history", "go", dir]]);
  const { nav } = scene;
  const lower = cut(nav, alive.present.length);
  const reopens = nav.present.length === 0 && alive.present[0]?.style === "cover";
  const placed = withTab({ ...lower.nav, tab: alive.tab }, alive.tab, alive.tabs[alive.tab]);
  const shown = reopens ? { ...placed, present: alive.present.slice(0, 1) } : placed;
  return step(scene, withEntryQuery(shown, alive), [
    ...(isDead ? [history("replace")] : []), ...stashes(lower.drafts),
  ]);
}

/**
 * The root list's query as the entry had it, so that the address bar tells the truth. The position
 * is the latest one, unless the rows are others now.
 * @param {NavState} nav
 * @param {NavState} entry
 * @returns {NavState}
 */
function withEntryQuery(nav, entry) {
  const { list } = entry.tabs[entry.tab];
  if (!list) return nav;
  const { q, filters, sort, anchor } = listState(entry.lists, list);
  if (answers(listState(nav.lists, list), { q, filters, sort })) return nav;
  return withList(nav, list, { q, filters, sort, anchor });
}

/**
 * The library changed: whatever died in it leaves the state. Only what died elsewhere is news to
 * whoever looks at it.
 * @param {LocalScene} scene
 * @param {{remote:boolean, lib:number}} action
 * @param {Environment} env
 * @returns {Step}
 */
export function libraryChanged(scene, { remote, lib }, env) {
  const mended = repair(scene.nav, env.lib, lib);
  if (same(mended.nav, scene.nav)) return step(scene, scene.nav);
  const out = remote ? mended.out : mended.out.filter(([kind]) => kind !== "notice");
  return step(scene, mended.nav, [history("replace"), ...out]);
}

/**
 * A window comes back as it was left; alerts and dialogs do not, for their question may be stale. A
 * link that says anything else than the state does is a newer wish, and wins. Drafts that were open
 * and do not come back are stashed.
 * @param {LocalScene} scene
 * @param {{nav:NavState, link:string|null, lib:number}} action
 * @param {Environment} env
 * @returns {Step}
 */
export function restore(scene, { nav, link, lib }, env) {
  const kept = { ...nav, present: nav.present.filter((each) => !isLeaf(each)) };
  const mended = repair(kept, env.lib, lib);
  const open = new Set(mended.nav.present.map((each) => each.draft));
  const left = dirtyDrafts(scene.nav.present, 0).filter((draft) => !open.has(draft));
  const drafts = [...stashes(left), ...mended.out.filter(([kind]) => kind === "stash")];
  const restored = step(scene, mended.nav, [history("replace"), ...drafts]);
  if (link === null || link === print(kept)) return restored;
  const opened = openLink(restored.scene, { link, cold: true, lib }, env);
  const [entry, ...rest] = opened.out;
  return { scene: opened.scene, out: [entry, ...drafts, ...rest] };
}

/**
 * Whether both states show the same thing on top of their active tab.
 * @param {NavState} a
 * @param {NavState} b
 */
function sameTop(a, b) {
  const one = a.tabs[a.tab];
  const two = b.tabs[b.tab];
  const top = one.path[one.path.length - 1];
  if (top) return sameRoute(top, two.path[two.path.length - 1]);
  return two.path.length === 0 && isSameList(one.list, two.list);
}

/** @param {readonly Output[]} out */
function withoutCounts(out) {
  return out.filter(([kind]) => kind !== "track");
}
