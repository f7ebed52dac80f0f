import { identifierPair } from "./identifier.js";
import { compareScalars } from "./text.js";

/** @typedef {import("./apply.js").Entity} Entity */
/** @typedef {"page"|"percent"|"seconds"} Unit */

/**
 * How far one device has come in one reading, as its `progress` record says (BOOKS §5).
 * @typedef {object} ReadingPlace
 * @property {string} device
 * @property {number} at when it was there, ms
 * @property {Unit|null} unit what `value` and `total` count; null where the record knows only the
 *   fraction
 * @property {number|null} value how far it is
 * @property {number|null} total how far it is to the end
 * @property {number|null} share the part of the whole that is behind the reader, from 0 to 1; null
 *   where nobody knows how long the whole is
 */

/**
 * @typedef {object} ReadingProgress
 * @property {ReadingPlace} latest where the reader was last, forward or back
 * @property {ReadingPlace} furthest the furthest that any device has come
 * @property {boolean} differ whether the two are worth telling apart
 */

/** @type {readonly unknown[]} */
const units = ["page", "percent", "seconds"];

/** Places closer than this are the same one, counted in different units: percents are whole. */
const SHARE_TOLERANCE = 0.01;

/**
 * Where a reading stands on all devices together (SYNC §2, *reading progress*); Swift's
 * `ReadingProgress` is the same.
 *
 * Nothing is overwritten: a device that lags behind and one that went back on purpose look alike, so
 * both places are shown, and the reader chooses.
 *
 * A record without a total borrows it from the latest that counts the same, or from `lengths`. Of
 * equally late or far places the other measure decides, in the end the device's id.
 * @param {readonly Entity[]} records the `progress` records of one reading, in any order
 * @param {Partial<Record<Unit, number>>} [lengths] how long the book is, where the reading or the book
 *   says so
 * @returns {ReadingProgress|null} null where none says a place
 */
export function readingProgress(records, lengths = {}) {
  const known = records.flatMap((record) => placeOf(record) ?? []);
  const places = known.map((place) => sized(place, known, lengths));
  const latest = greatest(places, compareTimes);
  if (!latest) return null;
  // Without a share, places compare only in the unit that the reader used last.
  const isSized = places.some(({ share }) => share !== null);
  const rivals = places.filter(({ share, unit }) => (isSized ? share !== null : unit === latest.unit));
  const furthest = greatest(rivals, compareMeasures) ?? latest;
  return { latest, furthest, differ: isApart(latest, furthest) };
}

/**
 * Reads a record; null where it is deleted or says no place.
 * @param {Entity} record
 * @returns {ReadingPlace|null}
 */
function placeOf({ kind, id, deleted, at, fields }) {
  const pair = identifierPair(id);
  if (kind !== "progress" || deleted || !pair) return null;
  const unit = units.includes(fields.unit) ? /** @type {Unit} */ (fields.unit) : null;
  const value = unit === null ? null : numberIn(fields.value);
  const total = numberIn(fields.total) || null;
  const fraction = numberIn(fields.fraction);
  /** @type {number|null} */
  let share = null;
  if (value !== null && total !== null) share = Math.min(value / total, 1);
  else if (fraction !== null) share = fraction;
  else if (unit === "percent" && value !== null) share = Math.min(value / 100, 1);
  else if (value === null) return null;
  return { device: pair[1], at: numberIn(fields.at) ?? at, unit, value, total, share };
}

/** @param {unknown} value */
const numberIn = (value) => (typeof value === "number" ? value : null);

/**
 * @param {ReadingPlace} place
 * @param {ReadingPlace[]} others
 * @param {Partial<Record<Unit, number>>} lengths
 * @returns {ReadingPlace}
 */
function sized(place, others, lengths) {
  const { share, unit, value } = place;
  if (share !== null || unit === null || value === null) return place;
  const lenders = others.filter((other) => other.unit === unit && other.total !== null);
  const length = greatest(lenders, compareTimes)?.total ?? lengths[unit];
  return length ? { ...place, share: Math.min(value / length, 1) } : place;
}

/** @typedef {(left: ReadingPlace, right: ReadingPlace) => number} Order */

/** @type {Order} */
const compareTimes = (left, right) =>
  left.at - right.at || measure(left) - measure(right) || compareScalars(left.device, right.device);

/** @type {Order} */
const compareMeasures = (left, right) =>
  measure(left) - measure(right) || left.at - right.at || compareScalars(left.device, right.device);

/**
 * What places that compare at all compare by.
 * @param {ReadingPlace} place
 */
const measure = ({ share, value }) => share ?? value ?? 0;

/**
 * @param {ReadingPlace[]} places
 * @param {Order} compare
 * @returns {ReadingPlace|undefined}
 */
const greatest = (places, compare) =>
  places.length === 0
    ? undefined
    : places.reduce((best, place) => (compare(place, best) > 0 ? place : best));

/**
 * @param {ReadingPlace} latest
 * @param {ReadingPlace} furthest
 */
function isApart(latest, furthest) {
  if (latest.device === furthest.device) return false;
  if (latest.share === null || furthest.share === null) {
    return latest.unit !== furthest.unit || latest.value !== furthest.value;
  }
  return latest.unit === furthest.unit && latest.unit !== null
    ? furthest.share !== latest.share
    : Math.abs(furthest.share - latest.share) >= SHARE_TOLERANCE;
}
