/** @typedef {import("./query-entry.js").Entry} Entry */
/** @typedef {import("./query.js").Sort} Sort */
/** @typedef {ReadonlyMap<string, {key: string}>} Finishes when each book was last finished, by its id */

/**
 * A total order of entries. Books that lack what is sorted by come last in either direction;
 * equal ones follow their titles and, in the end, their ids, so that the order never depends on
 * how it came about.
 * @param {Sort} sort
 * @param {Intl.Collator} collator
 * @param {{shelf?: string, finishes?: Finishes}} parts the shelf whose positions count; and when books
 *   were finished
 * @returns {(a: Entry, b: Entry) => number}
 */
export function compareEntries(sort, collator, { shelf = "", finishes } = {}) {
  const sign = sort.desc ? -1 : 1;
  const { compare } = collator;
  const byTitle = (/** @type {Entry} */ a, /** @type {Entry} */ b) =>
    compare(a.title, b.title) || compareText(a.id, b.id);
  switch (sort.by) {
    case "title":
      return (a, b) => sign * compare(a.title, b.title) || compareText(a.id, b.id);
    case "author":
      return (a, b) =>
        missingLast(a.author === "", b.author === "") ||
        sign * compare(a.author, b.author) ||
        compare(a.series.name, b.series.name) ||
        a.series.place - b.series.place ||
        byTitle(a, b);
    case "rating":
      return (a, b) =>
        missingLast(a.rating === 0, b.rating === 0) ||
        sign * (a.rating - b.rating) ||
        byTitle(a, b);
    case "published":
      return (a, b) =>
        missingLast(a.published === "", b.published === "") ||
        sign * compareText(a.published, b.published) ||
        byTitle(a, b);
    case "finished":
      return (a, b) => {
        const [one, other] = [a, b].map(({ id }) => finishes?.get(id)?.key ?? "");
        return missingLast(one === "", other === "") || sign * compareText(one, other) || byTitle(a, b);
      };
    case "position":
      return (a, b) => {
        const [one, other] = [placeOf(a, shelf), placeOf(b, shelf)];
        if (one === "" || other === "") return missingLast(one === "", other === "") || byTitle(a, b);
        return sign * compareText(one, other) || compareText(a.id, b.id);
      };
    default:
      return (a, b) => sign * (a.added - b.added) || byTitle(a, b);
  }
}

/**
 * Where the book stands on the shelf; empty for nowhere.
 * @param {Entry} entry
 * @param {string} shelf
 */
function placeOf({ book }, shelf) {
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
 * @param {string} a
 * @param {string} b
 */
function compareText(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
