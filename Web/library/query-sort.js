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
  /** @type {Compare} */
  const byTitle = (a, b) => compare(a.title, b.title) || compareKeys(a.id, b.id);
  switch (sort.by) {
    case "title":
      return (a, b) => sign * compare(a.title, b.title) || compareKeys(a.id, b.id);
    case "author":
      return (a, b) =>
        missingLast(a.author === "", b.author === "") ||
        sign * compare(a.author, b.author) ||
        compare(a.series.name, b.series.name) ||
        a.series.place - b.series.place ||
        byTitle(a, b);
    case "series":
      return (a, b) =>
        missingLast(a.series.isAlone, b.series.isAlone) ||
        sign * compare(a.series.name, b.series.name) ||
        a.series.place - b.series.place ||
        byTitle(a, b);
    case "position":
      return (a, b) => {
        const [one, other] = [placeOf(a, parts.shelf), placeOf(b, parts.shelf)];
        if (one === "" || other === "") return missingLast(one === "", other === "") || byTitle(a, b);
        return sign * compareKeys(one, other) || compareKeys(a.id, b.id);
      };
  }
  const keyOf = keyFor(sort, parts);
  return (a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    if (one === null || other === null) return missingLast(one === null, other === null) || byTitle(a, b);
    return sign * compareKeys(one, other) || byTitle(a, b);
  };
}

/**
 * Whether the order is best made of the one by titles: many books are equal in it, or lack what it is by,
 * and to compare titles is what sorting takes longest for. Of moments hardly two are the same.
 * @param {Sort} sort
 */
export const restsOnTitles = ({ by }) => !/^(title|author|series|position|added|modified|random)$/.test(by);

/**
 * The order of a sort that rests on titles, made in one go.
 * @param {Sort} sort
 * @param {readonly Entry[]} byTitle the same books by their titles, ascending
 * @param {Parts} parts
 * @returns {Entry[]}
 */
export function orderedOn(byTitle, sort, parts) {
  const sign = sort.desc ? -1 : 1;
  const keyOf = keyFor(sort, parts);
  /** @type {{key: string|number, entry: Entry}[]} */
  const keyed = [];
  const others = byTitle.filter((entry) => {
    const key = keyOf(entry);
    if (key !== null) keyed.push({ key, entry });
    return key === null;
  });
  keyed.sort((a, b) => sign * compareKeys(a.key, b.key));
  return [...keyed.map(({ entry }) => entry), ...others];
}

/**
 * What a sort compares, where that is one thing of each book; null for a book that lacks it.
 * @param {Sort} sort
 * @param {Parts} parts
 * @returns {(entry: Entry) => string|number|null}
 */
function keyFor({ by, seed = 0 }, { told }) {
  if (toldKeys.includes(by)) return ({ id }) => told?.get(id)?.key ?? null;
  switch (by) {
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
  return String(book.fields.shelves?.[shelf]?.position ?? "");
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
