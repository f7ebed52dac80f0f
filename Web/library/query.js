import {
  bitOf, countedFacets, countValues, emptyCounts, failedBits, isCounted,
} from "./query-counts.js";
import { Entry, hayOf } from "./query-entry.js";
import { lettersOf } from "./query-letters.js";
import { likelyTest } from "./query-likely.js";
import { resultLimit } from "./query-limits.js";
import { farthest, nearnessTo } from "./query-nearness.js";
import { picksOf, ruleTest, wordTest } from "./query-rule.js";
import { compareEntries, orderedOn, restsOnTitles, toldKeys } from "./query-sort.js";

/** @typedef {import("./query-entry.js").Entity} Entity */
/** @typedef {import("./query-sort.js").Told} Told */
/** @typedef {import("./query-facets.js").Facet} Facet */
/** @typedef {import("./query-facets.js").Filters} Filters */
/** @typedef {import("./query-counts.js").CountedFacet} CountedFacet */
/** @typedef {import("./query-counts.js").Counts} Counts */
/**
 * `seed` says which of all orders a random one is.
 * @typedef {{
 *   by: "title"|"author"|"series"|"published"|"pages"|"rating"|"started"|"finished"|"progress"|
 *     "added"|"modified"|"position"|"random",
 *   desc: boolean, seed?: number,
 * }} Sort
 */
/**
 * @typedef {{
 *   list: {k: string, id?: string, v?: string},
 *   q: string,
 *   filters: Filters,
 *   sort: Sort,
 * }} Query
 */
/**
 * `ids` in order; `counts` of the facets that the sidebar counts, too; `scope` is the size of the list
 * before search and filters. Where nothing is as it was typed, these are the books that it may be meant
 * for, and `isLikely` says so.
 * @typedef {{
 *   ids: readonly string[], scope: number, counts: Record<CountedFacet, Counts>, isLikely?: boolean,
 * }} Result
 */
/**
 * The books of a library, kept ready for queries. A change costs work for the changed books
 * only: each order that has been asked for is kept sorted by insertion, and results are
 * remembered until the next change.
 */
export class BookIndex {
  /** @type {Map<string, Entry>} */
  #entries = new Map();
  /** @type {Map<string, {compare: (a: Entry, b: Entry) => number, entries: Entry[]}>} */
  #orders = new Map();
  /** @type {Map<string, Result>} */
  #results = new Map();
  /** @type {WeakMap<readonly string[], readonly import("./query-letters.js").LetterMark[]>} */
  #letters = new WeakMap();
  /** @type {WeakMap<Result, Map<Facet, Counts>>} */
  #counts = new WeakMap();
  /** @type {readonly {id: string, test: (entry: Entry) => boolean}[]} */
  #rules = [];
  /** How many books there are while only some of them are here. */
  #foreseen = 0;
  #collator;
  #told;

  /**
   * @param {string} [language] whose alphabet orders titles and names
   * @param {(by: Sort["by"]) => Told} [told] what others say of books, asked when these are first sorted
   *   by it
   */
  constructor(language = "en", told = () => new Map()) {
    this.#collator = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
    this.#told = told;
  }

  /** How many books there are. */
  get size() {
    return this.#foreseen || this.#entries.size;
  }

  /** @param {string} id */
  get(id) {
    return this.#entries.get(id)?.book;
  }

  /**
   * Forgets everything and takes these books instead.
   * @param {Iterable<Entity>} books
   */
  reset(books) {
    this.#entries.clear();
    this.#orders.clear();
    this.#results.clear();
    this.#foreseen = 0;
    for (const book of books) {
      if (isListed(book)) this.#entries.set(book.id, new Entry(book));
    }
  }

  /**
   * From now on a shelf that has a rule holds the books that meet it.
   * @param {readonly {id: string, rule: import("./query-rule.js").Rule}[]} shelves
   */
  setRules(shelves) {
    this.#rules = shelves.map(({ id, rule }) => ({ id, test: ruleTest(rule) }));
    if (this.#foreseen === 0) this.#results.clear();
  }

  /** What others say of books may have changed: a read-through, how far one has come. */
  forgetTold() {
    if (this.#forgetOrders(...toldKeys)) this.#results.clear();
  }

  /**
   * @param {...Sort["by"]} sorts
   * @returns {boolean} whether there were any
   */
  #forgetOrders(...sorts) {
    const keys = [...this.#orders.keys()].filter((key) => sorts.some((by) => key.startsWith(`${by}:`)));
    for (const key of keys) this.#orders.delete(key);
    return keys.length > 0;
  }

  /**
   * Answers queries as they were answered before, until `reset`: only some of the books are here.
   * @param {number} size how many there are
   * @param {Iterable<readonly [query: Query, result: Result]>} results
   */
  foresee(size, results) {
    this.#foreseen = size;
    for (const [query, result] of results) this.#results.set(keyOf(query), result);
  }

  /**
   * Takes a book's new state; a deleted one leaves, and so does one that stands for another.
   * @param {string} id
   * @param {Entity|undefined} book
   */
  update(id, book) {
    const old = this.#entries.get(id);
    if (old?.book === book) return;
    this.#results.clear();
    const entry = book && isListed(book) ? new Entry(book) : null;
    if (entry) this.#entries.set(id, entry);
    else this.#entries.delete(id);
    for (const order of this.#orders.values()) {
      if (old && entry && order.compare(old, entry) === 0) {
        // Most changes leave a book where it stands: to move all behind it twice would cost more.
        order.entries[position(order, old)] = entry;
        continue;
      }
      if (old) order.entries.splice(position(order, old), 1);
      if (entry) order.entries.splice(position(order, entry), 0, entry);
    }
  }

  /**
   * Prepares up to `count` more books for search, so that the first key typed need not wait.
   * @param {number} count
   * @returns {boolean} whether some are left
   */
  warm(count) {
    let left = count;
    for (const entry of this.#entries.values()) {
      if (entry.hay !== null) continue;
      if (left === 0) return true;
      hayOf(entry);
      left -= 1;
    }
    return false;
  }

  /**
   * @param {Query} query
   * @returns {Result}
   */
  query(query) {
    const key = keyOf(query);
    const known = this.#results.get(key);
    if (known) return known;
    const result = this.#compute(query);
    if (this.#results.size >= resultLimit) this.#results.clear();
    this.#results.set(key, result);
    return result;
  }

  /**
   * The letters under which the books of a result are filed, where that is how they are sorted.
   * @param {Query} query
   * @returns {readonly import("./query-letters.js").LetterMark[]}
   */
  letters(query) {
    const { by } = query.sort;
    if (by !== "title" && by !== "author" && by !== "series") return [];
    const { ids } = this.query(query);
    const known = this.#letters.get(ids);
    if (known) return known;
    const marks = lettersOf(ids.map((id) => filedUnder(this.#entries.get(id), by)));
    this.#letters.set(ids, marks);
    return marks;
  }

  /**
   * How many books each value of a facet would show in a list.
   * @param {Query} query
   * @param {Facet} facet
   * @returns {Counts}
   */
  counts(query, facet) {
    const result = this.query(query);
    const counted = countedFacets.find((each) => each === facet);
    if (counted) return result.counts[counted];
    const known = this.#counts.get(result) ?? new Map();
    this.#counts.set(result, known);
    if (!known.has(facet)) known.set(facet, this.#counted(query, facet, result.isLikely === true));
    return known.get(facet);
  }

  /**
   * How many books each status, shelf and tag holds, whatever is searched or filtered.
   * @returns {Result["counts"]}
   */
  totals() {
    return this.query(everything).counts;
  }

  /**
   * @param {Query} query
   * @returns {Result}
   */
  #compute(query) {
    const exact = this.#found(query, wordTest(query.q));
    const meetsLikely = exact.metCount === 0 && exact.result.scope > 0 ? likelyTest(query.q) : null;
    const likely = meetsLikely && this.#found(query, meetsLikely);
    return Object.freeze(likely?.metCount ? { ...likely.result, isLikely: true } : exact.result);
  }

  /**
   * @param {Query} query
   * @param {(entry: Entry) => boolean} meetsWords
   * @returns {{result: Result, metCount: number}} `metCount` books of the list meet the words, whatever
   *   filters say
   */
  #found(query, meetsWords) {
    const inList = listTest(query.list);
    const picks = picksOf(query.filters);
    const bits = countedFacets.map(bitOf);
    const nearness = nearnessTo(query.q);
    const last = lastNearness(query);
    const found = Array.from({ length: last + 1 }, () => /** @type {string[]} */ ([]));
    const counts = emptyCounts();
    let scope = 0;
    let metCount = 0;
    for (const entry of this.#order(query)) {
      this.#shelve(entry);
      if (!inList(entry)) continue;
      scope += 1;
      if (!meetsWords(entry)) continue;
      metCount += 1;
      const failed = failedBits(entry, picks);
      if (failed === 0) found[nearness ? Math.min(nearness(entry), last) : last].push(entry.id);
      for (let at = 0; at < bits.length; at += 1) {
        const facet = countedFacets[at];
        if (isCounted(failed, bits[at])) countValues(counts[facet], facet, entry, failed, picks);
      }
    }
    return { result: { ids: Object.freeze(found.flat()), scope, counts }, metCount };
  }

  /**
   * @param {Query} query
   * @param {Facet} facet
   * @param {boolean} isLikely whether its words are only close to what was typed
   */
  #counted({ list, q, filters }, facet, isLikely) {
    const inList = listTest(list);
    const meetsWords = (isLikely && likelyTest(q)) || wordTest(q);
    const picks = picksOf(filters);
    const bit = bitOf(facet);
    /** @type {Counts} */
    const counts = new Map();
    for (const entry of this.#entries.values()) {
      this.#shelve(entry);
      if (!inList(entry)) continue;
      const failed = failedBits(entry, picks);
      if (isCounted(failed, bit) && meetsWords(entry)) countValues(counts, facet, entry, failed, picks);
    }
    return counts;
  }

  /**
   * Finds the shelves whose rules a book meets, unless that is known.
   * @param {Entry} entry
   */
  #shelve(entry) {
    if (entry.rules === this.#rules) return;
    entry.rules = this.#rules;
    const ruled = this.#rules.filter(({ test }) => test(entry)).map(({ id }) => id);
    entry.ruledShelves = ruled.length > 0 ? [...entry.shelves, ...ruled] : entry.shelves;
  }

  /**
   * @param {Pick<Query, "sort"|"list">} query
   * @returns {Entry[]}
   */
  #order({ sort, list }) {
    const shelf = sort.by === "position" && list.k === "shelf" ? (list.id ?? "") : "";
    const key = `${sort.by}:${sort.desc}:${shelf}${sort.seed ?? ""}`;
    let order = this.#orders.get(key);
    if (!order) {
      const told = toldKeys.includes(sort.by) ? this.#told(sort.by) : undefined;
      const compare = compareEntries(sort, this.#collator, { shelf, told });
      // One shelf is looked at, at a time, and one shuffle: its order goes with it.
      if (shelf !== "" || sort.by === "random") this.#forgetOrders(sort.by);
      const entries = restsOnTitles(sort)
        ? orderedOn(this.#order({ list, sort: { by: "title", desc: false } }), sort, { told })
        : [...this.#entries.values()].sort(compare);
      order = { compare, entries };
      this.#orders.set(key, order);
    }
    return order.entries;
  }
}

/**
 * All books, as a list that nobody has touched shows them.
 * @type {Query}
 */
export const everything = Object.freeze({
  list: { k: "all" }, q: "", filters: {}, sort: Object.freeze({ by: "added", desc: true }),
});

/** @param {Query} query */
function keyOf({ list, q, filters, sort }) {
  return JSON.stringify([list, q, filters, sort]);
}

/** @param {Entity} book */
function isListed({ deleted, alias }) {
  return !deleted && (alias ?? null) === null;
}

/**
 * Where `entry` stands, or belongs, in the order.
 * @param {{compare: (a: Entry, b: Entry) => number, entries: Entry[]}} order
 * @param {Entry} entry
 */
function position(order, entry) {
  let low = 0;
  let high = order.entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order.compare(order.entries[middle], entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * @param {Query["list"]} list
 * @returns {(entry: Entry) => boolean}
 */
function listTest(list) {
  if (list.k === "shelf") return (entry) => entry.ruledShelves.includes(list.id ?? "");
  if (list.k === "status") return (entry) => entry.status === list.v;
  if (list.k === "author") return (entry) => entry.own("author").includes(list.v ?? "");
  return () => true;
}

/**
 * What a book is filed under in a list that has letters; empty behind them all.
 * @param {Entry|undefined} entry
 * @param {"title"|"author"|"series"} by
 */
function filedUnder(entry, by) {
  if (!entry || (by === "series" && entry.series.isAlone)) return "";
  return by === "series" ? entry.series.name : entry[by];
}

/**
 * Up to which nearness the books that are found stand apart: what is nearest comes first in a search. A
 * list keeps its order, but for what is called just what was typed; and where it is sorted by names, or by
 * hand, that is where one looks for it.
 * @param {Query} query
 */
function lastNearness({ list, sort }) {
  if (list.k === "search") return farthest;
  return /^(title|author|series|position)$/.test(sort.by) ? 0 : 1;
}
