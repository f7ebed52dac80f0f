import { leaveToWriter } from "../elements/composing.js";
import { h, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { missingFields, without } from "../library/query-facets.js";
import { fold } from "../library/query-text.js";
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
  const { scene, books, messages } = context;
  const { t } = messages;
  const name = t(`facet.${facet}`);
  const chosenCount = h("span", { class: "facet-chosen" });
  const find = h("input", {
    class: "facet-find",
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
  const node = h(
    "details",
    { class: "facet", "data-testid": `popover.filters.${facet}`, ontoggle: () => renderValues() },
    h("summary", null, h("h3", null, name), chosenCount, icon("chevron", "facet-chevron")),
    find,
    options,
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

  function filters() {
    return listState(scene.state.lists, list()).filters;
  }

  /**
   * Chooses a value, or leaves it out; a second time, neither.
   * @param {string} value
   * @param {boolean} isWithout
   */
  function flip(value, isWithout) {
    const own = isWithout ? without(facet) : facet;
    const other = isWithout ? facet : without(facet);
    const now = filters();
    const values = new Set(now[own] ?? []);
    if (!values.delete(value)) values.add(value);
    const others = (now[other] ?? []).filter((each) => each !== value);
    const { [own]: _, [other]: __, ...rest } = now;
    choose({
      ...rest, ...(values.size > 0 && { [own]: [...values] }), ...(others.length > 0 && { [other]: others }),
    });
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
    const button = h(
      "button",
      {
        type: "button",
        class: "facet-option",
        "data-testid": `popover.filters.${facet}.${value}`,
        onclick: () => flip(value, false),
      },
      label,
      count,
    );
    const leave = h(
      "button",
      {
        type: "button",
        class: "facet-without",
        "data-testid": `popover.filters.-${facet}.${value}`,
        onclick: () => flip(value, true),
      },
      icon("minus"),
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
    const values = [...counts.keys()];
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
        return values.sort((a, b) => Number(a) - Number(b));
      case "decade":
      case "rating":
        return values.sort((a, b) => Number(b) - Number(a));
      case "tag":
        for (const [tag] of books.tags()) if (!counts.has(tag)) values.push(tag);
    }
    const most = (/** @type {string} */ value) => counts.get(value) ?? 0;
    return values.sort((a, b) => most(b) - most(a) || books.compare(a, b));
  }

  function renderValues() {
    if (!node.open) return;
    const now = filters();
    const chosen = [...(now[facet] ?? []), ...(now[without(facet)] ?? [])];
    const counts = books.counts(scene.state, list(), facet);
    const values = valuesOf(counts, chosen);
    const most = whole.has(facet) ? values.length : facetShownMax;
    show(find, values.length > most || find.value !== "");
    const typed = fold(find.value);
    const found = typed === "" ? values
      : values.filter((value) => ` ${fold(facetWords(context, facet, value))}`.includes(` ${typed}`));
    const first = found.slice(0, typed === "" ? most : facetFoundMax);
    const kept = typed === "" ? chosen.filter((value) => !first.includes(value)) : [];
    const shown = [...kept, ...first];
    setChildren(options, shown.map((value) => optionOf(value).node));
    const left = found.length - first.length - kept.length;
    setText(more, found.length === 0 ? t("facet.none") : left > 0 ? t("facet.more", { count: left }) : "");
    show(more, more.textContent !== "");
    for (const value of shown) renderOption(value, now, counts.get(value) ?? 0);
  }

  /**
   * @param {string} value
   * @param {Filters} now
   * @param {number} number
   */
  function renderOption(value, now, number) {
    const { node: line, button, leave, label, count } = optionOf(value);
    const isChosen = now[facet]?.includes(value) === true;
    const isLeftOut = now[without(facet)]?.includes(value) === true;
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
      const now = filters();
      const count = (now[facet]?.length ?? 0) + (now[without(facet)]?.length ?? 0);
      setText(chosenCount, count === 0 ? "" : messages.number(count));
      show(node, count > 0 || isThere());
      renderValues();
    },
    /** What is chosen can be seen. */
    reveal() {
      const now = filters();
      if (now[facet] || now[without(facet)]) node.open = true;
    },
  };
}
