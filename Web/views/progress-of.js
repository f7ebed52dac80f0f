import { readingProgress } from "../library/reading-progress.js";
import { plainly, wholeNumber } from "./typed.js";

/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./context.js").Library} Library */
/** @typedef {import("../library/reading-progress.js").ReadingPlace} ReadingPlace */
/** @typedef {import("../library/reading-progress.js").Unit} Unit */
/**
 * A place as a record of it says: the part of the whole that is behind the reader is `fraction`.
 * @typedef {{unit: Unit, value: number, total: number, fraction: number}} Place
 * @typedef {import("../library/reading-progress.js").ReadingProgress & {
 *   reading: Entity, records: readonly Entity[]}} Progress
 */

/**
 * How far every book that is being read has come. Each device keeps its own place; none overwrites
 * another's (SYNC §2, *reading progress*). Of two read-throughs the one read in last counts; a book
 * that was read, or given up, is not being read, whatever its read-through says.
 * @param {Pick<Library, "list"|"get">} library
 * @param {(id: string) => string} idOf the book that one stands for now
 * @returns {Map<string, Progress>} by book
 */
export function progressByBook(library, idOf) {
  /** @type {Map<string, Entity[]>} */
  const recordsOf = new Map();
  for (const record of library.list("progress")) {
    const [reading] = record.id.split("~");
    recordsOf.set(reading, [...(recordsOf.get(reading) ?? []), record]);
  }
  /** @type {Map<string, Progress>} */
  const byBook = new Map();
  if (recordsOf.size === 0) return byBook;
  for (const reading of library.list("reading")) {
    const records = recordsOf.get(reading.id);
    if (!records || reading.fields.span?.outcome !== "reading") continue;
    const book = library.get("book", idOf(String(reading.fields.book)));
    if (!book || ["read", "abandoned"].includes(book.fields.status)) continue;
    const length = (/** @type {string} */ field) =>
      reading.fields[field] ?? book.fields[field] ?? undefined;
    const lengths = { page: length("pages"), percent: 100, seconds: length("seconds") };
    const all = /** @type {import("../library/apply.js").Entity[]} */ (records);
    const progress = readingProgress(all, lengths);
    const known = byBook.get(book.id);
    if (!progress || (known && known.latest.at >= progress.latest.at)) continue;
    byBook.set(book.id, { ...progress, reading, records });
  }
  return byBook;
}

/**
 * A place as this device would note it, to go on from there.
 * @param {ReadingPlace} place
 * @returns {Place}
 */
export function asPlace({ unit, value, total, share }) {
  const fraction = share ?? 0;
  if (unit === null || value === null) {
    return { unit: "percent", value: Math.round(fraction * 100), total: 100, fraction };
  }
  return { unit, value, total: total ?? (unit === "percent" ? 100 : value), fraction };
}

/**
 * The place that was typed, or null where it is none.
 * @param {Unit} unit
 * @param {string} typed pages or percent as a number, time as hours and minutes: 5:30
 * @param {string} typedTotal the same of the whole book; of no matter for percent
 * @returns {Place|null}
 */
export function placeOf(unit, typed, typedTotal) {
  const read = { page: pageOf, percent: percentOf, seconds: secondsOf }[unit];
  const value = read(typed);
  const total = unit === "percent" ? 100 : read(typedTotal);
  if (value === null || total === null || total <= 0 || value > total) return null;
  return { unit, value, total, fraction: Math.round((value / total) * 10_000) / 10_000 };
}

/**
 * The same place counted otherwise, as far as whole numbers go.
 * @param {Place} place
 * @param {Unit} unit
 * @param {number|null|undefined} whole how long the book is in that unit
 * @returns {Place|null} null where that is not known, or nobody knows what part of the book it is
 */
export function converted(place, unit, whole) {
  if (place.unit === unit) return place;
  const total = unit === "percent" ? 100 : whole;
  if (!total || (place.fraction === 0 && place.value > 0)) return null;
  const value = unit === "percent" ? wholePercent(place.fraction) : Math.round(place.fraction * total);
  return { unit, value, total, fraction: place.fraction };
}

/**
 * The percents of a fraction that are behind the reader: one that has only begun is not. What binary
 * fractions are short of, such as 0.29 of 29 percent, takes none away.
 * @param {number} fraction
 */
export function wholePercent(fraction) {
  return Math.floor(Math.round(fraction * 1e8) / 1e6);
}

/**
 * A page, whose comma parts thousands as our own messages do: 1,050.
 * @param {string} typed
 */
function pageOf(typed) {
  const whole = wholeNumber(typed);
  return whole !== null && whole >= 0 ? whole : numberOf(plainly(typed));
}

/**
 * A percentage, which has no thousands: its comma is a decimal point.
 * @param {string} typed
 */
function percentOf(typed) {
  return numberOf(plainly(typed).replace(",", ".").replace(/\s*%$/, ""));
}

/** @param {string} plain */
function numberOf(plain) {
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** @param {string} typed */
function secondsOf(typed) {
  const match = /^(\d+):([0-5]?\d)$/.exec(plainly(typed));
  return match ? Number(match[1]) * 3600 + Number(match[2]) * 60 : null;
}

/**
 * Seconds as they are typed: 5:30.
 * @param {number} seconds
 */
export function typedTime(seconds) {
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}
