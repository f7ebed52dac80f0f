import * as limits from "./limits.js";
import { tabRules } from "./tab.js";

/** @typedef {import("./types.js").Columns} Columns */
/** @typedef {import("./types.js").Layout} Layout */
/** @typedef {import("./types.js").ListRef} ListRef */
/** @typedef {import("./types.js").NavState} NavState */
/** @typedef {import("./types.js").Route} Route */

/**
 * One view of a projection. `key` is the same in both: `library/sidebar`, `library/root`,
 * `library/0`, so that a layout change moves views and never remakes them.
 * @typedef {{key:string, k:"sidebar"}|{key:string, k:"list", list:ListRef}|{key:string, k:"feed"}|
 *   {key:string, k:"route", route:Route}} Entry
 */

/**
 * What a narrow window shows, bottom first; the last entry is on top.
 * @param {NavState} nav
 * @returns {Entry[]}
 */
export function stack(nav) {
  const { compact } = nav.tabs[nav.tab];
  /** @type {Entry[]} */
  const entries = tabRules(nav.tab).sidebar ? [{ key: `${nav.tab}/sidebar`, k: "sidebar" }] : [];
  if (compact === "content") entries.push(root(nav));
  return entries.concat(pathEntries(nav));
}

/**
 * What a wide window of `width` pixels shows. `sidebar` is null in tabs that have none; `visible`
 * says how many columns are drawn; an empty detail is a placeholder and has no back button.
 * @param {NavState} nav
 * @param {number} [width] pixels of the container
 */
export function columns(nav, width = limits.threeColumnsWidth) {
  const { list } = nav.tabs[nav.tab];
  const path = pathEntries(nav);
  return {
    visible: visibleColumns(nav, width),
    sidebar: tabRules(nav.tab).sidebar
      ? { key: `${nav.tab}/sidebar`, k: "sidebar", selected: list }
      : null,
    content: { ...root(nav), selected: nav.tabs[nav.tab].path[0] ?? null },
    detail: { path, placeholder: path.length === 0, back: path.length > 1 },
  };
}

/**
 * @param {NavState} nav
 * @param {number} width
 * @returns {Exclude<Columns, "automatic">}
 */
function visibleColumns(nav, width) {
  if (nav.columns === "automatic") {
    return width >= limits.threeColumnsWidth ? "all" : "doubleColumn";
  }
  const isEmpty = nav.tabs[nav.tab].path.length === 0;
  return nav.columns === "detailOnly" && isEmpty ? "doubleColumn" : nav.columns;
}

/**
 * @param {NavState} nav
 * @returns {Entry}
 */
function root(nav) {
  const { list } = nav.tabs[nav.tab];
  const key = `${nav.tab}/root`;
  return list ? { key, k: "list", list } : { key, k: "feed" };
}

/**
 * @param {NavState} nav
 * @returns {Entry[]}
 */
function pathEntries(nav) {
  return nav.tabs[nav.tab].path.map((route, level) => ({
    key: `${nav.tab}/${level}`, k: "route", route,
  }));
}
