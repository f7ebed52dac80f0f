import { h, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import { facets, listState } from "../navigation/list-state.js";
import { statuses } from "../navigation/list-ref.js";
import * as actions from "./actions.js";
import { formats, listHref } from "./places.js";
import { shelfForm } from "./shelf-picker.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../library/query.js").Facet} Facet */
/** @typedef {import("../navigation/types.js").ListRef} ListRef */

/**
 * The filters of the list on screen: every value with the number of books that choosing it shows.
 * @param {Context} context
 * @param {() => ListRef} list
 */
export function createFiltersView(context, list) {
  const { scene, books, messages, deeds, announce } = context;
  const { t } = messages;
  const saving = h(
    "section",
    { class: "facet" },
    h("h3", null, t("filters.save")),
    shelfForm(t, "popover.filters", (name) => void save(name), "save"),
  );
  const clear = h(
    "button",
    {
      type: "button",
      class: "text-button",
      "data-testid": "popover.filters.clear",
      onclick() {
        choose({});
        // With nothing left to clear it cannot have the focus.
        done.focus();
      },
    },
    t("filters.clear"),
  );
  const done = h(
    "button",
    {
      type: "button",
      class: "text-button strong",
      "data-testid": "popover.filters.done",
      autofocus: true,
      onclick: () => scene.dispatch(actions.dismiss()),
    },
    t("done"),
  );
  const groups = facets.map((facet) => createFacet(facet));
  const node = h(
    "div",
    { class: "popover-body filters" },
    h("header", { class: "popover-header" }, h("h2", null, t("filters.title")), clear, done),
    groups.map((group) => group.node),
    saving,
  );

  /** @param {string} name of the shelf that shows from now on what this list does */
  async function save(name) {
    const rule = books.ruleFrom(scene.state, list());
    const id = rule && (await deeds.saveFilter(name, rule));
    // Whoever has left meanwhile is not called back.
    if (id === null || !node.isConnected) return;
    scene.dispatch(actions.dismiss());
    scene.dispatch(actions.openLink(listHref({ k: "shelf", id })));
  }

  /** @param {Record<string, readonly string[]>} filters */
  function choose(filters) {
    scene.dispatch(actions.setFilter(list(), filters));
    announce(t("list.found", { count: books.result(scene.state, list()).ids.length }));
  }

  /** @param {Facet} facet */
  function createFacet(facet) {
    const options = h(
      "div",
      { class: "facet-options", role: "group", "aria-label": t(`facet.${facet}`) },
    );
    const group = h("section", { class: "facet" }, h("h3", null, t(`facet.${facet}`)), options);
    /** @type {Map<string, HTMLElement>} */
    const nodes = new Map();

    /** @param {string} value */
    function toggle(value) {
      const { filters } = listState(scene.state.lists, list());
      const chosen = new Set(filters[facet] ?? []);
      if (!chosen.delete(value)) chosen.add(value);
      const { [facet]: _, ...others } = filters;
      choose(chosen.size === 0 ? others : { ...others, [facet]: [...chosen] });
    }

    /** @param {string} value */
    function option(value) {
      const made =
        nodes.get(value) ??
        h(
          "button",
          {
            type: "button",
            class: "facet-option",
            "data-testid": `popover.filters.${facet}.${value}`,
            onclick: () => toggle(value),
          },
          h("span", { class: "facet-label", dir: "auto" }),
          h("span", { class: "facet-count" }),
        );
      nodes.set(value, made);
      return made;
    }

    return {
      node: group,
      render() {
        const { filters } = listState(scene.state.lists, list());
        const counts = books.result(scene.state, list()).counts[facet];
        const values = valuesOf(facet, filters[facet] ?? []);
        show(group, values.length > 0);
        setChildren(options, values.map(option));
        for (const value of values) {
          const made = option(value);
          const chosen = (filters[facet] ?? []).includes(value);
          const count = counts.get(value) ?? 0;
          setAttribute(made, "aria-pressed", chosen);
          setAttribute(made, "data-none", count === 0 && !chosen);
          setText(/** @type {Node} */ (made.firstElementChild), facetLabel(context, facet, value));
          setText(/** @type {Node} */ (made.lastElementChild), messages.number(count));
        }
      },
    };
  }

  /**
   * What the library knows, and what is chosen although it knows it no more.
   * @param {Facet} facet
   * @param {readonly string[]} chosen
   */
  function valuesOf(facet, chosen) {
    const totals = books.index.totals()[facet];
    const known = {
      status: () => [...statuses],
      format: () => formats.filter((format) => totals.has(format)),
      shelf: () => books.ownShelves().map((shelf) => shelf.id),
      tag: () => books.tags().map(([tag]) => tag),
    }[facet]();
    return [...known, ...chosen.filter((value) => !known.includes(value))];
  }

  return {
    node,
    render() {
      const { filters } = listState(scene.state.lists, list());
      setAttribute(clear, "disabled", Object.keys(filters).length === 0);
      for (const group of groups) group.render();
      // A shelf takes words as they are, and would hold nothing of what they are only close to.
      const { isLikely } = books.result(scene.state, list());
      show(saving, !isLikely && books.ruleFrom(scene.state, list()) !== null);
    },
  };
}

/**
 * @param {Pick<Context, "messages"|"books">} context
 * @param {Facet} facet
 * @param {string} value
 * @returns {string}
 */
function facetLabel({ messages, books }, facet, value) {
  if (facet === "tag") return value;
  if (facet === "shelf") return books.shelfName(value) ?? messages.t("list.shelfGone");
  return messages.t(`${facet}.${value}`);
}
