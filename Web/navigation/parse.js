import { filterKeys } from "../library/query-facets.js";
import * as limits from "./limits.js";
import { decodeListRef, isRoutableList } from "./list-ref.js";
import { decodeFilters, decodeSort, defaultQuery, defaultSort } from "./list-state.js";
import { collapsed, decodeRoute, legalPath, pages } from "./route.js";
import { tabOfSegment, tabRules } from "./tab.js";
import { cleanText, oneOf, scalarCount } from "./text.js";

/** @typedef {import("./types.js").ListRef} ListRef */
/** @typedef {import("./types.js").Query} Query */
/** @typedef {import("./types.js").Route} Route */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * Why a link leads nowhere: not the form of a link, undecodable text, no such tab, list or route,
 * or routes that may not stand where they do.
 * @typedef {"form"|"encoding"|"tab"|"list"|"route"|"order"} LinkError
 */

/**
 * Where a link leads. A tab-level link only selects the tab and goes to its root, keeping its list;
 * a route-level link replaces list, path and query as one.
 * @typedef {{tab:Tab, level:"tab"}|
 *   {tab:Tab, level:"route", list:ListRef|null, path:Route[], query:Query|null}} Destination
 */

const listWords = ["all", "shelf", "status", "author"];
const routeWords = ["book", "result", "device", "in"];

/**
 * Reads a link by the grammar of NAVIGATION §3.4. Total.
 * @param {unknown} link
 * @returns {Destination|{error:LinkError}}
 */
export function parse(link) {
  try {
    return destination(link);
  } catch (error) {
    if (error instanceof Refusal) return { error: error.reason };
    throw error;
  }
}

class Refusal extends Error {
  /** @param {LinkError} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * @param {unknown} link
 * @returns {Destination}
 */
function destination(link) {
  if (typeof link !== "string" || /[\p{Cc}\p{Cs}#]/u.test(link)) throw new Refusal("form");
  if (!link.startsWith("/") || scalarCount(link) > limits.linkLength) throw new Refusal("form");
  const mark = link.indexOf("?");
  const segments = pathSegments(mark < 0 ? link : link.slice(0, mark));
  const query = mark < 0 ? null : decodeQuery(link.slice(mark + 1));
  if (segments[0] === "book") segments.unshift("library", "all");
  const tab = segments.length === 0 ? "library" : tabOfSegment(segments[0]);
  if (!tab) throw new Refusal("tab");
  const rest = segments.slice(1);
  const hasList = tabRules(tab).lists.length > 0;
  if (rest.length === 0 && !(query && hasList)) return { tab, level: "tab" };
  return {
    tab,
    level: "route",
    list: rootList(tab, rest),
    path: path(tab, rest),
    query: hasList ? query ?? { ...defaultQuery } : null,
  };
}

/**
 * @param {string} text
 * @returns {string[]}
 */
function pathSegments(text) {
  if (text === "/") return [];
  const segments = text.slice(1).split("/");
  if (segments.includes("")) throw new Refusal("form");
  return segments.map(percentDecoded);
}

/**
 * Takes the root list of `tab` off the front of `rest`.
 * @param {Tab} tab
 * @param {string[]} rest
 * @returns {ListRef|null}
 */
function rootList(tab, rest) {
  const [first] = tabRules(tab).lists;
  if (first !== "all" || rest.length === 0) return decodeListRef({ k: first });
  if (routeWords.includes(rest[0]) || oneOf(pages, rest[0])) throw new Refusal("order");
  return list(rest);
}

/**
 * Takes a list off the front of `rest`.
 * @param {string[]} rest
 * @returns {ListRef}
 */
function list(rest) {
  const k = rest.shift();
  const argument = k !== "all" && listWords.includes(k ?? "") ? rest.shift() : undefined;
  const decoded = decodeListRef(k === "shelf" ? { k, id: argument } : { k, v: argument });
  if (!decoded || !isRoutableList(decoded)) throw new Refusal("list");
  return decoded;
}

/**
 * The path that all of `rest` spells.
 * @param {Tab} tab
 * @param {string[]} rest
 * @returns {Route[]}
 */
function path(tab, rest) {
  /** @type {Route[]} */
  const routes = [];
  while (rest.length > 0) routes.push(route(rest));
  const distinct = collapsed(routes);
  if (legalPath(tab, distinct).length < distinct.length) throw new Refusal("order");
  return distinct;
}

/**
 * @param {string[]} rest
 * @returns {Route}
 */
function route(rest) {
  const word = rest.shift();
  if (word === "in") return { k: "list", list: list(rest) };
  const raw = oneOf(pages, word) ? { k: "page", v: word } : { k: word, id: rest.shift() };
  const decoded = decodeRoute(raw);
  if (!decoded) throw new Refusal("route");
  return decoded;
}

/**
 * The query of a link, or null when it names none of our keys; other keys are ignored, and so is a
 * value that means nothing here. The first of two equal keys counts.
 * @param {string} text
 * @returns {Query|null}
 */
function decodeQuery(text) {
  /** @type {Record<string, string>} */
  const members = {};
  for (const member of text.split("&")) {
    const equals = member.indexOf("=");
    const key = equals < 0 ? member : member.slice(0, equals);
    if (!["q", "sort", ...filterKeys].includes(key) || Object.hasOwn(members, key)) continue;
    members[key] = equals < 0 ? "" : member.slice(equals + 1);
  }
  if (Object.keys(members).length === 0) return null;
  /** @type {Record<string, string[]>} */
  const filters = {};
  for (const key of filterKeys) {
    // Split before decoding: a comma inside a tag is written %2C.
    if (key in members) filters[key] = members[key].split(",").map(percentDecoded);
  }
  return {
    q: cleanText(percentDecoded(members.q ?? ""), limits.queryLength),
    filters: decodeFilters(filters),
    sort: decodeSortWord(percentDecoded(members.sort ?? "")),
  };
}

/**
 * `title`, `-rating`, `random-4711`: a key, whether the greatest comes first, the seed of a random order.
 * @param {string} word
 */
function decodeSortWord(word) {
  const shuffle = /^random-([0-9]{1,6})$/.exec(word);
  if (shuffle) return decodeSort({ by: "random", seed: Number(shuffle[1]) }) ?? { ...defaultSort };
  const desc = word.startsWith("-");
  return decodeSort({ by: desc ? word.slice(1) : word, desc }) ?? { ...defaultSort };
}

/**
 * @param {string} text
 * @returns {string}
 */
function percentDecoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal("encoding");
  }
}
