import { h, setChildren, svg } from "../elements/dom.js";
import { streakWeeks } from "./limits.js";
import { calendarDay } from "./new-id.js";
import { dayNumber, daysRead, runsOf, streaksOf, weekOf } from "./reading-days.js";
import { dayMilliseconds } from "./statistics.js";
import { statsTable } from "./stats-table.js";

/** In the drawing a day takes so much, with the gap to the next; above the weeks stand the months. */
const pitch = 10;
const top = 14;

/**
 * The days of the last year on which somebody read, and how many in a row: a column for each week, and for who
 * hears it a table of the months. Where there is no room for all weeks the last ones show.
 * @param {import("./context.js").Context} context
 */
export function createStreak({ library, messages, today }) {
  const { language, t, list, number } = messages;
  const node = h("section", { class: "stats-part", "data-testid": "streak" });
  /** @type {unknown[]} */
  let drawn = [];

  /**
   * Words for days.
   * @param {Intl.DateTimeFormatOptions} options
   * @returns {(day: number) => string}
   */
  function words(options) {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
    return (day) => format.format(day * dayMilliseconds);
  }

  /**
   * @param {ReadonlySet<number>} days
   * @param {number} first
   * @param {number} last
   */
  function drawing(days, first, last) {
    const [name, weekday, month] = [{ dateStyle: "long" }, { weekday: "short" }, { month: "short" }]
      .map((options) => words(/** @type {Intl.DateTimeFormatOptions} */ (options)));
    const line = (/** @type {number} */ row) => top + row * pitch;
    const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ said, anchor = "start") =>
      svg("text", { x, y, "text-anchor": anchor }, said);
    const weeks = Array.from({ length: streakWeeks }, (_, week) => {
      const begins = first + week * 7;
      const isLast = week > streakWeeks - 3;
      return [
        // It stands above the week of its first day; the last one has no room beyond that.
        new Date((begins + 6) * dayMilliseconds).getUTCDate() <= 7 &&
          text((week + Number(isLast)) * pitch, 9, month(begins + 6), isLast ? "end" : "start"),
        Array.from({ length: Math.min(7, last - begins + 1) }, (_, row) => svg("rect", {
          x: week * pitch + 1, y: line(row), width: 8, height: 8, rx: 2,
          "data-read": days.has(begins + row), "data-today": begins + row === last,
        }, svg("title", null, name(begins + row)))),
      ].flat();
    });
    const part = (/** @type {string} */ look, /** @type {number} */ width, /** @type {any[]} */ children) =>
      h("div", { class: look }, svg("svg", { viewBox: `0 0 ${width} ${line(7)}` }, children));
    return h("div", { class: "streak", "aria-hidden": true },
      part("streak-names", 26, [1, 3, 5].map((row) => text(0, line(row) + 8, weekday(first + row)))),
      part("streak-weeks", streakWeeks * pitch, weeks.flat()));
  }

  /** @param {readonly number[]} days in their order */
  function table(days) {
    const month = words({ month: "long", year: "numeric" });
    /** @type {Map<string, number[]>} */
    const months = new Map();
    for (const day of days) {
      const name = month(day);
      months.set(name, [...(months.get(name) ?? []), new Date(day * dayMilliseconds).getUTCDate()]);
    }
    const rows = [...months].map(([name, dates]) => [name, number(dates.length), list(
      runsOf(dates).map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)))]);
    return h("div", { class: "visually-hidden" },
      statsTable(t("streak.title"), [t("streak.days"), t("streak.which")], rows));
  }

  return {
    node,
    render() {
      const known = [library.list("reading"), library.list("progress"), today()];
      if (known.every((each, at) => each === drawn[at])) return;
      drawn = known;
      const last = dayNumber(today()) ?? 0;
      const days = daysRead(
        library.list("reading"), library.list("progress"), (moment) => calendarDay(new Date(moment)), last);
      const first = weekOf(last, weekStart()) - (streakWeeks - 1) * 7;
      const shown = [...days].filter((day) => day >= first).sort((a, b) => a - b);
      const { now: count, longest } = streaksOf(days, last);
      const sentence = count > 0
        ? t("streak.now", { count, longest }) : t("streak.over", { count: longest });
      setChildren(node, [
        h("h3", null, t("streak.title")),
        ...(shown.length > 0
          ? [h("p", { class: "stats-headline", "data-testid": "streak.words" }, sentence), drawing(days, first, last), table(shown)]
          : [h("p", { class: "panel-text" }, t("streak.none"))]),
      ]);
    },
  };
}

/** The day that weeks begin with where the reader lives: Monday, where the browser does not know. */
function weekStart() {
  const locale = /** @type {any} */ (new Intl.Locale(navigator.language));
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}
