import { hayOf, spelt, writtenOf } from "./query-entry.js";
import { needles, signs } from "./query-text.js";

/** @typedef {import("./query-entry.js").Entry} Entry */
/** @typedef {import("./query.js").Facet} Facet */
/** @typedef {Partial<Record<Facet, readonly string[]>>} Filters */
/**
 * Which books a shelf shows that nobody puts books on: a filter that was saved (BOOKS §5, `rule`). `q` is
 * a search, `filters` has the values of each facet of which a book needs one, `author` the name of
 * somebody who had a part in it.
 * @typedef {{q: string, filters: Filters, author: string|null}} Rule
 */

/** @type {Facet[]} */
export const facets = ["status", "shelf", "tag", "format"];

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
  for (const facet of facets) {
    const values = Array.isArray(filters?.[facet])
      ? filters[facet].filter((/** @type {unknown} */ value) => typeof value === "string") : [];
    if (values.length > 0) known[facet] = values;
  }
  return {
    q: typeof q === "string" ? q : "", filters: known, author: typeof author === "string" ? author : null,
  };
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
  const chosen = facets.map((facet) => new Set(spelt(filters[facet] ?? [])));
  const name = author?.normalize("NFC") ?? null;
  return (entry) =>
    (name === null || entry.people.includes(name)) &&
    facets.every((facet, at) =>
      chosen[at].size === 0 || ownValues(facet, entry).some((value) => chosen[at].has(value))) &&
    meetsWords(entry);
}

/**
 * Whether a book has what a search asks for.
 * @param {string} q
 * @returns {(entry: Entry) => boolean}
 */
export function wordTest(q) {
  const folded = needles(q);
  const words = folded.length > 0 ? folded : signs(q);
  if (words.length === 0) return () => true;
  const textOf = words === folded ? hayOf : writtenOf;
  return (entry) => {
    const text = textOf(entry);
    return words.every((word) => text.includes(word));
  };
}

/**
 * What a book has of a facet by itself.
 * @param {Facet} facet
 * @param {Entry} entry
 * @returns {readonly string[]}
 */
export function ownValues(facet, entry) {
  switch (facet) {
    case "status":
      return entry.status === null ? [] : [entry.status];
    case "format":
      return entry.format === null ? [] : [entry.format];
    case "shelf":
      return entry.shelves;
    case "tag":
      return entry.tags;
  }
}

/**
 * What a list shows, as a rule: what the list is of, and what was searched and filtered in it. Null where
 * that is everything.
 * @param {{k: string, id?: string, v?: string}} list
 * @param {{q: string, filters: Filters}} query
 * @param {Rule|null} base the list's own rule
 * @returns {Rule|null}
 */
export function ruleFrom(list, { q, filters }, base) {
  const own = base ?? {
    q: "",
    filters: list.k === "status" ? { status: [list.v ?? ""] } :
      list.k === "shelf" ? { shelf: [list.id ?? ""] } : {},
    author: list.k === "author" ? list.v ?? "" : null,
  };
  const rule = {
    q: [own.q, q.trim()].filter(Boolean).join(" "),
    filters: both(own.filters, filters),
    author: own.author,
  };
  const isAll = rule.q === "" && rule.author === null && Object.keys(rule.filters).length === 0;
  return isAll ? null : rule;
}

/**
 * The values that meet both; where those of a facet exclude each other, the later ones.
 * @param {Filters} first
 * @param {Filters} second
 * @returns {Filters}
 */
function both(first, second) {
  /** @type {Filters} */
  const filters = { ...first };
  for (const facet of facets) {
    const values = second[facet];
    if (!values) continue;
    const shared = values.filter((value) => first[facet]?.includes(value));
    filters[facet] = shared.length > 0 ? shared : values;
  }
  return filters;
}
