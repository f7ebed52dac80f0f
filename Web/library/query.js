import { columnOf } from "./query-columns.js";
import { countedFacets, countValues, elsewhere } from "./query-counts.js";
import { Entry, hayOf } from "./query-entry.js";
import { facets } from "./query-facets.js";
import { lettersOf } from "./query-letters.js";
import { likelyTest } from "./query-likely.js";
import { resultsKeptMax } from "./query-limits.js";
import { farthest, nearnessTo } from "./query-nearness.js";
import { BookOrders } from "./query-orders.js";
import { listFilters, picksOf, ruleTest, wordTest } from "./query-rule.js";
import { seriesOrdered, toldKeys } from "./query-sort.js";

/** @typedef {import("./query-entry.js").Entity} Entity */
/** @typedef {import("./query-sort.js").Told} Told */
/** @typedef {import("./query-facets.js").Facet} Facet */
/** @typedef {import("./query-facets.js").Filters} Filters */
/** @typedef {import("./query-columns.js").FacetColumn} FacetColumn */
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
 * What the sidebar counts.
 * @typedef {Record<CountedFacet, Counts>} Totals
 */
/**
 * `ids` in order; `scope` is the size of the list before search and filters. Where nothing is as it was
 * typed, these are the books that it may be meant for, and `isLikely` says so. `counts` has only what was
 * foreseen: of what is here they are made when somebody looks.
 * @typedef {{ids: readonly string[], scope: number, counts?: Totals, isLikely?: boolean}} Result
 */
/**
 * What is prepared for a search, for a facet, or for a sort.
 * @typedef {"words"|Facet|Sort} Part
 */
/**
 * What the books fail of a query, at their slots; `metCount` of the `scope` that its list has have the
 * words, whatever filters say.
 * @typedef {{failed: Uint32Array, picks: import("./query-rule.js").Pick[], scope: number, metCount: number,
 *   result?: Result}} Judged
 */
/**
 * The books of a library, kept ready for queries. A change costs work for the changed books
 * only: each order that has been asked for is kept sorted by insertion, what books have of each facet
 * stands in a column of its own, and results are remembered until the next change.
 */
export class BookIndex {
  /**
   * Each book at its slot: the place at which orders and columns have it. Nothing is at a free one.
   * @type {(Entry|undefined)[]}
   */
  #rows = [];
  /** @type {Map<string, number>} */
  #slots = new Map();
  /** @type {number[]} */
  #free = [];
  /** @type {BookOrders} */
  #orders;
  /** @type {Map<Facet, FacetColumn>} */
  #columns = new Map();
  /** Up to which slot books are ready for search. */
  #warmed = 0;
  /** @type {Map<string, Result>} */
  #results = new Map();
  /** @type {WeakMap<readonly string[], readonly import("./query-letters.js").LetterMark[]>} */
  #letters = new WeakMap();
  /** @type {WeakMap<Result, Map<Facet, Counts>>} */
  #counts = new WeakMap();
  /**
   * What the books fail of the query that was answered last.
   * @type {Judged|null}
   */
  #judged = null;
  /** @type {Totals|null} how many books there are of each, until the next change */
  #totals = null;
  /** @type {readonly {id: string, test: (entry: Entry) => boolean}[]} */
  #rules = [];
  /** @type {ReadonlySet<string>|null} the shelves that there are; null where nobody said */
  #shelves = null;
  #isShelf = (/** @type {string} */ id) => this.#shelves?.has(id) ?? true;
  /** How many books there are while only some of them are here. */
  #foreseen = 0;
  /**
   * @param {string} [language] whose alphabet orders titles and names
   * @param {(by: Sort["by"]) => Told} [told] what others say of books, asked when these are first sorted
   *   by it
   */
  constructor(language = "en", told = () => new Map()) {
    const collator = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
    this.#orders = new BookOrders(this.#rows, collator, told);
  }

  /** How many books there are. */
  get size() {
    return this.#foreseen || this.#slots.size;
  }

  /** @param {string} id */
  get(id) {
    return this.#entry(id)?.book;
  }

  /** @param {string} id */
  #entry(id) {
    const slot = this.#slots.get(id);
    return slot === undefined ? undefined : this.#rows[slot];
  }

  /**
   * Forgets everything and takes these books instead.
   * @param {Iterable<Entity>} books
   */
  reset(books) {
    this.#rows.length = 0;
    this.#free.length = 0;
    this.#slots.clear();
    this.#orders.clear();
    this.#columns.clear();
    this.#forgetResults();
    this.#warmed = 0;
    this.#foreseen = 0;
    for (const book of books) {
      if (isListed(book)) this.#slots.set(book.id, this.#rows.push(new Entry(book, this.#isShelf)) - 1);
    }
  }

  #forgetResults() {
    this.#results.clear();
    this.#totals = null;
    this.#judged = null;
  }

  /**
   * From now on a shelf that has a rule holds the books that meet it.
   * @param {readonly {id: string, rule: import("./query-rule.js").Rule}[]} shelves
   * @param {ReadonlySet<string>|null} [all] with those that books are put on
   */
  setRules(shelves, all = null) {
    this.#rules = shelves.map(({ id, rule }) => ({ id, test: ruleTest(rule) }));
    this.#shelves = all;
    for (const facet of /** @type {const} */ (["shelf", "missing"])) this.#columns.delete(facet);
    if (this.#foreseen === 0) this.#forgetResults();
  }

  /** What others say of books may have changed: a read-through, how far one has come. */
  forgetTold() {
    if (this.#orders.forget(...toldKeys)) this.#forgetResults();
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
    const slot = this.#slots.get(id) ?? this.#free.pop() ?? this.#rows.length;
    const old = this.#rows[slot];
    const entry = book && isListed(book) ? new Entry(book, this.#isShelf) : undefined;
    if (entry) this.#slots.set(id, slot);
    else if (this.#slots.delete(id) || slot < this.#rows.length) this.#free.push(slot);
    if (old === entry || (old && old.book === book)) return;
    this.#forgetResults();
    this.#orders.update(slot, old, entry, () => (this.#rows[slot] = entry));
    for (const column of this.#columns.values()) column.update(slot, entry);
  }

  /**
   * Prepares what the first key typed, the first sort and the first filter would wait for: of up to `count`
   * books at a time.
   * @param {number} count
   * @returns {boolean} whether some is left
   */
  warm(count) {
    return this.prepare("words", count) || this.#orders.prepare() ||
      facets.some((facet) => this.prepare(facet, count));
  }

  /**
   * Prepares what one thing asked would wait for: of up to `count` books at a time.
   * @param {Part} part
   * @param {number} count
   * @returns {boolean} whether some is left
   */
  prepare(part, count) {
    if (typeof part === "object") return this.#orders.prepareFor(part);
    if (part !== "words") return this.#known(part).learn(this.#rows, count);
    const end = Math.min(this.#warmed + count, this.#rows.length);
    for (; this.#warmed < end; this.#warmed += 1) {
      const entry = this.#rows[this.#warmed];
      if (entry) hayOf(entry);
    }
    return end < this.#rows.length;
  }

  /**
   * Goes on with an order, even one that is made at once where somebody waits for it.
   * @param {Sort} sort
   * @returns {boolean} whether some is left
   */
  prepareOrder(sort) {
    return this.#orders.prepareWhole(sort);
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
    if (this.#results.size >= resultsKeptMax) this.#results.clear();
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
    if ((by !== "title" && by !== "author" && by !== "series") || seriesOrdered(query)) return [];
    const { ids } = this.query(query);
    const known = this.#letters.get(ids);
    if (known) return known;
    const marks = lettersOf(ids.map((id) => filedUnder(this.#entry(id), by)));
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
    const foreseen = countedFacets.find((each) => each === facet);
    if (foreseen && result.counts) return result.counts[foreseen];
    const known = this.#counts.get(result) ?? new Map();
    this.#counts.set(result, known);
    if (!known.has(facet)) known.set(facet, this.#counted(query, result, facet));
    return known.get(facet);
  }

  /**
   * How many books each status, shelf and tag holds, whatever is searched or filtered.
   * @returns {Totals}
   */
  totals() {
    const foreseen = this.#results.get(keyOf(everything))?.counts;
    // Nobody asks for an order here, which takes far longer.
    return foreseen ?? (this.#totals ??= this.#allCounts(this.#judge(everything, null)));
  }

  /**
   * @param {Query} query
   * @returns {Result}
   */
  #compute(query) {
    const exact = this.#judge(query, wordTest(query.q));
    const meetsLikely = exact.metCount === 0 && exact.scope > 0 ? likelyTest(query.q) : null;
    const likely = meetsLikely && this.#judge(query, meetsLikely);
    const judged = likely?.metCount ? likely : exact;
    const ids = Object.freeze(this.#found(query, judged.failed));
    const isLikely = judged === likely ? { isLikely: true } : {};
    const result = Object.freeze({ ids, scope: judged.scope, ...isLikely });
    this.#judged = { ...judged, result };
    return result;
  }

  /**
   * What each book fails of a query, at its slot: the bits of its filters, or that it is elsewhere.
   * @param {Query} query
   * @param {((entry: Entry) => boolean)|null} meetsWords null where no words are searched
   * @returns {Judged}
   */
  #judge({ list, filters }, meetsWords) {
    const rows = this.#rows;
    const failed = new Uint32Array(rows.length);
    const own = listFilters(list);
    for (const slot of this.#free) failed[slot] = elsewhere;
    for (const pick of picksOf(own)) this.#fail(pick, failed, elsewhere);
    let scope = 0;
    let metCount = 0;
    for (let slot = 0; slot < failed.length; slot += 1) {
      if (failed[slot] === elsewhere) continue;
      scope += 1;
      if (meetsWords && !meetsWords(/** @type {Entry} */ (rows[slot]))) failed[slot] = elsewhere;
      else metCount += 1;
    }
    const picks = picksOf(filters);
    for (const pick of picks) this.#fail(pick, failed, pick.bit);
    return { failed, picks, scope, metCount };
  }

  /**
   * @param {import("./query-rule.js").Pick} pick
   * @param {Uint32Array} failed
   * @param {number} bit of those that do not meet it
   */
  #fail(pick, failed, bit) {
    const column = this.#column(pick.facet);
    const meets = column.meeting(pick);
    const { groups } = column;
    for (let slot = 0; slot < failed.length; slot += 1) if (meets[groups[slot]] === 0) failed[slot] |= bit;
  }

  /**
   * The books that fail nothing, in order: those whose titles are nearest to what is searched first, as far
   * as the list has them apart.
   * @param {Query} query
   * @param {Uint32Array} failed
   */
  #found({ list, q, filters, sort }, failed) {
    const series = seriesOrdered({ filters, sort });
    const rows = this.#rows;
    const nearness = nearnessTo(q);
    const last = nearness ? lastNearness({ list, sort }) : 0;
    const found = Array.from({ length: last + 1 }, () => /** @type {string[]} */ ([]));
    const shelf = sort.by === "position" && list.k === "shelf" ? (list.id ?? "") : "";
    for (const slot of this.#orders.of(sort, shelf)) {
      if (failed[slot] !== 0) continue;
      const entry = /** @type {Entry} */ (rows[slot]);
      found[last > 0 && nearness ? Math.min(nearness(entry), last) : 0].push(entry.id);
    }
    const placeOf = (/** @type {string} */ id) => this.#entry(id)?.placeIn(series ?? "") ?? 0;
    if (series) for (const group of found) group.sort((a, b) => placeOf(a) - placeOf(b));
    return last > 0 ? found.flat() : found[0];
  }

  /**
   * @param {Query} query
   * @param {Result} result what is answered to it
   * @param {Facet} facet
   */
  #counted(query, result, facet) {
    if (this.#judged?.result !== result) {
      const testOf = result.isLikely ? likelyTest : wordTest;
      this.#judged = { ...this.#judge(query, testOf(query.q)), result };
    }
    return this.#countsOf(facet, this.#judged);
  }

  /**
   * @param {Judged} judged
   * @returns {Totals}
   */
  #allCounts(judged) {
    const counts = countedFacets.map((facet) => [facet, this.#countsOf(facet, judged)]);
    return Object.fromEntries(counts);
  }

  /**
   * @param {Facet} facet
   * @param {Judged} judged
   */
  #countsOf(facet, { failed, picks }) {
    return countValues(failed, facet, this.#column(facet), picks);
  }

  /** @param {Facet} facet */
  #known(facet) {
    const known = this.#columns.get(facet) ?? columnOf(facet, (entry) =>
      this.#rules.filter(({ test }) => test(entry)).map(({ id }) => id));
    this.#columns.set(facet, known);
    return known;
  }

  /**
   * What all books have of a facet.
   * @param {Facet} facet
   */
  #column(facet) {
    const column = this.#known(facet);
    column.learn(this.#rows);
    return column;
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
 * @param {Pick<Query, "list"|"sort">} query
 */
function lastNearness({ list, sort }) {
  if (list.k === "search") return farthest;
  return /^(title|author|series|position)$/.test(sort.by) ? 0 : 1;
}
