import { decode, print } from "../navigation/index.js";
import * as limits from "./limits.js";

/** @typedef {import("../navigation/types.js").NavState} NavState */

/**
 * What the window showed at each of its history entries, oldest first and without gaps, and the
 * number of the entry it is at.
 * @typedef {{n:number, entries:readonly {n:number, nav:NavState}[]}} Snapshots
 */

/**
 * A window that begins at entry `n`.
 * @param {number} n
 * @param {NavState} nav
 * @returns {Snapshots}
 */
export function startedAt(n, nav) {
  return { n, entries: [{ n, nav }] };
}

/**
 * What was shown at entry `n`, or null when that is not known.
 * @param {Snapshots} snapshots
 * @param {number} n
 * @returns {NavState|null}
 */
export function snapshotAt(snapshots, n) {
  return snapshots.entries.find((entry) => entry.n === n)?.nav ?? null;
}

/**
 * A new entry after the current one; those that came after it are gone, as they are in the browser.
 * @param {Snapshots} snapshots
 * @param {NavState} nav
 * @returns {Snapshots}
 */
export function pushed(snapshots, nav) {
  const n = snapshots.n + 1;
  const before = snapshots.entries.filter((entry) => entry.n < n);
  return { n, entries: [...before, { n, nav }].slice(-limits.snapshotCount) };
}

/**
 * The current entry shows `nav` now.
 * @param {Snapshots} snapshots
 * @param {NavState} nav
 * @returns {Snapshots}
 */
export function replaced({ n, entries }, nav) {
  return { n, entries: entries.map((entry) => (entry.n === n ? { n, nav } : entry)) };
}

/**
 * The window is at entry `n` now; one that is not known cannot be gone to.
 * @param {Snapshots} snapshots
 * @param {number} n
 * @returns {Snapshots}
 */
export function movedTo(snapshots, n) {
  if (snapshotAt(snapshots, n) === null) throw new RangeError(`no snapshot ${n}`);
  return { ...snapshots, n };
}

/**
 * The snapshots that `raw` spells, or null when it has none of its current entry.
 * @param {any} raw
 * @returns {Snapshots|null}
 */
export function decodeSnapshots(raw) {
  if (!Number.isSafeInteger(raw?.n) || !Array.isArray(raw.entries)) return null;
  const entries = raw.entries
    .filter((/** @type {any} */ entry) => Number.isSafeInteger(entry?.n))
    .map((/** @type {any} */ entry) => ({ n: entry.n, nav: decode(entry.nav) }))
    .slice(-limits.snapshotCount);
  const snapshots = { n: raw.n, entries };
  return snapshotAt(snapshots, raw.n) === null ? null : snapshots;
}

/**
 * Whether two states are one place to whoever goes back: the same link, sidebar or not, and as much
 * presented. Positions in lists and columns are not part of it.
 * @param {NavState} a
 * @param {NavState} b
 */
export function isSamePlace(a, b) {
  return a.present.length === b.present.length
    && a.tabs[a.tab].compact === b.tabs[b.tab].compact
    && print(a) === print(b);
}
