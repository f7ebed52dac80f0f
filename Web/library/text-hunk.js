/**
 * One place where a text differs from the text it was made from, in pieces: those from `start` to
 * `end` of the one were replaced by those from `otherStart` to `otherEnd` of the other; either may be
 * none. Swift's `Hunk` is the same.
 * @typedef {object} Hunk
 * @property {number} start
 * @property {number} end
 * @property {number} otherStart
 * @property {number} otherEnd
 */

/**
 * Whether pieces only came, or only went: such a hunk may often stand at several places and mean the
 * same.
 * @param {Hunk} hunk
 */
export const isPure = ({ start, end, otherStart, otherEnd }) =>
  (start === end) !== (otherStart === otherEnd);

/**
 * The same change one piece further on, or null where it would be another.
 * @param {Hunk} hunk
 * @param {Int32Array} from
 * @param {Int32Array} to
 */
export function slidRight(hunk, from, to) {
  if (!isPure(hunk) || hunk.end >= from.length || hunk.otherEnd >= to.length) return null;
  const isSame =
    hunk.start === hunk.end
      ? to[hunk.otherStart] === to[hunk.otherEnd]
      : from[hunk.start] === from[hunk.end];
  return isSame ? moved(hunk, 1) : null;
}

/**
 * The same change one piece further back, or null where it would be another.
 * @param {Hunk} hunk
 * @param {Int32Array} from
 * @param {Int32Array} to
 */
export function slidLeft(hunk, from, to) {
  if (!isPure(hunk) || hunk.start === 0 || hunk.otherStart === 0) return null;
  const isSame =
    hunk.start === hunk.end
      ? to[hunk.otherStart - 1] === to[hunk.otherEnd - 1]
      : from[hunk.start - 1] === from[hunk.end - 1];
  return isSame ? moved(hunk, -1) : null;
}

/**
 * @param {Hunk} hunk
 * @param {number} distance
 * @returns {Hunk}
 */
const moved = ({ start, end, otherStart, otherEnd }, distance) => ({
  start: start + distance,
  end: end + distance,
  otherStart: otherStart + distance,
  otherEnd: otherEnd + distance,
});
