import { facetOf, filterKeys, missingFields, pageSteps, ratingSteps } from "../library/query-facets.js";
import { decodeAnchor } from "./anchor.js";
import * as limits from "./limits.js";
import { listKey, listOfKey, statuses } from "./list-ref.js";
import { same } from "./same.js";
import {
  cleanInteger, cleanText, compareScalars, isIdentifier, isObject, namingText, oneOf,
} from "./text.js";

/** @typedef {import("./types.js").Facet} Facet */
/** @typedef {import("./types.js").FilterKey} FilterKey */
/** @typedef {import("./types.js").Filters} Filters */
/** @typedef {import("./types.js").ListRef} ListRef */
/** @typedef {import("./types.js").ListState} ListState */
/** @typedef {import("./types.js").ListStates} ListStates */
/** @typedef {import("./types.js").Query} Query */
/** @typedef {import("./types.js").Sort} Sort */

/**
 * What books are sorted by. `position` is the order that people gave a shelf by hand; a list that
 * is no shelf has none. `random` has no direction, but a seed, which says which order it is: so it is the
 * same for everyone who has the link.
 * @type {readonly Sort["by"][]}
 */
export const sortKeys = Object.freeze([
  "title", "author", "series", "published", "pages", "rating", "started", "finished", "progress",
  "added", "modified", "position", "random",
]);

/**
 * Newest first: what a list shows until somebody says otherwise, and what a link leaves out.
 * @type {Sort}
 */
export const defaultSort = Object.freeze({ by: "added", desc: true });

/** @type {Query} */
export const defaultQuery = Object.freeze({ q: "", filters: Object.freeze({}), sort: defaultSort });

/**
 * A list that nobody has touched.
 * @type {ListState}
 */
const untouched = Object.freeze({ ...defaultQuery, anchor: null, used: 0 });

/** @type {{[facet in Facet]: (value: unknown) => string|null}} */
const filterValue = {
  status: (value) => oneOf(statuses, value),
  shelf: (value) => (isIdentifier(value) ? value : null),
  tag: (value) => namingText(value, limits.filterValueLength),
  format: (value) => namingText(value, limits.filterValueLength),
  author: (value) => namingText(value, limits.filterNameLength),
  series: (value) => namingText(value, limits.filterNameLength),
  publisher: (value) => namingText(value, limits.filterNameLength),
  language: (value) => namingText(value, limits.filterValueLength),
  decade: (value) => (typeof value === "string" && decade.test(value) ? value : null),
  rating: (value) => oneOf(ratingSteps, value),
  pages: (value) => oneOf(pageSteps, value),
  missing: (value) => oneOf(missingFields, value),
};

/** The year that a decade begins with. */
const decade = /^(0|-?[1-9][0-9]{0,3}0)$/;

/**
 * The filters that `raw` spells: of each facet, and of what is left out of it, the values sorted, unique,
 * at most 16, never empty.
 * @param {unknown} raw
 * @returns {Filters}
 */
export function decodeFilters(raw) {
  if (!isObject(raw)) return {};
  /** @type {{[key in FilterKey]?: string[]}} */
  const filters = {};
  for (const key of filterKeys) {
    if (!Array.isArray(raw[key])) continue;
    /** @type {Set<string>} */
    const values = new Set();
    for (const each of raw[key]) {
      const value = filterValue[facetOf(key)](each);
      if (value !== null) values.add(value);
    }
    const sorted = [...values].sort(compareScalars).slice(0, limits.filterValues);
    if (sorted.length > 0) filters[key] = sorted;
  }
  return filters;
}

/**
 * The sort that `raw` spells, or null.
 * @param {unknown} raw
 * @returns {Sort|null}
 */
export function decodeSort(raw) {
  if (!isObject(raw)) return null;
  const by = oneOf(sortKeys, raw.by);
  if (by === "random") return { by, desc: false, seed: cleanInteger(raw.seed, limits.sortSeed) };
  return by && { by, desc: raw.desc === true };
}

/**
 * The list state that `raw` spells, or null when it is no object.
 * @param {unknown} raw
 * @returns {ListState|null}
 */
function decodeListState(raw) {
  if (!isObject(raw)) return null;
  return {
    q: cleanText(raw.q, limits.queryLength),
    filters: decodeFilters(raw.filters),
    sort: decodeSort(raw.sort) ?? { ...defaultSort },
    anchor: decodeAnchor(raw.anchor),
    used: cleanInteger(raw.used),
  };
}

/**
 * The list states that `raw` spells, under legal keys only; not yet bounded.
 * @param {unknown} raw
 * @returns {ListStates}
 */
export function decodeListStates(raw) {
  /** @type {Record<string, ListState>} */
  const lists = {};
  if (!isObject(raw)) return lists;
  for (const key of Object.keys(raw)) {
    const state = listOfKey(key) && decodeListState(raw[key]);
    if (state) lists[key] = state;
  }
  return lists;
}

/**
 * At most 64 list states: the least recently used go, ties by key, never one that is on screen.
 * @param {ListStates} lists
 * @param {ReadonlySet<string>} onScreen keys
 * @returns {ListStates}
 */
export function boundedLists(lists, onScreen) {
  const surplus = Object.keys(lists).length - limits.listCount;
  if (surplus <= 0) return lists;
  const evicted = Object.keys(lists)
    .filter((key) => !onScreen.has(key))
    .sort((a, b) => lists[a].used - lists[b].used || compareScalars(a, b))
    .slice(0, surplus);
  const kept = { ...lists };
  for (const key of evicted) delete kept[key];
  return kept;
}

/**
 * The state of `list`, whether or not anybody has touched it.
 * @param {ListStates} lists
 * @param {ListRef} list
 * @returns {ListState}
 */
export function listState(lists, list) {
  return lists[listKey(list)] ?? untouched;
}

/**
 * The `used` of a list that is used now: one more than every other.
 * @param {ListStates} lists
 */
export function nextUse(lists) {
  let latest = 0;
  for (const key of Object.keys(lists)) latest = Math.max(latest, lists[key].used);
  return Math.min(latest + 1, limits.integer);
}

/**
 * What of a list state a link carries.
 * @param {ListState} state
 * @returns {Query}
 */
export function queryOf(state) {
  return { q: state.q, filters: state.filters, sort: state.sort };
}

/**
 * Whether a list state answers exactly `query`.
 * @param {ListState} state
 * @param {Query} query
 */
export function answers(state, query) {
  return same(queryOf(state), query);
}
