import { createChoice } from "../elements/choice.js";
import { h, plainButton, setText, show } from "../elements/dom.js";
import * as limits from "../navigation/limits.js";
import { listState } from "../navigation/list-state.js";
import * as actions from "./actions.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").ListRef} ListRef */
/** @typedef {import("../navigation/types.js").Sort} Sort */

/** The direction that is meant when somebody says "by title", "by rating": for names from A to Z. */
const ascends = new Set(["title", "author", "series", "position", "random"]);

/**
 * What is of the book, of reading it, of having it, and of none of these.
 * @type {Sort["by"][][]}
 */
const groups = [
  ["title", "author", "series", "published", "pages"],
  ["rating", "progress", "started", "finished"],
  ["added", "modified"],
  ["position", "random"],
];

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
  const keys = groups.flat().filter((key) => key !== "position" || isPlaced);
  const by = createChoice({
    label: t("toolbar.sort"),
    name: "popover.sort.by",
    options: keys.map((key) => ({ value: key, label: t(`sort.${key}`) })),
    change(value) {
      const key = /** @type {Sort["by"]} */ (value);
      if (key === "random") return shuffle();
      sortBy({ by: key, desc: !ascends.has(key) });
    },
  });
  by.node.classList.add("choice-column");
  const radios = [...by.node.children];
  by.node.replaceChildren(...groups.map((group) =>
    h("div", { class: "choice-group" }, radios.filter((_, at) => group.includes(keys[at])))));
  const direction = createChoice({
    label: t("sort.direction"),
    name: "popover.sort.direction",
    options: directions.map((value) => ({ value, label: "" })),
    change(value) {
      const { sort } = listState(scene.state.lists, list());
      sortBy({ ...sort, desc: value === "descending" });
    },
  });
  const again = plainButton("button", "popover.sort.shuffle", shuffle, t("sort.shuffle"));
  const done = h(
    "button",
    {
      type: "button",
      class: "text-button strong",
      "data-testid": "popover.sort.done",
      // The body scrolls where there is little room: it would have the focus first, and then nothing.
      autofocus: true,
      onclick: () => scene.dispatch(actions.dismiss()),
    },
    t("done"),
  );

  const waiting = h("p", { class: "quiet sorts-waiting", role: "status" });
  /** @type {Sort|null} what is being sorted by, before the list is */
  let wanted = null;

  /**
   * At once, unless a large library takes longer.
   * @param {Sort} sort
   */
  function sortBy(sort) {
    const ref = list();
    wanted = sort;
    books.whenReady(sort, () => {
      // Something else may have been chosen meanwhile.
      if (wanted !== sort) return;
      wanted = null;
      setText(waiting, "");
      scene.dispatch(actions.setSort(ref, sort));
    }, () => setText(waiting, t("sorting")));
  }

  /** Another order of all; it goes with the link, so other devices show the same. */
  function shuffle() {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    const seed = number % (limits.sortSeed + 1);
    sortBy({ by: "random", desc: false, seed });
  }

  return {
    node: h(
      "div",
      { class: "popover-body sorts" },
      h("header", { class: "popover-header" }, h("h2", null, t("toolbar.sort")), waiting, done),
      by.node,
      direction.node,
      again,
    ),
    render() {
      const sort = wanted ?? listState(scene.state.lists, list()).sort;
      by.show(sort.by);
      const isRandom = sort.by === "random";
      show(direction.node, !isRandom);
      show(again, isRandom);
      if (isRandom) return;
      for (const value of directions) direction.rename(value, t(`sort.${sort.by}.${value}`));
      direction.show(sort.desc ? "descending" : "ascending");
    },
  };
}
