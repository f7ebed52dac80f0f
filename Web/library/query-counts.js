import { filterKeys, without } from "./query-facets.js";

/** @typedef {import("./query-columns.js").FacetColumn} FacetColumn */
/** @typedef {import("./query-facets.js").Facet} Facet */
/** @typedef {import("./query-facets.js").FilterKey} FilterKey */
/** @typedef {import("./query-rule.js").Pick} Pick */
/**
 * Of every value of a facet, how many books choosing it would show beside what is chosen of the others;
 * of one that is left out, how many it alone hides.
 * @typedef {Map<string, number>} Counts
 */
/** @typedef {"status"|"shelf"|"tag"|"format"} CountedFacet */

/**
 * What the sidebar counts, of all books.
 * @type {readonly CountedFacet[]}
 */
export const countedFacets = Object.freeze(["status", "shelf", "tag", "format"]);

/** What a book fails that is not in the list, or has not the words that are searched. */
export const elsewhere = 1 << filterKeys.length;

/**
 * The bit of what is asked by a key, in what books fail.
 * @param {FilterKey} key
 */
const bitOf = (key) => 1 << filterKeys.indexOf(key);

/**
 * A book counts in a facet when nothing hides it, or one thing of that facet alone.
 * @param {Uint32Array} failed the bits of what each book fails
 * @param {Facet} facet
 * @param {FacetColumn} column
 * @param {readonly Pick[]} picks
 * @returns {Counts}
 */
export function countValues(failed, facet, column, picks) {
  const { groups, sets, values } = column;
  const others = ~bitOf(facet);
  const leftOut = picks.find(({ bit }) => bit === bitOf(without(facet)));
  const shown = new Uint32Array(sets.length);
  const hidden = new Uint32Array(sets.length);
  for (let slot = 0; slot < failed.length; slot += 1) {
    if ((failed[slot] & others) === 0) shown[groups[slot]] += 1;
    else if (failed[slot] === leftOut?.bit) hidden[groups[slot]] += 1;
  }
  const counts = new Uint32Array(values.length);
  sets.forEach((set, group) => {
    if (shown[group] > 0) for (const place of set) counts[place] += shown[group];
    if (hidden[group] === 0) return;
    for (const place of set) if (leftOut?.values.has(values[place])) counts[place] += hidden[group];
  });
  /** @type {Counts} */
  const counted = new Map();
  values.forEach((value, place) => counts[place] > 0 && counted.set(value, counts[place]));
  return counted;
}
