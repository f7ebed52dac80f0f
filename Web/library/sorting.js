import { sortStep, sortedAtOnce } from "./query-limits.js";

/**
 * Sorts in steps, each of about as many comparisons. What is equal keeps its order.
 * @template T
 * @param {readonly T[]} items
 * @param {(a: T, b: T) => number} compare
 * @returns {Generator<void, T[]>}
 */
export function* sorting(items, compare) {
  /** @type {T[][]} */
  let runs = [];
  for (let at = 0; at < items.length; at += sortedAtOnce) {
    runs.push(items.slice(at, at + sortedAtOnce).sort(compare));
    yield;
  }
  let placed = 0;
  while (runs.length > 1) {
    /** @type {T[][]} */
    const merged = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [one, other = []] = runs.slice(at, at + 2);
      /** @type {T[]} */
      const both = [];
      for (let here = 0, there = 0; both.length < one.length + other.length;) {
        const isHere = there === other.length ||
          (here < one.length && compare(one[here], other[there]) <= 0);
        both.push(isHere ? one[here++] : other[there++]);
        placed += 1;
        if (placed % sortStep === 0) yield;
      }
      merged.push(both);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}
