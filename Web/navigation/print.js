import { filterKeys } from "../library/query-facets.js";
import * as limits from "./limits.js";
import { defaultSort, listState, queryOf } from "./list-state.js";
import { tabRules } from "./tab.js";

/** @typedef {import("./types.js").ListRef} ListRef */
/** @typedef {import("./types.js").NavState} NavState */
/** @typedef {import("./types.js").Query} Query */
/** @typedef {import("./types.js").Route} Route */

/**
 * The link of what the active tab shows: what the address bar says, and what `parse` reads back.
 * The library always names its list, so that `/library` alone stays a tab-level link.
 *
 * A link never exceeds its bound: a state that would leaves out its query, then its path from the
 * near end, then its list.
 * @param {NavState} nav
 * @returns {string}
 */
export function print(nav) {
  const { list, path } = nav.tabs[nav.tab];
  const tab = `/${tabRules(nav.tab).segment}`;
  const root = tab + (list && nav.tab === "library" ? listLink(list) : "");
  const routes = path.map(routeLink);
  const query = list ? queryLink(queryOf(listState(nav.lists, list))) : "";
  const whole = root + routes.join("") + query;
  if (whole.length <= limits.linkLength) return whole;
  for (let kept = routes.length; kept >= 0; kept -= 1) {
    const shorter = root + routes.slice(0, kept).join("");
    if (shorter.length <= limits.linkLength) return shorter;
  }
  return tab;
}

/** @param {ListRef} list */
function listLink(list) {
  switch (list.k) {
    case "shelf":
      return `/shelf/${list.id}`;
    case "status":
    case "author":
      return `/${list.k}/${percentEncoded(list.v)}`;
    default:
      return `/${list.k}`;
  }
}

/** @param {Route} route */
function routeLink(route) {
  switch (route.k) {
    case "list":
      return `/in${listLink(route.list)}`;
    case "page":
      return `/${route.v}`;
    default:
      return `/${route.k}/${route.id}`;
  }
}

/** @param {Query} query */
function queryLink(query) {
  /** @type {string[]} */
  const members = [];
  if (query.q !== "") members.push(`q=${percentEncoded(query.q)}`);
  for (const key of filterKeys) {
    const values = query.filters[key];
    if (values) members.push(`${key}=${values.map(percentEncoded).join(",")}`);
  }
  const { by, desc, seed } = query.sort;
  const isDefault = by === defaultSort.by && desc === defaultSort.desc;
  if (!isDefault) members.push(`sort=${desc ? "-" : ""}${by}${seed === undefined ? "" : `-${seed}`}`);
  return members.length > 0 ? `?${members.join("&")}` : "";
}

/**
 * Everything outside RFC 3986's unreserved characters, as uppercase hex.
 * @param {string} text
 */
function percentEncoded(text) {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
