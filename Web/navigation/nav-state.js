import { decodeAnchor } from "./anchor.js";
import { canonical } from "../library/canonical.js";
import * as limits from "./limits.js";
import { decodeListRef, firstRootList, isRootList, listKey } from "./list-ref.js";
import { boundedLists, decodeListStates, listState, queryOf } from "./list-state.js";
import { decodePresentations } from "./presentation.js";
import { decodePath } from "./route.js";
import { tabRules, tabs } from "./tab.js";
import { cleanText, isObject, oneOf } from "./text.js";

/** @typedef {import("./types.js").Columns} Columns */
/** @typedef {import("./types.js").ListRef} ListRef */
/** @typedef {import("./types.js").NavState} NavState */
/** @typedef {import("./types.js").Query} Query */
/** @typedef {import("./types.js").Route} Route */
/** @typedef {import("./types.js").Tab} Tab */
/** @typedef {import("./types.js").TabState} TabState */

/** @type {readonly Columns[]} */
export const columnChoices = Object.freeze(["automatic", "all", "doubleColumn", "detailOnly"]);

/**
 * The legal state nearest to `raw`. Total: whatever comes in, a legal state comes out, and a state
 * of another version gives a fresh window.
 * @param {unknown} raw
 * @returns {NavState}
 */
export function decode(raw) {
  const source = isObject(raw) && raw.v === 1 ? raw : {};
  const tab = oneOf(tabs, source.tab) ?? "library";
  const states = isObject(source.tabs) ? source.tabs : {};
  const feed = isObject(source.feed) ? source.feed : {};
  return bounded({
    v: 1,
    tab,
    columns: oneOf(columnChoices, source.columns) ?? "automatic",
    tabs: {
      library: decodeTab("library", states.library),
      search: decodeTab("search", states.search),
      feed: decodeTab("feed", states.feed),
      settings: decodeTab("settings", states.settings),
    },
    lists: decodeListStates(source.lists),
    feed: { seed: cleanText(feed.seed, limits.codeLength), at: decodeAnchor(feed.at) },
    present: decodePresentations(source.present),
  });
}

/**
 * What a fresh window shows: all books.
 * @returns {NavState}
 */
export function initialState() {
  return decode(null);
}

/**
 * The one text of a state; Swift prints the same bytes.
 * @param {NavState} nav
 * @returns {string}
 */
export function encode(nav) {
  return canonical(nav);
}

/**
 * What a link of this state says: the place, without presentations, positions and columns.
 * @param {NavState} nav
 * @returns {{tab:Tab, list:ListRef|null, path:readonly Route[], query:Query|null}}
 */
export function core(nav) {
  const { list, path } = nav.tabs[nav.tab];
  return { tab: nav.tab, list, path, query: list && queryOf(listState(nav.lists, list)) };
}

/**
 * Keys of the lists that the active tab shows, at its root or in its path.
 * @param {NavState} nav
 * @returns {Set<string>}
 */
export function listsOnScreen(nav) {
  const { list, path } = nav.tabs[nav.tab];
  /** @type {Set<string>} */
  const keys = new Set();
  if (list) keys.add(listKey(list));
  for (const route of path) if (route.k === "list") keys.add(listKey(route.list));
  return keys;
}

/**
 * `nav` with its list states bounded.
 * @param {NavState} nav
 * @returns {NavState}
 */
export function bounded(nav) {
  const lists = boundedLists(nav.lists, listsOnScreen(nav));
  return lists === nav.lists ? nav : { ...nav, lists };
}

/**
 * `nav` with the members of one tab replaced.
 * @param {NavState} nav
 * @param {Tab} tab
 * @param {Partial<TabState>} change
 * @returns {NavState}
 */
export function withTab(nav, tab, change) {
  return { ...nav, tabs: { ...nav.tabs, [tab]: { ...nav.tabs[tab], ...change } } };
}

/**
 * @param {Tab} tab
 * @param {unknown} raw
 * @returns {TabState}
 */
function decodeTab(tab, raw) {
  const source = isObject(raw) ? raw : {};
  const list = decodeListRef(source.list);
  const path = decodePath(tab, source.path);
  const sidebar = source.compact === "sidebar" && tabRules(tab).sidebar && path.length === 0;
  return {
    list: list && isRootList(tab, list) ? list : firstRootList(tab),
    compact: sidebar ? "sidebar" : "content",
    path,
  };
}
