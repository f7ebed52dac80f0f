import { slidLeft } from "./text-hunk.js";

/** @typedef {import("./text-hunk.js").Hunk} Hunk */

/**
 * Hunks of either of two texts made from one base, as far as they meet; Swift's `Encounter` is the
 * same.
 *
 * Hunks meet when no piece that all three texts have lies between them. Wherever one does, each
 * neighbour a piece has in the merged text it has in one of the two texts already: the merge glues
 * nothing together that nobody wrote together. That is why changes that merely touch count as an
 * overlap, and why two insertions at one place do: no order of theirs would be anybody's.
 * @typedef {object} Encounter
 * @property {number} start where what the hunks replace, and the base between them, begins
 * @property {number} end
 * @property {Hunk[]} left
 * @property {Hunk[]} right
 */

/**
 * All hunks of both, in the order of the base.
 * @param {Hunk[]} left
 * @param {Hunk[]} right
 * @param {{base: Int32Array, left: Int32Array, right: Int32Array}} numbers
 * @returns {Encounter[]}
 */
export function encounters(left, right, numbers) {
  const single = [
    ...left.map((hunk) => ({ start: hunk.start, end: hunk.end, left: [hunk], right: [] })),
    ...right.map((hunk) => ({ start: hunk.start, end: hunk.end, left: [], right: [hunk] })),
  ];
  // An insertion comes before what is replaced from the same place on.
  single.sort((a, b) => a.start - b.start || a.end - b.end);
  /** @type {Encounter[]} */
  const all = [];
  for (const next of single) {
    const last = all.at(-1);
    if (!last || last.end < next.start) {
      all.push(next);
      continue;
    }
    const isOnePlace = last.start === next.end;
    const away = last.end === next.start && !isOnePlace ? movedLeft(last, numbers) : null;
    if (away && (all.at(-2)?.end ?? -1) < away.start) {
      all.splice(-1, 1, away, next);
    } else {
      all.splice(-1, 1, joined(last, next));
    }
  }
  return all;
}

/**
 * @param {Encounter} first
 * @param {Encounter} second
 * @returns {Encounter}
 */
const joined = (first, second) => ({
  start: first.start,
  end: Math.max(first.end, second.end),
  left: [...first.left, ...second.left],
  right: [...first.right, ...second.right],
});

/**
 * A lone hunk one piece away from what comes after it, or null where that would mean another change.
 * @param {Encounter} encounter
 * @param {{base: Int32Array, left: Int32Array, right: Int32Array}} numbers
 * @returns {Encounter|null}
 */
function movedLeft({ left, right }, numbers) {
  if (left.length + right.length !== 1) return null;
  const isLeft = left.length === 1;
  const hunk = slidLeft((isLeft ? left : right)[0], numbers.base, isLeft ? numbers.left : numbers.right);
  return hunk && {
    start: hunk.start, end: hunk.end, left: isLeft ? [hunk] : [], right: isLeft ? [] : [hunk],
  };
}
