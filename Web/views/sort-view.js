import { createChoice } from "../elements/choice.js";
import { h } from "../elements/dom.js";
import { listState, sortKeys } from "../navigation/list-state.js";
import * as actions from "./actions.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").ListRef} ListRef */
/** @typedef {import("../navigation/types.js").Sort} Sort */

/** The direction that is meant when somebody says "by title", "by rating". */
const natural = {
  added: true, title: false, author: false, rating: true, published: true, finished: true,
  position: false,
};

/** What each is called depends on what it is of: dates have a newest one, ratings a highest. */
const directions = /** @type {const} */ (["ascending", "descending"]);

/**
 * What the list on screen is sorted by, and in which direction.
 * @param {Context} context
 * @param {() => ListRef} list
 */
export function createSortView(context, list) {
  const { scene, books, messages } = context;
  const { t } = messages;
  const ref = list();
  const isPlaced = ref.k === "shelf" && books.rule(ref.id) === null;
  const keys = sortKeys.filter((key) => key !== "position" || isPlaced);
  const by = createChoice({
    label: t("toolbar.sort"),
    name: "popover.sort.by",
    options: keys.map((key) => ({ value: key, label: t(`sort.${key}`) })),
    change(value) {
      const key = /** @type {Sort["by"]} */ (value);
      scene.dispatch(actions.setSort(list(), { by: key, desc: natural[key] }));
    },
  });
  by.node.classList.add("choice-column");
  const direction = createChoice({
    label: t("sort.direction"),
    name: "popover.sort.direction",
    options: directions.map((value) => ({ value, label: "" })),
    change(value) {
      const { sort } = listState(scene.state.lists, list());
      scene.dispatch(actions.setSort(list(), { ...sort, desc: value === "descending" }));
    },
  });
  const done = h(
    "button",
    {
      type: "button",
      class: "text-button strong",
      "data-testid": "popover.sort.done",
      onclick: () => scene.dispatch(actions.dismiss()),
    },
    t("done"),
  );
  return {
    node: h(
      "div",
      { class: "popover-body sorts" },
      h("header", { class: "popover-header" }, h("h2", null, t("toolbar.sort")), done),
      by.node,
      direction.node,
    ),
    render() {
      const { sort } = listState(scene.state.lists, list());
      by.show(sort.by);
      for (const value of directions) direction.rename(value, t(`sort.${sort.by}.${value}`));
      direction.show(sort.desc ? "descending" : "ascending");
    },
  };
}
