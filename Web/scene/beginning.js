import { snapshotAt, startedAt } from "./snapshots.js";

/** @typedef {import("../navigation/types.js").NavState} NavState */
/** @typedef {import("./snapshots.js").Snapshots} Snapshots */

/**
 * What a window that opens has to restore, before its address is heard: what the entry it opens at
 * showed, if that is one of its own; else what it showed last; a fresh state in a new window.
 *
 * `snapshots` are the entries known by then, or null where they begin with this one, at `n`.
 * @param {{nav:NavState, id:string, snapshots:Snapshots|null}|null} left
 * @param {any} entry the state of the history entry it opens at
 * @param {NavState} fresh
 * @returns {{nav:NavState, snapshots:Snapshots|null, n:number}}
 */
export function beginningOf(left, entry, fresh) {
  if (!left) return { nav: fresh, snapshots: null, n: 0 };
  const known = left.snapshots;
  if (!known) return { nav: left.nav, snapshots: null, n: 0 };
  const isOwn = entry?.scene === left.id && Number.isSafeInteger(entry.n);
  const shown = isOwn ? snapshotAt(known, entry.n) : null;
  if (shown === null) return { nav: left.nav, snapshots: null, n: known.n + 1 };
  return { nav: shown, snapshots: { ...known, n: entry.n }, n: entry.n };
}

/**
 * What the address says that a window opens at; null where it is only late. A page that is loaded again gets
 * the address that it had when that was asked for: what is written to it from then on is lost, however long
 * the server takes, and so is what the entry of the history said of itself.
 * @param {{late:string|null}|null} left
 * @param {Pick<Window, "location"> & {performance: {getEntriesByType(type: string): any[]}}} window
 * @returns {string|null}
 */
export function linkOf(left, { location, performance }) {
  const link = location.pathname + location.search;
  const [loading] = performance.getEntriesByType("navigation");
  return link === left?.late && loading?.type === "reload" ? null : link;
}

/**
 * The snapshots a window begins with, once it is known what it shows.
 * @param {{snapshots:Snapshots|null, n:number}} beginning
 * @param {NavState} nav
 * @returns {Snapshots}
 */
export function snapshotsOf({ snapshots, n }, nav) {
  return snapshots ?? startedAt(n, nav);
}
