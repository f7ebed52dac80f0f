import { h, setAttribute, show } from "../elements/dom.js";
import { facets } from "../library/query-facets.js";
import { listState } from "../navigation/list-state.js";
import * as actions from "./actions.js";
import { createFacet } from "./facet-view.js";
import { listHref } from "./places.js";
import { shelfForm } from "./shelf-picker.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").ListRef} ListRef */

/**
 * The filters of the list on screen: every value with the number of books that choosing it shows.
 * @param {Context} context
 * @param {() => ListRef} list
 */
export function createFiltersView(context, list) {
  const { scene, books, messages, deeds, announce, drafts: { texts } } = context;
  const { t } = messages;
  const saving = h(
    "section",
    { class: "facet" },
    h("h3", null, t("filters.save")),
    shelfForm(t, "popover.filters", save, { label: "save", texts, draft: "filterName" }),
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
  const groups = facets.map((facet) => createFacet(context, facet, { list, choose }));
  const node = h(
    "div",
    { class: "popover-body filters" },
    h("header", { class: "popover-header" }, h("h2", null, t("toolbar.filter")), clear, done),
    groups.map((group) => group.node),
    saving,
  );
  for (const group of groups) group.reveal();

  /** @param {string} name of the shelf that shows from now on what this list does */
  async function save(name) {
    const rule = books.ruleFrom(scene.state, list());
    const id = rule && (await deeds.saveFilter(name, rule));
    // Whoever has left meanwhile is not called back.
    if (id !== null && node.isConnected) {
      scene.dispatch(actions.dismiss());
      scene.dispatch(actions.openLink(listHref({ k: "shelf", id })));
    }
    return id !== null;
  }

  /** @param {import("../library/query-facets.js").Filters} filters */
  function choose(filters) {
    scene.dispatch(actions.setFilter(list(), filters));
    announce(t("list.found", { count: books.result(scene.state, list()).ids.length }));
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
