import { isSamePlace, snapshotAt } from "./snapshots.js";

/** @typedef {import("../navigation/types.js").NavState} NavState */
/** @typedef {import("./snapshots.js").Snapshots} Snapshots */
/**
 * The history output of a reduction; or that something which is no place stands over the place now.
 * @typedef {"push"|"replace"|"pop"|"over"|null} Kind
 */

/**
 * What the browser's history must do when the state became `nav`: a new entry, the current one
 * changed, one step back to the entry that shows exactly this, or nothing (the snapshot alone is
 * kept up to date).
 *
 * `kind` is the history output of the reduction, if it had one. A step back without the entry for
 * it is a replacement, and so is a new entry that would show what the current one shows. Closing
 * something that made an entry of its own goes back over that entry, so that Back never seems to do
 * nothing.
 * @param {Snapshots} snapshots
 * @param {Kind} kind
 * @param {NavState} nav
 * @returns {"push"|"replace"|"back"|"none"}
 */
export function planFor(snapshots, kind, nav) {
  if (kind === "over") return "push";
  const current = snapshotAt(snapshots, snapshots.n);
  const isUnmoved = current !== null && isSamePlace(current, nav);
  if (kind === "push") return isUnmoved ? "replace" : "push";
  // Sheets and covers made one; a question or a popover did not.
  const closes = kind === "pop"
    || (kind === null && /^[sc]/.test(`${current?.present[nav.present.length]?.style}`));
  const previous = snapshotAt(snapshots, snapshots.n - 1);
  if (closes && previous !== null && isSamePlace(previous, nav)) return "back";
  if (kind !== null) return "replace";
  return isUnmoved ? "none" : "replace";
}

/**
 * Where a `popstate` has arrived: at the entry the window is at already (its own step back), at one
 * whose snapshot is known, or at one of which only the address is known.
 * @typedef {{at:"here"}|{at:"snapshot", n:number, dir:1|-1, nav:NavState}|{at:"address"}} Arrival
 *
 * @param {Snapshots} snapshots
 * @param {string} scene the window's id
 * @param {any} entry the state of the history entry
 * @returns {Arrival}
 */
export function arrivalAt(snapshots, scene, entry) {
  if (entry?.scene !== scene || !Number.isSafeInteger(entry.n)) return { at: "address" };
  if (entry.n === snapshots.n) return { at: "here" };
  const nav = snapshotAt(snapshots, entry.n);
  if (nav === null) return { at: "address" };
  return { at: "snapshot", n: entry.n, dir: entry.n < snapshots.n ? -1 : 1, nav };
}

/**
 * The number of the next entry in a direction, when its snapshot is known; else null.
 * @param {Snapshots} snapshots
 * @param {number} n
 * @param {1|-1} dir
 * @returns {number|null}
 */
export function nextEntry(snapshots, n, dir) {
  return snapshotAt(snapshots, n + dir) === null ? null : n + dir;
}
