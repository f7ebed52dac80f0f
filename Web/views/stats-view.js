import { createChoice } from "../elements/choice.js";
import { h, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { ratingWords, starNumber } from "./book-words.js";
import { createGoals } from "./goals-view.js";
import { rankedMax } from "./limits.js";
import { statisticsOf, yearsOf } from "./statistics.js";
import { statsTable } from "./stats-table.js";
import { createStreak } from "./streak-view.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./statistics.js").Amount} Amount */
/** @typedef {[name: string, count: number]} Rank */

/**
 * On which days somebody read, and what: the books or pages of each year, and of one year its goals, months,
 * ratings, tags, subjects and
 * authors. What is drawn as bars stands in a table for who hears it, books beside pages.
 * @param {Context} context
 * @returns {import("./panels.js").Panel}
 */
export function createStatsView(context) {
  const { books, library, messages, today } = context;
  const { t } = messages;
  const empty = h("p", { class: "panel-empty" }, icon("chart"), t("stats.none"));
  const years = h("div", { class: "bars stats-years", role: "group", "aria-label": t("stats.year") });
  const yearTable = h("div", { class: "visually-hidden" });
  const headline = h("p", { class: "stats-headline", role: "status", "data-testid": "stats.headline" });
  const goals = createGoals(context);
  const streak = createStreak(context);
  const facts = h("dl", { class: "counts" });
  const parts = h("div", { class: "stats-parts" });
  const missing = h("p", { class: "panel-text" });
  const measure = createChoice({
    label: t("stats.measure"),
    name: "stats.measure",
    options: [{ value: "books", label: t("stats.books") }, { value: "pages", label: t("stats.pages") }],
    change: redraw,
  });
  measure.show("books");
  const all = [streak.node, empty, measure.node, years, yearTable, headline, goals.node, facts, parts, missing];
  const body = h("div", { class: "panel-body", hidden: true }, all);
  const waiting = h("p", { class: "panel-text", role: "status" });
  const node = h("div", null, waiting, body);
  /** @type {Map<number, ReturnType<typeof bar>>} */
  const bars = new Map();
  /** @type {number|null} */
  let chosen = null;
  /** @type {number|undefined} */
  let shown;
  /** @type {{finishes: unknown, meant: unknown}|null} */
  let drawn = null;
  let drawnYear = "";
  let isWaiting = false;
  // Above a bar there is no room for thousands.
  const short = new Intl.NumberFormat(messages.language, { notation: "compact" });
  const measured = () => /** @type {keyof Amount} */ (measure.value);

  /** At once, unless the read-throughs of a large library have to be looked through first. */
  function render() {
    if (isWaiting) return;
    isWaiting = true;
    books.whenReady("finishes", () => {
      isWaiting = false;
      setText(waiting, "");
      draw();
    }, () => setText(waiting, t("facet.waiting")));
  }

  function draw() {
    show(body, true);
    streak.render();
    const finishes = books.finishes();
    const meant = library.list("goal");
    if (drawn && drawn.finishes === finishes && drawn.meant === meant) return;
    drawn = { finishes, meant };
    const aims = meant.flatMap(({ fields }) => fields.year ?? []);
    const counts = [...yearsOf(finishes, [...aims, thisYear()])];
    const year = counts.find(([each]) => each === chosen)?.[0] ?? lastOf(counts, aims) ?? thisYear();
    const known = statisticsOf(finishes, year);
    for (const node of [measure.node, headline, years, yearTable]) show(node, finishes.length > 0 || aims.length > 0);
    for (const node of [facts, parts]) show(node, known.count > 0);
    show(empty, finishes.length === 0);
    renderYears(counts, year);
    renderMissing();
    goals.render(known, year);
    // Anybody's edit of any book may come here; most change nothing, and leave what is being read.
    const wanted = JSON.stringify([year, measured(), counts, known]);
    if (drawnYear === wanted) return;
    drawnYear = wanted;
    setChildren(yearTable, [amountsTable("stats.years", counts)]);
    setText(headline, t("stats.count", { count: known.count, year: String(year) }));
    setChildren(facts, [
      ...fact("stats.pages", known.pages || null),
      ...fact("stats.rating", known.rating && starNumber(Math.round(known.rating), messages)),
      ...fact("stats.days", known.days),
    ]);
    setChildren(parts, [
      monthsPart(known),
      ranksPart("stats.ratings", known.ratings.map(([rating, count]) =>
        [ratingWords(rating, messages), count])),
      ranksPart("stats.tags", known.tags.slice(0, rankedMax)),
      ranksPart("stats.subjects", known.subjects.slice(0, rankedMax)),
      ranksPart("stats.authors", known.authors.slice(0, rankedMax)),
    ]);
  }

  const thisYear = () => Number(today().slice(0, 4));

  /**
   * The last year in which something was finished, or is meant to be; none that is still to come.
   * @param {[number, Amount][]} counts
   * @param {readonly number[]} aims
   */
  function lastOf(counts, aims) {
    return counts.filter(([year, { books }]) =>
      year <= thisYear() && (books > 0 || aims.includes(year))).at(-1)?.[0];
  }

  /**
   * @param {[number, Amount][]} counts
   * @param {number} current
   */
  function renderYears(counts, current) {
    const most = Math.max(...counts.map(([, amount]) => amount[measured()]));
    setChildren(years, counts.map(([year, amount]) => {
      const count = amount[measured()];
      const made = bars.get(year) ?? bar("button", String(year));
      bars.set(year, made);
      const { node } = made;
      made.show(count, most);
      setAttribute(node, "type", "button");
      setAttribute(node, "aria-pressed", year === current);
      setAttribute(node, "aria-label", t(`stats.year.${measured()}`, { year: String(year), count }));
      node.onclick = () => choose(year);
      return node;
    }));
    if (current !== shown) reveal(current);
    shown = current;
  }

  /** @param {number} year */
  function choose(year) {
    chosen = year;
    redraw();
  }

  function redraw() {
    drawn = null;
    draw();
  }

  /** @param {number} year */
  function reveal(year) {
    const node = bars.get(year)?.node;
    // Not before it stands in the window; then without the sheet's own scrolling.
    requestAnimationFrame(() => node?.scrollIntoView({ block: "nearest", inline: "nearest" }));
  }

  /** Says what is in no year, for its time is not known. */
  function renderMissing() {
    const dated = new Set(books.finishes().map(({ book }) => book)
      .filter(({ fields }) => fields.status === "read"));
    const count = (books.index.totals().status.get("read") ?? 0) - dated.size;
    setText(missing, count > 0 ? t("stats.unknown", { count }) : "");
  }

  /**
   * @param {string} key
   * @param {number|string|null} value
   */
  function fact(key, value) {
    if (value === null) return [];
    const words = typeof value === "number" ? messages.number(value) : value;
    return [h("dt", null, t(key)), h("dd", { "data-testid": key }, words)];
  }

  /** @param {import("./statistics.js").Year} year */
  function monthsPart({ months, undated, unpaged }) {
    const counts = months.map((amount) => amount[measured()]);
    const most = Math.max(...counts);
    const notes = [
      undated > 0 && t("stats.undated", { count: undated }),
      unpaged > 0 && t("stats.unpaged", { count: unpaged }),
    ].filter(Boolean).join(" ");
    return part("stats.months", h("h3", null, t("stats.months")),
      h("div", { class: "bars", "aria-hidden": true }, counts.map((count, month) => {
        const { node, show: fill } = bar("div", monthName(month, "narrow"));
        fill(count, most);
        return node;
      })),
      h("div", { class: "visually-hidden" }, amountsTable("stats.months", months.map((amount, month) =>
        [monthName(month, "long"), amount]))),
      notes && h("p", { class: "quiet" }, notes));
  }

  /**
   * @param {number} month from 0
   * @param {"narrow"|"long"} length
   */
  function monthName(month, length) {
    return new Intl.DateTimeFormat(messages.language, { month: length, timeZone: "UTC" })
      .format(Date.UTC(2000, month));
  }

  /**
   * @param {string} key
   * @param {Rank[]} ranks
   */
  function ranksPart(key, ranks) {
    if (ranks.length === 0) return null;
    const most = Math.max(...ranks.map(([, count]) => count));
    return part(key, statsTable(h("h3", null, t(key)), [], ranks.map(([name, count]) => {
      const done = h("span", { class: "rank-done" });
      done.style.setProperty("--share", String(count / most));
      return [name, h("span", { class: "rank" }, done, messages.number(count))];
    })));
  }

  /**
   * @param {string} key
   * @param {...import("../elements/dom.js").Child} children
   */
  function part(key, ...children) {
    return h("section", { class: "stats-part", "data-testid": key }, ...children);
  }

  /**
   * @param {string} key
   * @param {[name: string|number, amount: Amount][]} amounts
   */
  function amountsTable(key, amounts) {
    return statsTable(t(key), [t("stats.books"), t("stats.pages")], amounts.map(([name, { books, pages }]) =>
      [String(name), messages.number(books), messages.number(pages)]));
  }

  /**
   * A bar with its number above and its name below.
   * @template {"button"|"div"} Tag
   * @param {Tag} tag
   * @param {string} name
   */
  function bar(tag, name) {
    const number = h("span");
    const done = h("span", { class: "bar-done" });
    const node = h(tag, { class: "bar" }, number, done, h("span", null, name));
    return {
      node,
      /**
       * @param {number} count
       * @param {number} most
       */
      show(count, most) {
        setAttribute(node, "data-empty", count === 0);
        setText(number, count === 0 ? "" : measured() === "pages" ? short.format(count) : messages.number(count));
        done.style.setProperty("--share", String(most > 0 ? count / most : 0));
      },
    };
  }

  const { isBegun, isKept, givenUp } = goals;
  return { title: t("stats.title"), node, render, isBegun, isKept, givenUp };
}
