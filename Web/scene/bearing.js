/**
 * How a window stands to the others, beside its place: the stamp of what it shows (NAVIGATION §3.6),
 * whether it is private until closed, and when it took over another's place (0: never).
 * @typedef {{epoch:number, rev:number, isPrivate:boolean, continuedAt:number}} Bearing
 */

/** @type {Bearing} */
export const noBearing = Object.freeze({ epoch: 0, rev: 0, isPrivate: false, continuedAt: 0 });

/**
 * The bearing that `raw` spells; total.
 * @param {any} raw
 * @returns {Bearing}
 */
export function decodeBearing(raw) {
  const count = (/** @type {unknown} */ value) =>
    Number.isSafeInteger(value) ? Math.max(0, Number(value)) : 0;
  return {
    epoch: count(raw?.epoch),
    rev: count(raw?.rev),
    isPrivate: raw?.isPrivate === true,
    continuedAt: count(raw?.continuedAt),
  };
}
