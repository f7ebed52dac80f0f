import { hayOf, writtenOf } from "./query-entry.js";
import { facetOf, filterKeys, spelt } from "./query-facets.js";
import { needles, signs } from "./query-text.js";

/** @typedef {import("./query-entry.js").Entry} Entry */
/** @typedef {import("./query-facets.js").Filters} Filters */
/**
 * Which books a shelf shows that nobody puts books on: a filter that was saved (BOOKS §5, `rule`). `q` is
 * a search, `filters` has the values of each facet of which a book needs one, or all, or may have none,
 * `author` the name of somebody who had a part in it.
 * @typedef {{q: string, filters: Filters, author: string|null}} Rule
 */

/**
 * The rule that a shelf has, as far as it is understood here; null for a shelf without one.
 * @param {unknown} raw
 * @returns {Rule|null}
 */
export function ruleOf(raw) {
  if (raw === null || typeof raw !== "object") return null;
  const { q, filters, author } = /** @type {Record<string, any>} */ (raw);
  /** @type {Record<string, string[]>} */
  const known = {};
  for (const key of filterKeys) {
    const values = Array.isArray(filters?.[key])
      ? filters[key].filter((/** @type {unknown} */ value) => typeof value === "string") : [];
    if (values.length > 0) known[key] = values;
  }
  return {
    q: typeof q === "string" ? q : "", filters: known, author: typeof author === "string" ? author : null,
  };
}

/**
 * The shelves that there are, and the rules of those that have one; `written` to tell them from others.
 * @param {readonly import("./query-entry.js").Entity[]} shelves
 */
export function rulesOf(shelves) {
  const ids = shelves.map(({ id }) => id).sort();
  const ruled = shelves.flatMap(({ id, fields }) => {
    const rule = ruleOf(fields.rule);
    return rule ? [{ id, rule }] : [];
  });
  return { ruled, all: new Set(ids), written: JSON.stringify([ruled, ids]) };
}

/**
 * Whether a book is one of the rule's. A rule asks for shelves that books are put on, never for another
 * rule: so none can ask for itself.
 * @param {Rule} rule
 * @returns {(entry: Entry) => boolean}
 */
export function ruleTest({ q, filters, author }) {
  const meetsWords = wordTest(q);
  // Another program may have written it down as the books spell it.
  const picks = picksOf(filters, spelt);
  const name = author?.normalize("NFC") ?? null;
  return (entry) =>
    (name === null || entry.own("author").includes(name)) &&
    picks.every((pick) => meets(pick, entry.own(pick.facet))) &&
    (meetsWords === null || meetsWords(entry));
}

/**
 * What is asked of one facet: a book has one of the values, all of them, or none. `bit` tells it from the
 * others of its filters.
 * @typedef {"any"|"all"|"none"} Share
 * @typedef {{facet: import("./query-facets.js").Facet, share: Share, bit: number,
 *   values: ReadonlySet<string>}} Pick
 */

/**
 * @param {Filters} filters
 * @param {(values: readonly string[]) => readonly string[]} [spell]
 * @returns {Pick[]}
 */
export function picksOf(filters, spell = (values) => values) {
  return filterKeys.flatMap((key, at) => {
    const values = new Set(spell(filters[key] ?? []));
    return values.size === 0 ? [] : [{ facet: facetOf(key), share: shareOf(key), bit: 1 << at, values }];
  });
}

/**
 * @param {import("./query-facets.js").FilterKey} key
 * @returns {Share}
 */
function shareOf(key) {
  if (key.startsWith("-")) return "none";
  return key.startsWith("all-") ? "all" : "any";
}

/**
 * @param {Pick} pick
 * @param {readonly string[]} values that a book has, each once
 */
function meets({ values: wanted, share }, values) {
  return isMet(share, values.filter((value) => wanted.has(value)).length, wanted.size);
}

/**
 * @param {Share} share
 * @param {number} had of the values that are asked for
 * @param {number} asked
 */
export function isMet(share, had, asked) {
  if (share === "none") return had === 0;
  return share === "all" ? had === asked : had > 0;
}

/**
 * Whether a book has what a search asks for.
 * @param {string} q
 * @returns {((entry: Entry) => boolean)|null} null where it asks for nothing
 */
export function wordTest(q) {
  const folded = needles(q);
  const words = folded.length > 0 ? folded : signs(q);
  if (words.length === 0) return null;
  const textOf = words === folded ? hayOf : writtenOf;
  return (entry) => {
    const text = textOf(entry);
    return words.every((word) => text.includes(word));
  };
}

/**
 * What books a list is of, as filters.
 * @param {{k: string, id?: string, v?: string}} list
 * @returns {Filters}
 */
export function listFilters({ k, id = "", v = "" }) {
  if (k === "shelf") return { shelf: [id] };
  return k === "status" || k === "author" ? { [k]: [v] } : {};
}

/** Of which a book may have several values: one of these and one of those is more than a rule can ask for. */
const several = /shelf|tag|author|series|language|missing/;

/**
 * What a list shows, as a rule: what the list is of, and what was searched and filtered in it. Null where
 * that is everything, or what no rule says.
 * @param {{k: string, id?: string, v?: string}} list
 * @param {{q: string, filters: Filters}} query
 * @param {Rule|null} base the list's own rule
 * @returns {Rule|null}
 */
export function ruleFrom(list, { q, filters }, base) {
  const author = list.k === "author" ? list.v ?? "" : null;
  const own = base ?? { q: "", filters: author === null ? listFilters(list) : {}, author };
  const met = both(own.filters, filters);
  const rule = { q: [own.q, q.trim()].filter(Boolean).join(" "), filters: met ?? {}, author: own.author };
  const isAll = rule.q === "" && rule.author === null && Object.keys(rule.filters).length === 0;
  return isAll || !met ? null : rule;
}

/**
 * The values that meet both, and all that either leaves out, or asks for together.
 * @param {Filters} first
 * @param {Filters} second
 * @returns {Filters|null} null where no values say what meets both
 */
function both(first, second) {
  /** @type {{-readonly [key in keyof Filters]: Filters[key]}} */
  const filters = { ...first };
  for (const key of filterKeys) {
    const values = second[key];
    if (!values) continue;
    const known = first[key];
    const shared = values.filter((value) => known?.includes(value));
    const fewest = several.test(key) ? Math.min(known?.length ?? 0, values.length) : 1;
    if (shareOf(key) !== "any") filters[key] = [...new Set([...(known ?? []), ...values])];
    else if (known && shared.length < fewest) return null;
    else filters[key] = known ? shared : values;
  }
  return filters;
}
