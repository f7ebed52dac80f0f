/** @typedef {import("../library/query-entry.js").Entity} Entity */
/** @typedef {import("./statistics.js").Year} Year */
/** @typedef {"books"|"pages"|"hours"} Metric */
/**
 * What a person means to read in a year, and how far they are. `ahead` says by how much, were the year's
 * share of it read each day; null for a year that is over or to come, and once the goal is reached.
 * @typedef {{entity: Entity, metric: Metric, target: number, done: number, ahead: number|null}} Goal
 */

/** @type {readonly Metric[]} */
export const metrics = Object.freeze(["books", "pages", "hours"]);

/**
 * The goals of a year, as far as they say what they are, in the order of `metrics`.
 * @param {readonly Entity[]} entities of all years
 * @param {Year} year
 * @param {number} number of the year
 * @param {string} today by this device's calendar, YYYY-MM-DD
 * @returns {Goal[]}
 */
export function goalsOf(entities, year, number, today) {
  const amounts = { books: year.count, pages: year.pages, hours: year.seconds / 3_600 };
  return metrics.flatMap((metric) =>
    entities
      .filter(({ fields }) => fields.year === number && fields.metric === metric && fields.target > 0)
      .map((entity) => {
        const { target } = entity.fields;
        const done = amounts[metric];
        const share = Number(today.slice(0, 4)) === number ? shareOfYear(today) : null;
        const ahead = share === null || done >= target ? null : Math.trunc(done - target * share) || 0;
        return { entity, metric, target, done, ahead };
      }));
}

/**
 * The id of the goal, which is the same on every device: two that set it while they are apart set one.
 * @param {number} year
 * @param {Metric} metric
 */
export function goalId(year, metric) {
  return `${metric}-${year}`;
}

/**
 * How much of its year has gone by at the end of a day.
 * @param {string} day YYYY-MM-DD
 */
function shareOfYear(day) {
  const year = Number(day.slice(0, 4));
  const [start, end] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  return (Date.parse(day) + 86_400_000 - start) / (end - start);
}
