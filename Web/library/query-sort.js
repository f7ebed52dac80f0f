import { positionOf } from "./hand-order.js";
import { sortStep } from "./query-limits.js";
import { sorting } from "./sorting.js";

/** @typedef {import("./query-entry.js").Entry} Entry */
/** @typedef {import("./query.js").Sort} Sort */
/**
 * What others say of books that they are sorted by, by their ids: read-throughs when each was last
 * started or finished, devices how far it has come.
 * @typedef {ReadonlyMap<string, {key: string|number}>} Told
 */
/** @typedef {{shelf?: string, told?: Told}} Parts the shelf whose positions count; what others say */
/** @typedef {(a: Entry, b: Entry) => number} Compare */

/**
 * The series by whose places books are sorted, of whichever series each is first: the only one asked for.
 * @param {{filters: import("./query-facets.js").Filters, sort: Sort}} query
 */
export const seriesOrdered = ({ filters: { series }, sort }) =>
  sort.by === "series" && series?.length === 1 ? series[0] : null;

/**
 * What others say.
 * @type {readonly Sort["by"][]}
 */
export const toldKeys = Object.freeze(["started", "finished", "progress"]);

/**
 * A total order of entries. Books that lack what is sorted by come last in either direction;
 * equal ones follow their titles and, in the end, their ids, so that the order never depends on
 * how it came about.
 * @param {Sort} sort
 * @param {Intl.Collator} collator
 * @param {Parts} parts
 * @returns {Compare}
 */
export function compareEntries(sort, collator, parts = {}) {
  const sign = sort.desc ? -1 : 1;
  const { compare } = collator;
  const titles = byTitle(collator);
  switch (sort.by) {
    case "title":
      return (a, b) => sign * compare(a.title, b.title) || byId(a, b);
    case "author":
      return (a, b) =>
        missingLast(a.author === "", b.author === "") ||
        sign * compare(a.author, b.author) ||
        compare(a.series.name, b.series.name) ||
        a.series.place - b.series.place ||
        titles(a, b);
    case "series":
      return (a, b) =>
        missingLast(a.series.isAlone, b.series.isAlone) ||
        sign * compare(a.series.name, b.series.name) ||
        a.series.place - b.series.place ||
        titles(a, b);
  }
  const keyOf = keyFor(sort, parts);
  const tie = sort.by === "position" ? byId : titles;
  return (a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    if (one === null || other === null) return missingLast(one === null, other === null) || titles(a, b);
    return sign * compareKeys(one, other) || tie(a, b);
  };
}

/** @type {Compare} */
const byId = (a, b) => compareKeys(a.id, b.id);

/**
 * @param {Intl.Collator} collator
 * @returns {Compare}
 */
const byTitle = ({ compare }) => (a, b) => compare(a.title, b.title) || byId(a, b);

/**
 * Whether names are compared, and not one thing that says all.
 * @param {Pick<Sort, "by">} sort
 */
export const isByName = ({ by }) => /^(title|author|series)$/.test(by);

/**
 * An order by names from Z to A, made of the one from A to Z without sorting, in steps of about as many
 * comparisons: books of one name stay as they are, and those that lack one stay last.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => Entry} entryOf
 * @param {Pick<Sort, "by">} sort
 * @param {Intl.Collator} collator
 * @returns {Generator<void, T[]>}
 */
export function* turned(items, entryOf, { by }, { compare }) {
  const nameOf = (/** @type {Entry} */ entry) =>
    by === "title" ? entry.title : by === "author" ? entry.author : entry.series.name;
  const isLast = (/** @type {Entry} */ entry) =>
    (by === "author" && entry.author === "") || (by === "series" && entry.series.isAlone);
  /** @type {T[]} */
  const named = [];
  /** @type {T[]} */
  const last = [];
  let end = items.length;
  let name = "";
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const entry = entryOf(items[at]);
    const before = at > 0 ? entryOf(items[at - 1]) : null;
    name = at === end - 1 ? nameOf(entry) : name;
    const next = before && isLast(before) === isLast(entry) ? nameOf(before) : null;
    if (next === null || (next !== name && compare(next, name) !== 0)) {
      for (const item of items.slice(at, end)) (isLast(entry) ? last : named).push(item);
      end = at;
    }
    if (at % sortStep === 0) yield;
  }
  return [...named, ...last];
}

/**
 * The order of a sort by one thing, in steps: books that are equal in it stand together, and few of them
 * have to be compared.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => Entry} entryOf
 * @param {Sort} sort
 * @param {Parts} parts
 * @param {Intl.Collator|null} collator null where the items stand by their titles already
 * @returns {Generator<void, T[]>}
 */
export function* ordering(items, entryOf, sort, parts, collator) {
  const keyOf = keyFor(sort, parts);
  /** @type {Map<string|number|null, T[]>} */
  const equals = new Map();
  let placed = 0;
  for (const item of items) {
    const key = keyOf(entryOf(item));
    const known = equals.get(key);
    if (known) known.push(item);
    else equals.set(key, [item]);
    placed += 1;
    if (placed % sortStep === 0) yield;
  }
  const rest = equals.get(null) ?? [];
  equals.delete(null);
  const compare = sort.by === "position" ? byId : collator && byTitle(collator);
  for (const [key, group] of equals) {
    const isSorted = !compare || group.length === 1;
    if (!isSorted) equals.set(key, yield* sorting(group, (a, b) => compare(entryOf(a), entryOf(b))));
    placed += group.length;
    if (placed % sortStep < group.length) yield;
  }
  const keys = ascending(/** @type {(string|number)[]} */ ([...equals.keys()]));
  if (sort.desc) keys.reverse();
  return [...keys.flatMap((key) => equals.get(key) ?? []), ...rest];
}

/**
 * Either all of them are numbers, or none is.
 * @param {(string|number)[]} keys
 */
function ascending(keys) {
  // By itself an array of these knows how to compare them, and needs a tenth of the time.
  return typeof keys[0] === "number" ? [...Float64Array.from(keys, Number).sort()] : keys.sort(compareKeys);
}

/**
 * What a sort compares, where that is one thing of each book; null for a book that lacks it.
 * @param {Sort} sort
 * @param {Parts} parts
 * @returns {(entry: Entry) => string|number|null}
 */
function keyFor({ by, seed = 0 }, { told, shelf }) {
  if (toldKeys.includes(by)) return ({ id }) => told?.get(id)?.key ?? null;
  switch (by) {
    case "position":
      return (entry) => placeOf(entry, shelf) || null;
    case "rating":
      return (entry) => entry.rating || null;
    case "published":
      return (entry) => entry.published || null;
    case "pages":
      return ({ book }) => book.fields.pages ?? null;
    case "modified":
      return ({ book }) => book.at ?? 0;
    case "random":
      return ({ id }) => shuffled(id, seed);
    default:
      return (entry) => entry.added;
  }
}

/**
 * Where a book comes when books are shuffled: the same wherever the seed is, however many there are. (The
 * end of MurmurHash3 behind FNV-1a, which alone would leave ids that end alike beside each other.)
 * @param {string} id
 * @param {number} seed
 */
export function shuffled(id, seed) {
  let mixed = Math.imul(seed ^ 0x811c9dc5, 0x01000193);
  for (let at = 0; at < id.length; at += 1) mixed = Math.imul(mixed ^ id.charCodeAt(at), 0x01000193);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * Where the book stands on the shelf; empty for nowhere.
 * @param {Entry} entry
 * @param {string} [shelf]
 */
function placeOf({ book }, shelf = "") {
  return positionOf(book.fields.shelves?.[shelf] ?? {});
}

/**
 * @param {boolean} a
 * @param {boolean} b
 */
function missingLast(a, b) {
  return Number(a) - Number(b);
}

/**
 * @param {string|number} a
 * @param {string|number} b
 */
function compareKeys(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
