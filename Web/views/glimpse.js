import { everything } from "../library/query.js";
import { resolve } from "../navigation/anchor.js";
import { listState } from "../navigation/list-state.js";

/** @typedef {import("../library/query.js").Facet} Facet */
/** @typedef {import("../library/query.js").Query} Query */
/** @typedef {import("../library/query.js").Result} Result */
/** @typedef {import("../navigation/types.js").NavState} NavState */
/**
 * What a window showed of the library: the rows in view and around it, at their places in a list of
 * `count` books, and what the sidebar counts. The next window paints it at once and has the whole
 * library a moment later: a glimpse is kept for as long only as the library is what it was.
 * @typedef {{
 *   v: number, language: string, query: Query, count: number, scope: number, from: number,
 *   ids: string[], size: number, totals: [Facet, [string, number][]][],
 *   attention: import("./attention.js").Attention, entities: import("./context.js").Entity[],
 * }} Glimpse
 */

/** Another shape is another number; what was remembered in an older one is not understood. */
export const glimpseVersion = 2;

/**
 * What the root list of the library shows in a state.
 * @param {NavState} state
 * @returns {Query & {anchor: import("../navigation/types.js").Anchor|null}}
 */
export function shownList({ tabs, lists }) {
  const list = tabs.library.list ?? { k: "all" };
  const { q, filters, sort, anchor } = listState(lists, list);
  return { list, q, filters, sort, anchor };
}

/**
 * Whether a window that shows this state shows the glimpse and nothing else.
 * @param {Glimpse} glimpse
 * @param {NavState} state
 * @param {string} language
 */
export function isGlimpsed(glimpse, state, language) {
  if (glimpse.v !== glimpseVersion || glimpse.language !== language) return false;
  const { tab, tabs, present } = state;
  if (tab !== "library" || tabs.library.path.length > 0 || present.length > 0) return false;
  const { anchor, ...query } = shownList(state);
  if (JSON.stringify(query) !== JSON.stringify(glimpse.query)) return false;
  const { from, ids, count } = glimpse;
  const at = (/** @type {string} */ id) => ids.indexOf(id);
  const rows = { length: count, indexOf: (/** @type {string} */ id) => at(id) < 0 ? -1 : from + at(id) };
  const { index } = resolve(anchor, /** @type {readonly string[]} */ (/** @type {unknown} */ (rows)));
  return index >= from && index < from + ids.length;
}

/**
 * The answers to the queries of a window that shows the glimpse. Of rows that are not in it there
 * are only their places, under names that no book has.
 * @param {Glimpse} glimpse
 * @returns {[Query, Result][]}
 */
export function answersOf({ query, count, scope, from, ids, size, totals }) {
  const rows = Array.from({ length: count }, (_, at) => ids[at - from] ?? `…${at}`);
  const counts = /** @type {import("../library/query.js").Totals} */ (
    Object.fromEntries(totals.map(([facet, values]) => [facet, new Map(values)]))
  );
  // Where both are the same, the list is what has rows.
  return [[everything, { ids: [], scope: size, counts }], [query, { ids: rows, scope, counts }]];
}
