import * as limits from "./limits.js";
import { cleanInteger, isIdentifier, isObject } from "./text.js";

/** @typedef {import("./types.js").Anchor} Anchor */

/**
 * The anchor that `raw` spells, or null when it is no object. Numbers out of range are clamped, for
 * a position near the right one is better than the top.
 * @param {unknown} raw
 * @returns {Anchor|null}
 */
export function decodeAnchor(raw) {
  if (!isObject(raw)) return null;
  return {
    id: isIdentifier(raw.id) ? raw.id : null,
    off: cleanInteger(raw.off, limits.anchorOffset),
    idx: cleanInteger(raw.idx, limits.anchorIndex),
    near: Array.isArray(raw.near)
      ? raw.near.filter(isIdentifier).slice(0, limits.anchorNeighbours)
      : [],
  };
}

/**
 * Where a list whose rows are `rows` must stand: the row's place, and the thousandths of it that
 * are scrolled past. The first of the anchor's own row and its neighbours that is there (`off` only
 * for the row itself); else the row at its old place; else the top.
 * @param {Anchor|null} anchor
 * @param {readonly string[]} rows ids, in order
 * @returns {{index:number, off:number}}
 */
export function resolve(anchor, rows) {
  if (!anchor || rows.length === 0) return { index: 0, off: 0 };
  const own = anchor.id === null ? -1 : rows.indexOf(anchor.id);
  if (own >= 0) return { index: own, off: anchor.off };
  for (const id of anchor.near) {
    const index = rows.indexOf(id);
    if (index >= 0) return { index, off: 0 };
  }
  return { index: Math.min(anchor.idx, rows.length - 1), off: 0 };
}

/**
 * Pages of the feed to load before its anchor can be shown with room ahead: ⌊(idx+5)/20⌋+1.
 * @param {Anchor|null} anchor
 */
export function feedPages(anchor) {
  return Math.floor(((anchor?.idx ?? 0) + limits.feedAhead) / limits.feedPage) + 1;
}
