import { parsePartialDate } from "../library/partial-date.js";
import { authorsOf, dateKey } from "../library/query-entry.js";
import { folded } from "../library/text.js";
import { yearGapMax } from "./limits.js";

/** @typedef {import("../library/query-entry.js").Entity} Entity */
/** @typedef {import("../library/partial-date.js").PartialDate} PartialDate */
/**
 * One read-through that came to its end. `days` counts from the first to the last, both with it, where
 * both are known.
 * @typedef {{book: Entity, date: PartialDate, pages: number|null, seconds: number|null,
 *   rating: number|null, days: number|null}} Finish
 */
/**
 * How much was read: `pages` are of those books that say how many they have.
 * @typedef {{books: number, pages: number}} Amount
 */
/**
 * What was finished in one year. `months` has twelve amounts; those of `undated` are in none of them.
 * @typedef {object} Year
 * @property {number} count of read-throughs: what was read twice counts twice
 * @property {number} pages of those books that say how many they have
 * @property {number} unpaged books that do not
 * @property {number} seconds of those that say how long they are
 * @property {number|null} rating the mean of those rated, in hundredths
 * @property {number|null} days the middle of what a book took
 * @property {Amount[]} months
 * @property {number} undated those of which no more than the year is known
 * @property {[number, number][]} ratings each with how many have it, the best first
 * @property {[string, number][]} tags with how many have each, the most used first
 * @property {[string, number][]} subjects the same
 * @property {[string, number][]} authors the same
 */

export const dayMilliseconds = 86_400_000;

/** @type {Amount} */
const nothing = Object.freeze({ books: 0, pages: 0 });

/**
 * The finish that a read-through is, if it ended at a known time: a date that is not there is never
 * invented (BOOKS §5). One that was given up is none.
 * @param {Entity} reading
 * @param {(id: string) => Entity|undefined} bookOf the book of this id, if it is in the library
 * @returns {Finish[]} none or one
 */
export function finishOf({ fields: { book: id, span, pages, seconds, rating } }, bookOf) {
  const date = span?.outcome === "read" ? parsePartialDate(span.finished) : null;
  const book = date && bookOf(String(id));
  if (!date || !book) return [];
  return [{
    book,
    date,
    pages: pages ?? book.fields.pages ?? null,
    seconds: seconds ?? book.fields.seconds ?? null,
    rating: rating ?? book.fields.rating ?? null,
    days: daysOf(parsePartialDate(span.started), date),
  }];
}

/**
 * When each book was last begun, or put down, whether it was read to its end or given up.
 * @param {"started"|"finished"} part
 * @param {readonly Entity[]} readings
 * @param {(id: string) => string} idOf of the book that an id stands for
 * @returns {Map<string, {date: string, key: string}>} by its id; `key` orders the dates
 */
export function lastDatesOf(part, readings, idOf) {
  /** @type {Map<string, {date: string, key: string}>} */
  const last = new Map();
  for (const { fields: { book, span } } of readings) {
    const date = span?.[part];
    if (!parsePartialDate(date)) continue;
    const id = idOf(String(book));
    const key = dateKey(date);
    if (key > (last.get(id)?.key ?? "")) last.set(id, { date, key });
  }
  return last;
}

/**
 * How much was finished in each year, from the first to the last, those without any between.
 * @param {readonly Finish[]} finishes
 * @param {readonly number[]} [others] years to show, whether or not anything was finished in them
 * @returns {Map<number, Amount>}
 */
export function yearsOf(finishes, others = []) {
  const amounts = amountsBy(finishes, ({ year }) => year);
  const known = [...new Set([...amounts.keys(), ...others])].sort((a, b) => a - b);
  /** @type {Map<number, Amount>} */
  const years = new Map();
  known.forEach((year, at) => {
    const last = known[at - 1] ?? year;
    if (year - last <= yearGapMax) for (let gap = last + 1; gap < year; gap += 1) years.set(gap, nothing);
    years.set(year, amounts.get(year) ?? nothing);
  });
  return years;
}

/**
 * @param {readonly Finish[]} finishes
 * @param {number} year
 * @returns {Year}
 */
export function statisticsOf(finishes, year) {
  const all = finishes.filter(({ date }) => date.year === year);
  const months = amountsBy(all, ({ month }) => month);
  const ratings = all.flatMap(({ rating }) => rating ?? []);
  const days = all.flatMap((finish) => finish.days ?? []).sort((a, b) => a - b);
  return {
    count: all.length,
    pages: sum(all.map(({ pages }) => pages ?? 0)),
    seconds: sum(all.map(({ seconds }) => seconds ?? 0)),
    unpaged: all.filter(({ pages }) => pages === null).length,
    rating: ratings.length > 0 ? sum(ratings) / ratings.length : null,
    days: days.length > 0 ? (days[(days.length - 1) >> 1] + days[days.length >> 1]) / 2 : null,
    months: Array.from({ length: 12 }, (_, month) => months.get(month + 1) ?? nothing),
    undated: months.get(null)?.books ?? 0,
    ratings: [...counted(ratings)].sort(([a], [b]) => b - a),
    tags: rankedNames(all.map(({ book }) => Object.keys(book.fields.tags ?? {}))),
    subjects: rankedNames(all.map(({ book }) => book.fields.subjects ?? [])),
    authors: ranked(all.flatMap(({ book }) => [...new Set(authorsOf(book))])),
  };
}

/**
 * @template T
 * @param {readonly Finish[]} finishes
 * @param {(date: PartialDate) => T} partOf the part of a date that they are told apart by
 */
function amountsBy(finishes, partOf) {
  /** @type {Map<T, Amount>} */
  const amounts = new Map();
  for (const finish of finishes) {
    const part = partOf(finish.date);
    const { books, pages } = amounts.get(part) ?? nothing;
    amounts.set(part, { books: books + 1, pages: pages + (finish.pages ?? 0) });
  }
  return amounts;
}

/**
 * @param {PartialDate|null} from
 * @param {PartialDate} to
 */
function daysOf(from, to) {
  const [start, end] = [momentOf(from), momentOf(to)];
  if (start === null || end === null || end < start) return null;
  return (end - start) / dayMilliseconds + 1;
}

/**
 * The beginning of a day, as if it were one in UTC; null where the day is not known.
 * @param {PartialDate|null} date
 */
export function momentOf(date) {
  if (!date?.month || !date.day) return null;
  // Not `Date.UTC(year)`, to which year 99 is 1999.
  return new Date(0).setUTCFullYear(date.year, date.month - 1, date.day);
}

/**
 * The most used first, those used as often by their names.
 * @param {readonly string[]} names
 */
function ranked(names) {
  return [...counted(names)].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

/**
 * The names that books have, each as it is spelt most often: one that is spelt in different case, or with
 * accents composed differently, is one name (SYNC §2), and counts once for a book.
 * @param {readonly string[][]} lists of one book each
 */
function rankedNames(lists) {
  /** @type {Map<string, string>} */
  const spellings = new Map();
  for (const [name] of ranked(lists.flat().map((name) => name.normalize("NFC")))) {
    const key = folded(name);
    if (!spellings.has(key)) spellings.set(key, name);
  }
  return ranked(lists.flatMap((names) =>
    [...new Set(names.map((name) => spellings.get(folded(name)) ?? name))]));
}

/**
 * How often each is there.
 * @template T @param {readonly T[]} values @returns {Map<T, number>}
 */
function counted(values) {
  /** @type {Map<T, number>} */
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
