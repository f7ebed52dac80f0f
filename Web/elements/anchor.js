import { anchorNeighbours } from "../navigation/limits.js";

/** @typedef {import("../navigation/types.js").Anchor} Anchor */

/**
 * @param {readonly string[]} ids
 * @param {number} index of the first item in view
 * @param {number} fraction of its row that is scrolled past, 0 up to 1
 * @returns {Anchor|null} null at the very top, and in an empty list
 */
export function anchorAt(ids, index, fraction) {
  if (ids.length === 0 || (index === 0 && fraction <= 0)) return null;
  const off = Math.min(999, Math.max(0, Math.round(fraction * 1000)));
  const near = ids.slice(index + 1, index + 1 + anchorNeighbours);
  return { id: ids[index], off, idx: index, near };
}

/**
 * Which item in view to hold still when a list changes, and by how many places it moved: the one
 * the person works on if it is in view, else the first that did not itself change. So an item that
 * was edited and is filed elsewhere now does not drag the view along, unless it is theirs. Where
 * items are gone, those below move up into their places.
 * @param {readonly string[]} visible
 * @param {number} first index of the first visible item before the change
 * @param {(id: string) => number} indexOf the position after it, -1 for none
 * @param {{hold?: string|null, touched?: ReadonlySet<string>}} [change]
 * @returns {number|null} null where nothing of the view is left
 */
export function steadyShift(visible, first, indexOf, change) {
  const { hold = null, touched } = change ?? {};
  const left = visible.filter((id) => indexOf(id) >= 0);
  const held = left.includes(hold ?? "") ? hold : null;
  const chosen = held ?? left.find((id) => !touched?.has(id)) ?? left[0];
  return chosen === undefined ? null : indexOf(chosen) - (first + left.indexOf(chosen));
}
