import { facets } from "./query-facets.js";
import { meets } from "./query-rule.js";

/** @typedef {import("./query-entry.js").Entry} Entry */
/** @typedef {import("./query-facets.js").Facet} Facet */
/** @typedef {import("./query-rule.js").Pick} Pick */
/**
 * Of every value of a facet, how many books choosing it would show beside what is chosen of the others;
 * of one that is left out, how many it alone hides.
 * @typedef {Map<string, number>} Counts
 */
/** @typedef {"status"|"shelf"|"tag"|"format"} CountedFacet */

/**
 * What is counted with every query, for the sidebar shows it; of the others only what somebody looks at.
 * @type {readonly CountedFacet[]}
 */
export const countedFacets = Object.freeze(["status", "shelf", "tag", "format"]);

/** @returns {Record<CountedFacet, Counts>} */
export function emptyCounts() {
  return { status: new Map(), shelf: new Map(), tag: new Map(), format: new Map() };
}

/**
 * The bits of what the entry does not meet.
 * @param {Entry} entry
 * @param {readonly Pick[]} picks
 */
export function failedBits(entry, picks) {
  let failed = 0;
  for (const pick of picks) if (!meets(pick, entry.all(pick.facet))) failed |= pick.bit;
  return failed;
}

/**
 * The bit of what is chosen of a facet; the next one is of what is left out.
 * @param {Facet} facet
 */
export function bitOf(facet) {
  return 1 << (2 * facets.indexOf(facet));
}

/**
 * Whether a book counts in a facet: nothing hides it, or one thing of that facet alone.
 * @param {number} failed
 * @param {number} bit of the facet
 */
export function isCounted(failed, bit) {
  return (failed & ~bit) === 0 || failed === bit << 1;
}

/**
 * @param {Counts} counts
 * @param {Facet} facet
 * @param {Entry} entry one that counts
 * @param {number} failed
 * @param {readonly Pick[]} picks
 */
export function countValues(counts, facet, entry, failed, picks) {
  const leftOut = failed === 0 ? undefined : picks.find(({ bit, isWithout }) => isWithout && bit === failed);
  for (const value of entry.all(facet)) {
    if (!leftOut || leftOut.values.has(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
}
