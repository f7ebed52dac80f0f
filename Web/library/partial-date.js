const pattern = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/**
 * A calendar date as far as it is known, never invented further than that.
 * @typedef {object} PartialDate
 * @property {number} year 1…9999
 * @property {number|null} month 1…12
 * @property {number|null} day 1…31
 */

/**
 * Reads `YYYY`, `YYYY-MM` or `YYYY-MM-DD` of the (proleptic) Gregorian calendar, or gives null
 * (BOOKS §5). Never a moment in time: time zones cannot shift it.
 * @param {unknown} text
 * @returns {PartialDate|null}
 */
export function parsePartialDate(text) {
  const match = typeof text === "string" ? pattern.exec(text) : null;
  if (!match) return null;
  const year = Number(match[1]);
  const month = match[2] === undefined ? null : Number(match[2]);
  const day = match[3] === undefined ? null : Number(match[3]);
  if (year < 1) return null;
  if (month !== null && (month < 1 || month > 12)) return null;
  if (month !== null && day !== null && (day < 1 || day > dayCount(year, month))) return null;
  return { year, month, day };
}

/**
 * The number of days in a month.
 * @param {number} year
 * @param {number} month
 */
function dayCount(year, month) {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
