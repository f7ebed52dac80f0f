import * as limits from "./limits.js";
import { isPure, slidRight } from "./text-hunk.js";

/** @typedef {import("./text-hunk.js").Hunk} Hunk */

/**
 * The fewest changes that make one sequence of pieces from another (Myers, “An O(ND) Difference
 * Algorithm and Its Variations”, 1986), within a bounded effort; Swift's `Difference` is the same.
 */
export class Difference {
  /** Steps left, for all comparisons of one text together. */
  #steps = limits.textDifferenceStepsMax;

  /**
   * The hunks that make `to` from `from`, in order, at least one common piece between any two.
   *
   * Each stands as far back as it can, so that the same change is the same hunk in whatever text.
   * Sequences too different for the effort give one hunk from the first difference to the last.
   * @param {Int32Array} from
   * @param {Int32Array} to
   * @returns {Hunk[]}
   */
  hunks(from, to) {
    let start = 0;
    while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
    let end = from.length;
    let otherEnd = to.length;
    while (end > start && otherEnd > start && from[end - 1] === to[otherEnd - 1]) {
      end -= 1;
      otherEnd -= 1;
    }
    if (start === end && start === otherEnd) return [];
    const whole = { start, end, otherStart: start, otherEnd };
    const hunks = (isPure(whole) ? null : this.#shortest(whole, from, to)) ?? [whole];
    for (let index = hunks.length - 1; index >= 0; index -= 1) {
      const limit = index + 1 < hunks.length ? hunks[index + 1].start - 1 : from.length;
      while (hunks[index].end < limit) {
        const slid = slidRight(hunks[index], from, to);
        if (!slid) break;
        hunks[index] = slid;
      }
    }
    return hunks;
  }

  /**
   * The shortest script within `window`, or null when that takes more than the effort allowed.
   * @param {Hunk} window
   * @param {Int32Array} from
   * @param {Int32Array} to
   */
  #shortest(window, from, to) {
    const { start, otherStart } = window;
    const width = window.end - start;
    const height = window.otherEnd - otherStart;
    const most = Math.min(width + height, limits.textDifferenceEditsMax);
    const center = most + 1;
    // The furthest place on each diagonal, and what it was after each number of edits.
    const furthest = new Int32Array(2 * most + 3);
    /** @type {Int32Array[]} */
    const trace = [];
    for (let edits = 0; edits <= most; edits += 1) {
      for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
        const slot = center + diagonal;
        const isDown =
          diagonal === -edits || (diagonal !== edits && furthest[slot - 1] < furthest[slot + 1]);
        const begin = isDown ? furthest[slot + 1] : furthest[slot - 1] + 1;
        let x = begin;
        while (
          x < width && x - diagonal < height && from[start + x] === to[otherStart + x - diagonal]
        ) {
          x += 1;
        }
        furthest[slot] = x;
        this.#steps -= 1 + x - begin;
        if (this.#steps < 0) return null;
        if (x >= width && x - diagonal >= height) return hunksAlong(trace, window);
      }
      trace.push(furthest.slice(center - edits, center + edits + 1));
    }
    return null;
  }
}

/**
 * Walks the way found from its end back to its beginning.
 * @param {Int32Array[]} trace
 * @param {Hunk} window
 */
function hunksAlong(trace, { start, end, otherStart, otherEnd }) {
  /** @type {Hunk[]} */
  const hunks = [];
  let x = end - start;
  let y = otherEnd - otherStart;
  for (let edit = trace.length; edit > 0; edit -= 1) {
    // Of the diagonals from -(edit - 1) to edit - 1, after one edit less.
    const furthest = (/** @type {number} */ diagonal) => trace[edit - 1][diagonal + edit - 1];
    const diagonal = x - y;
    const isDown =
      diagonal === -edit ||
      (diagonal !== edit && furthest(diagonal - 1) < furthest(diagonal + 1));
    const before = isDown ? diagonal + 1 : diagonal - 1;
    x = furthest(before);
    y = x - before;
    const step = {
      start: start + x,
      end: start + x + (isDown ? 0 : 1),
      otherStart: otherStart + y,
      otherEnd: otherStart + y + (isDown ? 1 : 0),
    };
    const last = hunks.at(-1);
    if (last && last.start === step.end && last.otherStart === step.otherEnd) {
      last.start = step.start;
      last.otherStart = step.otherStart;
    } else {
      hunks.push(step);
    }
  }
  return hunks.reverse();
}
