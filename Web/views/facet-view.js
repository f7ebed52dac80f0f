import { leaveToWriter } from "../elements/composing.js";
import { h, plainButton, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { createChoice } from "../elements/choice.js";
import { keysOf, missingFields, without } from "../library/query-facets.js";
import { fold } from "../library/query-text.js";
import * as limits from "../navigation/limits.js";
import { listState } from "../navigation/list-state.js";
import { statuses } from "../navigation/list-ref.js";
import { facetWords, filterWords } from "./facet-words.js";
import { facetFoundMax, facetShownMax } from "./limits.js";
import { formats } from "./places.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../library/query-facets.js").Facet} Facet */
/** @typedef {import("../library/query-facets.js").Filters} Filters */
/** @typedef {import("../navigation/types.js").ListRef} ListRef */

/** Of which all values are shown: there is an end to them, and no value is more than another. */
const whole = new Set(["status", "missing"]);

/** Whose values have an order of their own. */
const inOrder = new Set(["status", "shelf", "format", "missing", "pages", "decade", "rating"]);

/** What is looked at most, and is open from the start. */
const open = new Set(["status", "shelf", "tag", "format"]);

/**
 * One facet of the filters: its values with the number of books that choosing each shows, and beside each
 * a button that leaves it out. Of many values it shows those of most books, and finds the others by what
 * is typed. Nothing is counted while it is closed.
 * @param {Context} context
 * @param {Facet} facet
 * @param {{list: () => ListRef, choose: (filters: Filters) => void}} options
 */
export function createFacet(context, facet, { list, choose }) {
  const { scene, books, messages, announce } = context;
  const { t } = messages;
  const name = t(`facet.${facet}`);
  const chosenCount = h("span", { class: "facet-chosen" });
  const find = h("input", {
    class: "facet-find",
    hidden: true,
    type: "search",
    placeholder: t("facet.find"),
    "aria-label": t("facet.findIn", { facet: name }),
    "data-testid": `popover.filters.find.${facet}`,
    autocomplete: "off",
    spellcheck: "false",
    oninput: () => renderValues(),
  });
  const options = h("div", { class: "facet-options", role: "group", "aria-label": name });
  const more = h("p", { class: "quiet facet-more", role: "status" });
  // Read out once for all facets that are waited for.
  const waiting = h("p", { class: "quiet facet-more facet-waiting", hidden: true }, t("facet.waiting"));
  // Any of the tags, or all of them: of other facets a book has one value, or several by chance.
  const share = facet !== "tag" ? null : createChoice({
    label: t("facet.share"),
    name: "popover.filters.share",
    options: [
      { value: "tag", label: t("facet.share.any") },
      { value: "all-tag", label: t("facet.share.all") },
    ],
    change: (key) => ask(/** @type {"tag"|"all-tag"} */ (key)),
  });
  /** Whether more was chosen than a list can be filtered by. */
  let isRefused = false;
  /** Whether the values are not known yet. */
  let isWaiting = false;
  const node = h(
    "details",
    { class: "facet", "data-testid": `popover.filters.${facet}`, ontoggle: () => renderValues() },
    h("summary", null, h("h3", null, name), chosenCount, icon("chevron", "facet-chevron")),
    share?.node,
    find,
    options,
    waiting,
    more,
  );
  node.open = open.has(facet);
  find.addEventListener("keydown", (event) => {
    if (leaveToWriter(event) || event.key !== "Escape" || find.value === "") return;
    event.preventDefault();
    event.stopPropagation();
    find.value = "";
    renderValues();
  });
  /** @type {Map<string, ReturnType<typeof createOption>>} */
  const made = new Map();
  /**
   * The values as they are found by typing, which every key asks of all of them.
   * @type {Map<string, string>}
   */
  const folded = new Map();

  function filters() {
    return listState(scene.state.lists, list()).filters;
  }

  /**
   * What is asked of the facet, each key with its values.
   * @returns {[import("../library/query-facets.js").FilterKey, readonly string[]][]}
   */
  function asked() {
    const now = filters();
    return keysOf(facet).map((key) => [key, now[key] ?? []]);
  }

  /** How books are chosen by it: by any of the values, or by all. */
  function ownKey() {
    return facet === "tag" && filters()["all-tag"] ? "all-tag" : facet;
  }

  /**
   * Chooses a value, or leaves it out; a second time, neither.
   * @param {string} value
   * @param {boolean} isWithout
   */
  function flip(value, isWithout) {
    const own = isWithout ? without(facet) : ownKey();
    const isOn = (/** @type {string} */ key) => key.startsWith("-") === isWithout;
    const had = asked().some(([key, values]) => isOn(key) && values.includes(value));
    change(asked().map(([key, values]) => {
      const left = values.filter((each) => each !== value);
      return [key, key === own && !had ? [...left, value] : left];
    }));
  }

  /**
   * Asks for any of the values that are chosen, or for all.
   * @param {"tag"|"all-tag"} own
   */
  function ask(own) {
    const chosen = asked().flatMap(([key, values]) => (key.startsWith("-") ? [] : values));
    change(asked().map(([key, values]) =>
      [key, key.startsWith("-") ? values : key === own ? [...new Set(chosen)] : []]));
  }

  /** @param {[string, readonly string[]][]} wanted the values of each key of the facet */
  function change(wanted) {
    isRefused = wanted.some(([, values]) => values.length > limits.filterValues);
    if (isRefused) {
      renderValues();
      return more.scrollIntoView({ block: "nearest" });
    }
    const own = new Set(wanted.map(([key]) => key));
    const others = Object.entries(filters()).filter(([key]) => !own.has(key));
    choose(Object.fromEntries([...others, ...wanted.filter(([, values]) => values.length > 0)]));
  }

  /** Whether there is anything to choose, where that is known without looking through the books. */
  function isThere() {
    if (facet === "shelf") return books.ownShelves().length > 0;
    if (facet === "tag" || facet === "format") return books.index.totals()[facet].size > 0;
    return true;
  }

  /** @param {string} value */
  function createOption(value) {
    const label = h("span", { class: "facet-label", dir: "auto" });
    const count = h("span", { class: "facet-count" });
    const button = plainButton(
      "facet-option", `popover.filters.${facet}.${value}`, () => flip(value, false), label, count,
    );
    const leave = plainButton(
      "facet-without", `popover.filters.-${facet}.${value}`, () => flip(value, true), icon("minus"),
    );
    return { node: h("div", { class: "facet-line" }, button, leave), button, leave, label, count };
  }

  /** @param {string} value */
  function optionOf(value) {
    const known = made.get(value) ?? createOption(value);
    made.set(value, known);
    return known;
  }

  /**
   * What the library knows in their order, and what is chosen although it knows it no more.
   * @param {import("../library/query-counts.js").Counts} counts
   * @param {readonly string[]} chosen
   */
  function valuesOf(counts, chosen) {
    const known = ordered(counts);
    return [...known, ...chosen.filter((value) => !known.includes(value))];
  }

  /** @param {import("../library/query-counts.js").Counts} counts */
  function ordered(counts) {
    switch (facet) {
      case "status":
        return [...statuses];
      case "shelf":
        return books.ownShelves().map(({ id }) => id);
      case "format":
        return formats.filter((format) => books.index.totals().format.has(format));
      case "missing":
        return [...missingFields];
      case "pages":
        return [...counts.keys()].sort((a, b) => Number(a) - Number(b));
      case "decade":
      case "rating":
        return [...counts.keys()].sort((a, b) => Number(b) - Number(a));
      case "tag":
        return [...new Set([...counts.keys(), ...books.index.totals().tag.keys()])];
    }
    return [...counts.keys()];
  }

  /**
   * The first of them that are shown: of facets without an order of their own those of most books.
   * @param {readonly string[]} values
   * @param {number} most
   * @param {import("../library/query-counts.js").Counts} counts
   */
  function firstOf(values, most, counts) {
    if (inOrder.has(facet)) return values.slice(0, most);
    const number = (/** @type {string} */ value) => counts.get(value) ?? 0;
    return leading(values, most, (a, b) => number(b) - number(a) || books.compare(a, b));
  }

  /** At once, unless what a large library has of the facet is still to be made out. */
  function renderValues() {
    if (!node.open || isWaiting) return;
    isWaiting = true;
    books.whenReady(facet, () => {
      isWaiting = false;
      show(waiting, false);
      if (node.open) drawValues();
    }, () => {
      if (!node.open || !node.isConnected) return;
      show(waiting, true);
      announce(t("facet.waiting"));
    });
  }

  function drawValues() {
    const chosen = asked().flatMap(([, values]) => values);
    const counts = books.counts(scene.state, list(), facet);
    const values = valuesOf(counts, chosen);
    const most = whole.has(facet) ? values.length : facetShownMax;
    show(find, values.length > most || find.value !== "");
    const typed = fold(find.value);
    const found = typed === "" ? values : values.filter((value) => foldedOf(value).includes(` ${typed}`));
    const first = firstOf(found, typed === "" ? most : facetFoundMax, counts);
    const kept = typed === "" ? chosen.filter((value) => !first.includes(value)) : [];
    const shown = [...kept, ...first];
    setChildren(options, shown.map((value) => optionOf(value).node));
    const left = found.length - first.length - kept.length;
    setText(more, isRefused ? t("facet.full", { count: limits.filterValues })
      : found.length === 0 ? t("facet.none") : left > 0 ? t("facet.more", { count: left }) : "");
    show(more, more.textContent !== "");
    if (share) {
      share.show(ownKey());
      show(share.node, asked().some(([key, values]) => !key.startsWith("-") && values.length > 0));
    }
    for (const value of shown) renderOption(value, counts.get(value) ?? 0);
  }

  /** @param {string} value */
  function foldedOf(value) {
    const known = folded.get(value) ?? ` ${fold(facetWords(context, facet, value))}`;
    folded.set(value, known);
    return known;
  }

  /**
   * @param {string} value
   * @param {number} number
   */
  function renderOption(value, number) {
    const { node: line, button, leave, label, count } = optionOf(value);
    const has = (/** @type {boolean} */ isWithout) => asked().some(([key, values]) =>
      key.startsWith("-") === isWithout && values.includes(value));
    const [isChosen, isLeftOut] = [has(false), has(true)];
    setAttribute(button, "aria-pressed", isChosen);
    setAttribute(leave, "aria-pressed", isLeftOut);
    setAttribute(line, "data-left-out", isLeftOut);
    setAttribute(button, "data-none", number === 0 && !isChosen);
    setText(label, facetWords(context, facet, value));
    setText(count, messages.number(number));
    const words = filterWords(context, without(facet), value);
    setAttribute(leave, "aria-label", words);
    setAttribute(leave, "title", words);
  }

  return {
    node,
    render() {
      const count = asked().reduce((sum, [, values]) => sum + values.length, 0);
      setText(chosenCount, count === 0 ? "" : messages.number(count));
      show(node, count > 0 || isThere());
      renderValues();
    },
    /** What is chosen can be seen. */
    reveal() {
      if (asked().some(([, values]) => values.length > 0)) node.open = true;
    },
  };
}

/**
 * The first so many, in order; to sort all of them, of which most are not seen, would take far longer.
 * @param {readonly string[]} values
 * @param {number} most
 * @param {(a: string, b: string) => number} compare
 */
function leading(values, most, compare) {
  /** @type {string[]} */
  const first = [];
  for (const value of values) {
    if (first.length === most && compare(first[most - 1], value) <= 0) continue;
    const at = first.findIndex((each) => compare(each, value) > 0);
    first.splice(at < 0 ? first.length : at, 0, value);
    first.length = Math.min(first.length, most);
  }
  return first;
}
