import { parsePartialDate } from "../library/partial-date.js";
import { dayMilliseconds, momentOf } from "./statistics.js";

/** @typedef {import("../library/query-entry.js").Entity} Entity */

/**
 * The days on which somebody read, each as its number: those on which a place was noted, and those on which a
 * read-through began or ended, where the day is known. None that is still to come.
 * @param {readonly Entity[]} readings
 * @param {readonly Entity[]} progress
 * @param {(moment: number) => string} dayOf the day of a moment, by this device's calendar
 * @param {number} today
 * @returns {Set<number>}
 */
export function daysRead(readings, progress, dayOf, today) {
  // Each is read once: of thousands of books many share a day.
  const dates = new Set([
    ...readings.flatMap(({ fields: { span } }) => [span?.started, span?.finished]),
    // Before there were days, a place said only when it was noted last.
    ...progress.flatMap(({ fields: { days, at } }) => [...Object.keys(days ?? {}), at && dayOf(at)]),
  ]);
  return new Set([...dates].flatMap((date) => {
    const day = dayNumber(date);
    return day !== null && day <= today ? [day] : [];
  }));
}

/**
 * Days are counted from 1970-01-01.
 * @param {unknown} date
 * @returns {number|null} null where it is not known to the day
 */
export function dayNumber(date) {
  const moment = momentOf(parsePartialDate(date));
  return moment === null ? null : moment / dayMilliseconds;
}

/**
 * How many days in a row somebody has read, up to today, or to yesterday where today may still come to it;
 * and how many at most.
 * @param {ReadonlySet<number>} days
 * @param {number} today
 */
export function streaksOf(days, today) {
  let [now, longest] = [0, 0];
  for (const first of days) {
    if (days.has(first - 1)) continue;
    let end = first;
    while (days.has(end)) end += 1;
    longest = Math.max(longest, end - first);
    if (end >= today) now = end - first;
  }
  return { now, longest };
}

/**
 * The first day of the week of today.
 * @param {number} today
 * @param {number} weekStart the day that weeks begin with, from 1, Monday, to 7
 */
export const weekOf = (today, weekStart) => today - ((((today + 4 - weekStart) % 7) + 7) % 7);

/**
 * Days that follow each other as one: [1, 2, 3, 7] is [[1, 3], [7, 7]].
 * @param {readonly number[]} days in their order
 */
export function runsOf(days) {
  /** @type {[first: number, last: number][]} */
  const runs = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && run[1] === day - 1) run[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}
