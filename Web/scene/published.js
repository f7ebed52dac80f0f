/** @typedef {import("../navigation/types.js").NavState} NavState */

/**
 * What is told of a window, and three readings of it that tell one change from another: where it is,
 * that and what is typed, all of it.
 * @typedef {{nav:NavState, place:string, query:string, whole:string}} Published
 */

/**
 * @param {NavState} nav publishable
 * @param {{layout:string, following:unknown}} beside
 * @returns {Published}
 */
export function published(nav, { layout, following }) {
  const { tab, columns, tabs, present } = nav;
  /** @type {unknown[]} */
  const rules = [];
  /** @type {unknown[]} */
  const queries = [];
  /** @type {unknown[]} */
  const anchors = [nav.feed];
  for (const key of Object.keys(nav.lists).sort()) {
    const { q, filters, sort, anchor } = nav.lists[key];
    rules.push(key, filters, sort);
    queries.push(q);
    anchors.push(anchor);
  }
  const place = JSON.stringify([tab, columns, tabs, present, layout, following, nav.feed.seed, rules]);
  const query = `${place}${JSON.stringify(queries)}`;
  return { nav, place, query, whole: `${query}${JSON.stringify(anchors)}` };
}
