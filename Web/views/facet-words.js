import { facetOf, pageSteps } from "../library/query-facets.js";
import { ratingWords, yearWords } from "./book-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../library/query-facets.js").Facet} Facet */
/** @typedef {import("../library/query-facets.js").FilterKey} FilterKey */

/**
 * A value of a facet in words: "Read", "1990s", "No cover".
 * @param {Pick<Context, "messages"|"books">} context
 * @param {Facet} facet
 * @param {string} value
 * @returns {string}
 */
export function facetWords({ messages, books }, facet, value) {
  const { t } = messages;
  switch (facet) {
    case "status":
    case "format":
      return t(`${facet}.${value}`);
    case "shelf":
      return books.shelfName(value) ?? t("list.shelfGone");
    case "language":
      return messages.languageName(value);
    case "decade":
      return decadeWords(Number(value), messages);
    case "rating":
      return starsWords(Number(value), messages);
    case "pages":
      return pagesWords(value, messages);
    case "missing":
      return t("facet.no", { what: t(`missing.${value}`) });
    default:
      return value;
  }
}

/**
 * A filter in words, as a chip has it: "Read", "Not cosy", "Has a cover".
 * @param {Pick<Context, "messages"|"books">} context
 * @param {FilterKey} key
 * @param {string} value
 */
export function filterWords(context, key, value) {
  const facet = facetOf(key);
  const { t } = context.messages;
  if (key === facet) return facetWords(context, facet, value);
  if (facet === "missing") return t("facet.has", { what: t(`missing.${value}`) });
  if (key === "all-tag") return t("facet.must", { what: value });
  return t("facet.not", { what: facetWords(context, facet, value) });
}

/**
 * @param {number} year that it begins with; before our era it counts down
 * @param {Context["messages"]} messages
 */
function decadeWords(year, messages) {
  if (year >= 0) return messages.t("facet.years", { year: String(year) });
  return messages.t("facet.range", { from: String(-year), to: yearWords(year + 9, messages) });
}

/**
 * @param {number} stars
 * @param {Context["messages"]} messages
 */
function starsWords(stars, messages) {
  if (stars === 5) return ratingWords(500, messages);
  if (stars === 0) return messages.t("facet.rating.least");
  return messages.t("facet.rating.range", { from: messages.number(stars) });
}

/**
 * @param {string} from
 * @param {Context["messages"]} messages
 */
function pagesWords(from, { t, number }) {
  const next = pageSteps[pageSteps.indexOf(from) + 1];
  if (next === undefined) return t("facet.pages.most", { from: number(Number(from)) });
  const to = number(Number(next) - 1);
  return from === "0" ? t("facet.pages.least", { to }) : t("facet.pages.range", { from: number(Number(from)), to });
}
