/** @typedef {string|Partial<Record<Intl.LDMLPluralRule, string>>} Message */
/** @typedef {Record<string, Message>} Dictionary */

/**
 * The words of the interface in one language. `t` fills `{name}` places; a message with plural
 * forms is chosen by `count`.
 * @param {string} language BCP 47
 * @param {Dictionary} dictionary
 */
export function createMessages(language, dictionary) {
  const words = { ...dictionary };
  const plural = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const decimals = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const percents = new Intl.NumberFormat(language, { style: "percent" });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const conjunction = new Intl.ListFormat(language, { type: "conjunction" });
  const moments = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const days = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const names = new Intl.DisplayNames(language, { type: "language", fallback: "code" });

  /**
   * @param {string} key
   * @param {Record<string, string|number>} [values]
   * @returns {string}
   */
  function t(key, values = {}) {
    const message = words[key];
    if (message === undefined) return key;
    const text =
      typeof message === "string"
        ? message
        : (message[plural.select(Number(values.count ?? 0))] ?? message.other ?? key);
    return text.replace(/\{(\w+)\}/g, (place, name) => {
      const value = values[name];
      if (value === undefined) return place;
      return typeof value === "number" ? numbers.format(value) : value;
    });
  }

  /**
   * @param {number} milliseconds
   * @param {string} unit
   * @param {number} length of it
   */
  const measured = (milliseconds, unit, length) =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" })
      .format(Math.round(milliseconds / length));

  return Object.freeze({
    language,
    t,
    /**
     * Learns the words of what is read later.
     * @param {Dictionary} more
     */
    learn: (more) => void Object.assign(words, more),
    /** @param {number} value */
    number: (value) => decimals.format(value),
    /** @param {number} fraction of 1 */
    percent: (fraction) => percents.format(fraction),
    /** @param {readonly string[]} values */
    list: (values) => conjunction.format(values),
    /**
     * A moment by this device's clock; nothing of a number beyond all calendars.
     * @param {number} milliseconds
     */
    moment: (milliseconds) => formatted(moments, milliseconds),
    /**
     * How long ago that was: "5 minutes ago", "yesterday".
     * @param {number} milliseconds
     * @param {number} now
     */
    ago: (milliseconds, now) => agoWords(relative, milliseconds, now),
    /**
     * How long that is: "5 years", "30 minutes".
     * @param {number} milliseconds
     */
    span: (milliseconds) => measured(milliseconds, ...unitOf(milliseconds)),
    /**
     * How long something will go on, likewise: seconds of what is over within a minute.
     * @param {number} milliseconds
     */
    lasting: (milliseconds) => milliseconds < minute
      ? measured(Math.max(second, milliseconds), "second", second)
      : measured(milliseconds, ...unitOf(milliseconds)),
    /**
     * The day of a moment, likewise.
     * @param {number} milliseconds
     */
    day: (milliseconds) => formatted(days, milliseconds),
    /**
     * A calendar date as precise as it is.
     * @param {string} date
     * @param {string} [today] where the year goes without saying if it is this one
     */
    date: (date, today) => partialDate(date, language, today),
    /**
     * The name of a language.
     * @param {string} code
     */
    languageName: (code) => languageName(names, code),
  });
}

/** @typedef {ReturnType<typeof createMessages>} Messages */

/**
 * @param {Intl.DateTimeFormat} format
 * @param {number} milliseconds
 */
function formatted(format, milliseconds) {
  const date = new Date(milliseconds);
  return isNaN(Number(date)) ? "" : format.format(date);
}

const second = 1_000;
const minute = 60 * second;

/**
 * Units of time with their milliseconds, longest first.
 * @type {[Intl.RelativeTimeFormatUnit, number][]}
 */
const units = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", minute],
];

/**
 * The unit that people measure this by.
 * @param {number} span milliseconds
 */
function unitOf(span) {
  return units.find(([, length]) => Math.abs(span) >= length) ?? units[units.length - 1];
}

/**
 * "Yesterday" and "last month" are said of the calendar's days and months, not of hours that have passed.
 * @param {Intl.RelativeTimeFormat} relative
 * @param {number} then
 * @param {number} now
 */
function agoWords(relative, then, now) {
  const span = then - now;
  const [from, to] = [calendar(now), calendar(then)];
  for (const [unit, length] of units) {
    if (Math.abs(span) < length) continue;
    const steps = (to[unit] ?? NaN) - (from[unit] ?? NaN);
    // What a calendar does not count, or has one of for both, is told by its length, or in smaller ones.
    if (steps !== 0) return relative.format(isNaN(steps) ? Math.trunc(span / length) : steps, unit);
  }
  return relative.format(0, "minute");
}

/**
 * Which year, month and day that is by this device's calendar, counted from one beginning.
 * @param {number} milliseconds
 * @returns {Partial<Record<Intl.RelativeTimeFormatUnit, number>>}
 */
function calendar(milliseconds) {
  const date = new Date(milliseconds);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  return { year, month: year * 12 + month, day: Date.UTC(year, month, day) / 86_400_000 };
}

/**
 * @param {string} date YYYY, YYYY-MM or YYYY-MM-DD
 * @param {string} language
 * @param {string} [today] likewise
 */
function partialDate(date, language, today) {
  const match = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(date);
  if (!match) return date;
  const [, year, month, day] = match;
  if (!month) return String(Number(year));
  /** @type {Intl.DateTimeFormatOptions} */
  const options = { year: "numeric", month: "long", timeZone: "UTC" };
  if (day) options.day = "numeric";
  if (today?.startsWith(year)) delete options.year;
  const moment = new Date(Date.UTC(2000, Number(month) - 1, Number(day ?? 1)));
  moment.setUTCFullYear(Number(year));
  return new Intl.DateTimeFormat(language, options).format(moment);
}

/**
 * @param {Intl.DisplayNames} names
 * @param {string} code
 */
function languageName(names, code) {
  try {
    return names.of(code) ?? code;
  } catch {
    return code; // not a language tag at all: shown as it was written
  }
}
