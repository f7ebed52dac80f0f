import * as limits from "./limits.js";
import { tabRules } from "./tab.js";
import { isIdentifier, isObject, namingText, oneOf } from "./text.js";

/** @typedef {import("./types.js").ListRef} ListRef */
/** @typedef {import("./types.js").Status} Status */
/** @typedef {import("./types.js").Tab} Tab */

/** @type {readonly Status[]} */
export const statuses = Object.freeze(["toRead", "reading", "paused", "read", "abandoned"]);

/** Lists that a route may show: those of the library. */
const routable = ["all", "shelf", "status", "author"];

/**
 * The list that `raw` spells, or null when it spells none.
 * @param {unknown} raw
 * @returns {ListRef|null}
 */
export function decodeListRef(raw) {
  if (!isObject(raw)) return null;
  switch (raw.k) {
    case "all":
    case "search":
    case "settings":
      return { k: raw.k };
    case "shelf":
      return isIdentifier(raw.id) ? { k: "shelf", id: raw.id } : null;
    case "status": {
      const v = oneOf(statuses, raw.v);
      return v && { k: "status", v };
    }
    case "author": {
      const v = namingText(raw.v, limits.authorLength);
      return v === null ? null : { k: "author", v };
    }
    default:
      return null;
  }
}

/**
 * The key of a list in `lists`, in `sidebar.<key>` and in `list.<key>`: `all`, `shelf:s1`,
 * `author:Mara Quill`.
 * @param {ListRef} list
 * @returns {string}
 */
export function listKey(list) {
  switch (list.k) {
    case "shelf":
      return `shelf:${list.id}`;
    case "status":
    case "author":
      return `${list.k}:${list.v}`;
    default:
      return list.k;
  }
}

/**
 * Whether both are one list, or both none.
 * @param {ListRef|null} a
 * @param {ListRef|null} b
 */
export function isSameList(a, b) {
  return (a && listKey(a)) === (b && listKey(b));
}

/**
 * The list whose key is exactly `key`, or null.
 * @param {string} key
 * @returns {ListRef|null}
 */
export function listOfKey(key) {
  const colon = key.indexOf(":");
  const k = colon < 0 ? key : key.slice(0, colon);
  const rest = colon < 0 ? undefined : key.slice(colon + 1);
  const list = decodeListRef(k === "shelf" ? { k, id: rest } : { k, v: rest });
  return list && listKey(list) === key ? list : null;
}

/**
 * Whether `list` may be the root of `tab`.
 * @param {Tab} tab
 * @param {ListRef} list
 */
export function isRootList(tab, list) {
  return tabRules(tab).lists.includes(list.k);
}

/**
 * The root list that a fresh window shows in `tab`; null for the feed.
 * @param {Tab} tab
 * @returns {ListRef|null}
 */
export function firstRootList(tab) {
  return decodeListRef({ k: tabRules(tab).lists[0] });
}

/**
 * Whether a route may show `list`.
 * @param {ListRef} list
 */
export function isRoutableList(list) {
  return routable.includes(list.k);
}
