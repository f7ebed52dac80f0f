import { focus, isSameList, listKey, routeKey, sameRoute } from "../navigation/index.js";

/** @typedef {import("../navigation/types.js").Layout} Layout */
/** @typedef {import("../navigation/types.js").NavState} NavState */
/** @typedef {import("../navigation/types.js").Output} Output */

/**
 * Where the focus goes after the browser's Back or Forward (NAVIGATION §3.10): back to the row that
 * opened what is closed now, on to the heading of what is shown now; nowhere when the place is the
 * same.
 * @param {NavState} before
 * @param {NavState} after
 * @param {Layout} layout
 * @returns {Output[]}
 */
export function traversalFocus(before, after, layout) {
  const from = before.tabs[before.tab];
  const to = after.tabs[after.tab];
  if (after.present.length < before.present.length) return [focus("opener")];
  if (before.tab !== after.tab || !isSameList(from.list, to.list)) return [focus("heading")];
  const isPrefix = to.path.every((route, level) => sameRoute(route, from.path[level]));
  if (isPrefix && from.path.length > to.path.length) {
    return [focus(`row.${routeKey(from.path[to.path.length])}`)];
  }
  if (to.compact === "sidebar" && from.compact === "content" && to.list) {
    return [focus(`sidebar.${listKey(to.list)}`)];
  }
  if (from.compact === "sidebar" && to.compact === "content") return [focus("heading")];
  const isElsewhere = !isPrefix || from.path.length !== to.path.length;
  return isElsewhere && layout === "narrow" ? [focus("h1")] : [];
}
