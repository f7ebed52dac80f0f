import { coverColour, coverKey, coverParts } from "../covers/cover.js";
import { glow, h, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { createStars } from "../elements/rating.js";
import { setProgress } from "./book-progress.js";
import {
  authorLine, languageOf, publishedWords, seriesLine, spokenRow, starNumber,
} from "./book-words.js";
import { percentWords } from "./progress-words.js";

/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("../messages/messages.js").Messages} Messages */
/**
 * @typedef {{
 *   cover: HTMLElement, title: HTMLElement, author: HTMLElement, series: HTMLElement,
 *   status: HTMLElement, loan: HTMLElement, progress: HTMLElement, aside: HTMLElement, heart: SVGElement,
 *   stars: ReturnType<typeof createStars>,
 * }} Parts
 */

/** @type {WeakMap<HTMLElement, Parts>} */
const partsOf = new WeakMap();

/** An empty row; the style sheet lays it out as a row or as a cover with its title below. */
export function createBookRow() {
  /** @type {Parts} */
  const parts = {
    cover: h("span", { class: "cover row-cover" }),
    title: h("span", { class: "row-title", dir: "auto" }),
    author: h("span", { class: "row-author", dir: "auto" }),
    series: h("span", { class: "row-series", dir: "auto" }),
    status: h("span", { class: "row-status" }),
    loan: h("span", { class: "row-loan", dir: "auto" }),
    progress: h(
      "span", { class: "progress-bar row-progress" }, h("span", { class: "progress-done" }),
    ),
    aside: h("span", { class: "row-aside" }),
    heart: icon("heart", "row-heart"),
    stars: createStars("row-stars"),
  };
  const node = h(
    "div",
    { class: "row", role: "option" },
    parts.cover,
    h(
      "span",
      { class: "row-text", "aria-hidden": "true" },
      h("span", { class: "row-line" }, parts.title, parts.heart),
      // A name of its own, or its direction would decide on which side of it the dot is.
      h("span", { class: "row-line" }, parts.author, h("span", { class: "row-dot" }, "·"), parts.series),
      h(
        "span",
        { class: "row-line row-facts" },
        parts.status, parts.loan, parts.progress, h("span", { class: "row-rating" }, parts.stars.node),
        parts.aside,
      ),
    ),
  );
  partsOf.set(node, parts);
  return node;
}

/**
 * Fills a row with a book.
 * @param {HTMLElement} node made by `createBookRow`
 * @param {Entity} book
 * @param {{messages: Messages, selected: boolean, sort: string, glows: boolean, hurried: boolean,
 *   fraction: number|undefined, day?: string, loan?: import("./loan-words.js").RowLoan,
 *   series?: readonly string[]}} how `series`: those that the list is filtered by; `fraction` of
 *   the book is read, where it is being read; `day`: when it was started or finished, where the list is sorted
 *   by that; `loan`: where it is lent or borrowed; `glows` when the row showed this book
 *   before and somebody else has changed it; `hurried` while the list flies past: the cover is then a
 *   colour only
 */
export function patchBookRow(node, book, how) {
  const { messages, selected, glows, hurried, fraction, loan, series } = how;
  const parts = partsOf.get(node);
  if (!parts) return;
  const { fields } = book;
  setAttribute(node, "data-testid", `row.${book.id}`);
  setAttribute(node, "aria-selected", selected);
  const aside = asideWords(book, how);
  const spoken = [spokenRow(book, messages, fraction, loan?.words, series), sortsAside.has(how.sort) && aside];
  setAttribute(node, "aria-label", spoken.filter(Boolean).join(", "));
  patchCover(node, parts.cover, book, hurried);
  setAttribute(parts.title, "lang", languageOf(book));
  change(parts.title, fields.title ?? "", glows);
  change(parts.author, authorLine(book, messages), glows);
  change(parts.series, seriesLine(book, series), glows);
  show(parts.series, parts.series.textContent !== "");
  change(parts.status, fields.status ? messages.t(`status.${fields.status}`) : "", glows);
  setAttribute(parts.status, "data-status", fields.status ?? null);
  show(parts.status, Boolean(fields.status));
  change(parts.loan, loan?.words ?? "", glows);
  setAttribute(parts.loan, "data-overdue", loan?.isOverdue);
  show(parts.loan, loan !== undefined);
  show(parts.progress, fraction !== undefined);
  if (fraction !== undefined) setProgress(parts.progress, fraction);
  if (parts.stars.node.dataset.value !== String(fields.rating ?? 0)) {
    parts.stars.show(fields.rating);
    setAttribute(parts.stars.node, "data-stars", starNumber(fields.rating ?? 0, messages));
    if (glows) glow(parts.stars.node);
  }
  show(parts.stars.node, Boolean(fields.rating));
  setAttribute(parts.heart, "data-on", Boolean(fields.favourite));
  setText(parts.aside, aside);
}

/**
 * Empties a row: which book stands there is not known yet.
 * @param {HTMLElement} node made by `createBookRow`
 */
export function blankBookRow(node) {
  const parts = partsOf.get(node);
  if (!parts) return;
  for (const name of ["data-testid", "data-cover", "aria-selected", "aria-label"]) {
    node.removeAttribute(name);
  }
  parts.cover.style.backgroundColor = "";
  parts.cover.replaceChildren();
  for (const text of [parts.title, parts.author, parts.series, parts.status, parts.loan, parts.aside]) {
    setText(text, "");
  }
  for (const part of [parts.series, parts.status, parts.loan, parts.progress, parts.stars.node]) show(part, false);
  setAttribute(parts.heart, "data-on", false);
}

/**
 * Fills a row with a book of the catalogue.
 * @param {HTMLElement} node made by `createBookRow`
 * @param {import("../catalog/identity.js").Item} item
 * @param {{messages: Messages, selected: boolean, owned: boolean}} how `owned`: the library has it
 */
export function patchResultRow(node, { id, book }, { messages, selected, owned }) {
  const how = { messages, selected, sort: "", glows: false, hurried: false, fraction: undefined };
  patchBookRow(node, book, how);
  setAttribute(node, "data-testid", `row.${id}`);
  const parts = partsOf.get(node);
  if (!parts || !owned) return;
  const words = messages.t("search.owned");
  setText(parts.status, words);
  setAttribute(parts.status, "data-status", "owned");
  show(parts.status, true);
  setAttribute(node, "aria-label", `${spokenRow(book, messages)}, ${words}`);
}

/**
 * Fills a row with a book that was found by somebody's own words, of which it shows a few.
 * @param {HTMLElement} node made by `createBookRow`
 * @param {Entity} book
 * @param {import("./word-search.js").Hit} hit
 * @param {{messages: Messages, selected: boolean}} how
 */
export function patchWordsRow(node, book, { place, passage }, { messages, selected }) {
  const how = { messages, selected, sort: "", glows: false, hurried: false, fraction: undefined };
  patchBookRow(node, book, how);
  const parts = partsOf.get(node);
  if (!parts) return;
  const { before, match, after } = passage;
  setChildren(parts.author, [before, h("mark", null, match), after]);
  show(parts.series, false);
  const words = messages.t(`search.in.${place}`);
  setText(parts.aside, words);
  setAttribute(node, "aria-label", `${spokenRow(book, messages)}, ${words}: ${parts.author.textContent}`);
}

/**
 * @param {HTMLElement} node
 * @param {HTMLElement} cover
 * @param {Entity} book
 * @param {boolean} hurried
 */
function patchCover(node, cover, book, hurried) {
  const key = coverKey(book);
  if (node.dataset.cover === key) return;
  node.dataset.cover = hurried ? "" : key;
  cover.style.backgroundColor = coverColour(book);
  if (hurried) cover.replaceChildren();
  else cover.replaceChildren(...coverParts(book));
}

/**
 * @param {HTMLElement} node
 * @param {string} text
 * @param {boolean} glows
 */
function change(node, text, glows) {
  if (setText(node, text) && glows) glow(node);
}

/** What a row says because the list is sorted by it, and is heard for that reason, too. */
const sortsAside = new Set(["added", "modified", "published", "started", "finished", "pages"]);

/**
 * What the list is sorted by, where the row does not say it anyway.
 * @param {Entity} book
 * @param {{messages: Messages, sort: string, day?: string, fraction: number|undefined, loan?: unknown}} how
 */
function asideWords(book, { messages, sort, day, fraction, loan }) {
  const { added, pages } = book.fields;
  switch (sort) {
    case "added":
      if (typeof added === "number") return messages.day(added);
      break;
    case "modified":
      return book.at ? messages.day(book.at) : "";
    case "started":
    case "finished":
      return day ? messages.date(day) : "";
    case "pages":
      return pages ? messages.t("row.pages", { count: pages }) : "";
    case "progress":
      return fraction === undefined ? "" : percentWords(fraction, messages);
  }
  // Who has the book is worth more than its year, and the line has room for one of them.
  return loan && sort !== "published" ? "" : publishedWords(book, messages);
}
