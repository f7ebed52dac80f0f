import * as limits from "./limits.js";
import { decodeListRef, isRoutableList, listKey } from "./list-ref.js";
import { tabRules } from "./tab.js";
import { isIdentifier, isObject, oneOf } from "./text.js";

/** @typedef {import("./types.js").Page} Page */
/** @typedef {import("./types.js").Route} Route */
/** @typedef {import("./types.js").Tab} Tab */

/** @type {readonly Page[]} */
export const pages = Object.freeze([
  "notifications", "devices", "privacy", "help", "feedback", "about",
]);

/**
 * The route that `raw` spells, or null when it spells none.
 * @param {unknown} raw
 * @returns {Route|null}
 */
export function decodeRoute(raw) {
  if (!isObject(raw)) return null;
  switch (raw.k) {
    case "book":
    case "result":
    case "device":
      return isIdentifier(raw.id) ? { k: raw.k, id: raw.id } : null;
    case "list": {
      const list = decodeListRef(raw.list);
      return list && isRoutableList(list) ? { k: "list", list } : null;
    }
    case "page": {
      const v = oneOf(pages, raw.v);
      return v && { k: "page", v };
    }
    default:
      return null;
  }
}

/**
 * What a row that opens `route` is called: `row.<key>`. Two routes of one kind are equal exactly
 * when their keys are.
 * @param {Route} route
 * @returns {string}
 */
export function routeKey(route) {
  switch (route.k) {
    case "list":
      return listKey(route.list);
    case "page":
      return route.v;
    default:
      return route.id;
  }
}

/**
 * Whether two routes show the same thing.
 * @param {Route|undefined} a
 * @param {Route|undefined} b
 */
export function sameRoute(a, b) {
  return a !== undefined && b !== undefined && a.k === b.k && routeKey(a) === routeKey(b);
}

/**
 * Whether `route` may follow `path` in `tab`, by the tab configuration. Length is not asked here.
 * @param {Tab} tab
 * @param {readonly Route[]} path
 * @param {Route} route
 */
export function isLegalRoute(tab, path, route) {
  const previous = path[path.length - 1];
  switch (tabRules(tab).routes[route.k]) {
    case "any":
      return true;
    case "first":
      return path.length === 0;
    case "afterDevices":
      return previous?.k === "page" && previous.v === "devices";
    default:
      return false;
  }
}

/**
 * `routes` without those that show what the one before them shows.
 * @param {readonly Route[]} routes
 * @returns {Route[]}
 */
export function collapsed(routes) {
  return routes.filter((route, level) => !sameRoute(routes[level - 1], route));
}

/**
 * The legal path nearest to `routes`: equal neighbours collapse, and it ends before the first route
 * that is none or may not stand where it stands.
 * @param {Tab} tab
 * @param {readonly (Route|null)[]} routes
 * @returns {Route[]}
 */
export function legalPath(tab, routes) {
  const end = routes.findIndex((route) => route === null);
  const known = /** @type {readonly Route[]} */ (end < 0 ? routes : routes.slice(0, end));
  /** @type {Route[]} */
  const path = [];
  for (const route of collapsed(known)) {
    if (path.length === limits.pathLength || !isLegalRoute(tab, path, route)) break;
    path.push(route);
  }
  return path;
}

/**
 * The path that `raw` spells in `tab`; empty when it spells none.
 * @param {Tab} tab
 * @param {unknown} raw
 * @returns {Route[]}
 */
export function decodePath(tab, raw) {
  return Array.isArray(raw) ? legalPath(tab, raw.map(decodeRoute)) : [];
}
