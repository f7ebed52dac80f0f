import { h, plainButton, setAttribute, setChildren, setText } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { filterKeys } from "../library/query-facets.js";
import { listState } from "../navigation/list-state.js";
import * as actions from "./actions.js";
import { filterWords } from "./facet-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../library/query-facets.js").FilterKey} FilterKey */
/** @typedef {import("../navigation/types.js").ListRef} ListRef */

/**
 * What a list is filtered by, over it: each filter in words, and a press on it takes it away.
 * @param {Context} context
 * @param {{list: () => ListRef, leave: () => void}} options `leave` is where the focus goes after the last
 */
export function createFilterChips(context, { list, leave }) {
  const { scene, books, messages, announce } = context;
  const { t } = messages;
  const node = h("div", { class: "filter-chips", role: "group", "aria-label": t("filters.chosen") });
  /** @type {Map<string, HTMLButtonElement>} */
  const made = new Map();

  /**
   * @param {FilterKey} key
   * @param {string} value
   */
  function remove(key, value) {
    const { [key]: values = [], ...others } = listState(scene.state.lists, list()).filters;
    const left = values.filter((each) => each !== value);
    const own = made.get(`${key}=${value}`);
    const next = own?.nextElementSibling ?? own?.previousElementSibling;
    if (next instanceof HTMLElement) next.focus();
    else leave();
    scene.dispatch(actions.setFilter(list(), left.length > 0 ? { ...others, [key]: left } : others));
    announce(t("list.found", { count: books.result(scene.state, list()).ids.length }));
  }

  /**
   * @param {FilterKey} key
   * @param {string} value
   */
  function chip(key, value) {
    const id = `${key}=${value}`;
    const known = made.get(id) ?? plainButton(
      "filter-chip", `chip.${key}.${value}`, () => remove(key, value),
      h("span", { class: "filter-chip-label", dir: "auto" }), icon("close"),
    );
    made.set(id, known);
    const words = filterWords(context, key, value);
    setText(/** @type {Node} */ (known.firstElementChild), words);
    setAttribute(known, "aria-label", t("list.removeFilter", { label: words }));
    return known;
  }

  return {
    node,
    render() {
      const { filters } = listState(scene.state.lists, list());
      const chosen = filterKeys.flatMap((key) => (filters[key] ?? []).map((value) => chip(key, value)));
      for (const [id, each] of made) if (!chosen.includes(each)) made.delete(id);
      setChildren(node, chosen);
    },
  };
}
