import { parsePartialDate } from "../library/partial-date.js";

/** @typedef {import("./deeds.js").Span} Span */

const parts = /** @type {const} */ (["started", "finished", "outcome"]);

/**
 * What was changed in a span, done to the span as it stands now: a span is written whole, but what others
 * have said of it meanwhile is not to be said again as it was.
 * @param {Span|undefined} shown when it was begun to be changed
 * @param {Span} typed
 * @param {Span|undefined} now
 * @returns {Span|null} null where both changed the same, or what both said does not go together
 */
export function spanOn(shown, typed, now) {
  const changed = parts.filter((part) => typed[part] !== shown?.[part]);
  const isTheirs = changed.some((part) => now?.[part] !== shown?.[part] && now?.[part] !== typed[part]);
  if (isTheirs) return null;
  const span = { ...now, outcome: now?.outcome ?? typed.outcome };
  for (const part of changed) {
    const value = typed[part];
    if (value === undefined) delete span[part];
    else span[part] = value;
  }
  return isBackwards(span) ? null : span;
}

/**
 * What is wrong with the dates of a read-through, as they were typed: the key of a message for each that
 * something is wrong with.
 * @param {Span} span
 * @param {string} today
 * @returns {Partial<Record<"started"|"finished", string>>}
 */
export function spanProblems(span, today) {
  /** @type {ReturnType<typeof spanProblems>} */
  const problems = {};
  for (const field of /** @type {const} */ (["started", "finished"])) {
    const date = span[field];
    if (date === undefined) continue;
    if (!parsePartialDate(date)) problems[field] = "field.dateForm";
    else if (date > today.slice(0, date.length)) problems[field] = "reading.future";
  }
  // They follow each other where the first is a date that can be.
  if (!problems.started && isBackwards(span)) problems.finished ??= "reading.backwards";
  return problems;
}

/**
 * Whether it ends before it begins, as far as both are known.
 * @param {Span} span
 */
function isBackwards({ started = "", finished = "" }) {
  const comparable = Math.min(started.length, finished.length);
  return comparable > 0 && started.slice(0, comparable) > finished.slice(0, comparable);
}
