import { leaveToWriter } from "../elements/composing.js";
import { h, setAttribute, setText, show } from "../elements/dom.js";
import { icon, setIcon } from "../elements/icon.js";
import * as actions from "./actions.js";
import { createBackButton } from "./back-button.js";
import { createColumnButtons } from "./column-buttons.js";
import { iconButton } from "./icon-button.js";
import { askAbout } from "./list-at-hand.js";
import { listTitle } from "./list-title.js";
import { soFar } from "./sync-state.js";
import { listKey } from "../navigation/list-ref.js";
import { listState } from "../navigation/list-state.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").Anchor} Anchor */
/** @typedef {import("../navigation/types.js").ListRef} ListRef */
/** @typedef {import("../library/query.js").Result} Result */

/**
 * Above a list: the way back, its name and size, search, filter, sort, rows or covers, add.
 * @param {Context} context
 * @param {{
 *   list: () => ListRef, pushed: boolean, down: () => void,
 *   settle?: () => void, select?: () => void, isSelecting?: () => boolean,
 * }} options `down` leads from the search into what it found, `settle` has the state know where the list
 *   is now, `select` begins or ends selecting several
 */
export function createListHeader(context, { list, pushed, down, settle, select, isSelecting }) {
  const { scene, books, messages, preferences, rest, announce } = context;
  const { t } = messages;
  const heading = h(pushed ? "h1" : "h2", { class: "pane-title", tabindex: -1, dir: "auto" });
  const count = h("span", { class: "pane-count" });
  const input = h("input", {
    class: "search-input",
    type: "search",
    placeholder: t("list.search"),
    "aria-label": t("list.search"),
    "data-testid": "toolbar.search",
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "search",
  });
  const clear = iconButton("close", t("list.clearSearch"), "search-clear", () => {
    input.value = "";
    input.focus();
    search();
  });
  const filter = iconButton("filter", t("toolbar.filter"), "toolbar.filter", () => {
    askAbout(scene, list(), filter);
    scene.dispatch(actions.showFilters());
  });
  const badge = h("span", { class: "badge", "aria-hidden": "true" });
  filter.append(badge);
  const sort = iconButton("sort", t("toolbar.sort"), "toolbar.sort", () => {
    askAbout(scene, list(), sort);
    scene.dispatch(actions.showSort());
  });
  const several = select && iconButton("select", t("toolbar.select"), "toolbar.select", select);
  const modeIcon = icon("grid");
  const mode = iconButton(modeIcon, "", "toolbar.mode", () =>
    preferences.set("mode", preferences.mode === "rows" ? "covers" : "rows"),
  );
  const add = iconButton("add", t("toolbar.new"), "toolbar.new", () =>
    scene.dispatch(actions.newBook()),
  );
  const sidebar = iconButton(icon("sidebar"), t("sidebar.show"), "toolbar.sidebar", () =>
    scene.dispatch(actions.showSidebar()),
  );
  sidebar.classList.add("only-wide", "show-sidebar");
  const backLabel = t("back.to", { place: t("tab.library") });
  const backIcon = iconButton(icon("back"), backLabel, "toolbar.back", () =>
    scene.dispatch(actions.back()),
  );
  backIcon.classList.add("only-narrow");
  const back = createBackButton(context);
  const columns = createColumnButtons(context);
  // They are read with the rest of the client; until then their place is kept.
  const chips = h("div", { class: "filter-bar" });
  /** @type {ReturnType<import("./rest.js").createFilterChips>|null} */
  let filterChips = null;
  const searchBar = h(
    "div",
    { class: "search-bar", role: "search" },
    h("label", { class: "search-field" }, icon("search"), input, clear),
    filter,
    sort,
    several,
  );
  const node = h(
    "header",
    { class: "pane-header list-header" },
    h(
      "div",
      { class: "pane-bar" },
      pushed ? [columns.sidebar, back.node] : [sidebar, backIcon],
      h("div", { class: "pane-heading" }, heading, count),
      mode,
      pushed ? columns.alone : add,
    ),
    searchBar,
    chips,
  );

  /** Where a list was before it was searched: taken up again when the search is cleared. */
  let before = { list: "", anchor: /** @type {Anchor|null} */ (null) };

  /** Which list is shown, and by which words it is searched. */
  const asking = () => `${listKey(list())} ${listState(scene.state.lists, list()).q}`;
  let asked = "";

  /** Whether what was typed waits until a large library is ready to be searched, and whether that is said. */
  let isWaiting = false;
  let isTold = false;

  function search() {
    show(clear, input.value !== "");
    isWaiting = !books.whenReady("words", takeQuery, tellWaiting);
  }

  function tellWaiting() {
    if (!isWaiting || isTold) return;
    isTold = true;
    renderCount(books.result(scene.state, list()));
    announce(t("list.searching"));
  }

  function takeQuery() {
    isWaiting = false;
    if (isTold) {
      isTold = false;
      renderCount(books.result(scene.state, list()));
    }
    if (listState(scene.state.lists, list()).q === "") {
      settle?.();
      before = { list: listKey(list()), anchor: listState(scene.state.lists, list()).anchor };
    }
    scene.dispatch(actions.setQuery(list(), input.value));
    asked = asking();
    if (input.value === "" && before.list === listKey(list())) {
      scene.dispatch(actions.scrolled(list(), before.anchor));
    }
  }

  input.addEventListener("input", search);
  // Whoever goes there is about to type.
  input.addEventListener("focus", () => books.whenReady("words", () => {}));
  input.addEventListener("keydown", (event) => {
    if (leaveToWriter(event)) return;
    if (event.key === "Escape" && input.value !== "") {
      event.preventDefault();
      event.stopPropagation();
      input.value = "";
      search();
    } else if (/^(ArrowDown|Enter)$/.test(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      // Into what is searched for, not into what is there until it is found.
      if (isWaiting) books.whenReady("words", down);
      else down();
    }
  });

  function renderChips() {
    if (!filterChips && rest.parts) {
      filterChips = rest.parts.createFilterChips(context, { list, leave: () => filter.focus() });
      chips.append(filterChips.node);
    }
    filterChips?.render();
  }
  if (!rest.parts) rest.subscribe(renderChips);

  /** @param {Result} result */
  function counted({ ids, scope, isLikely }) {
    if (isLikely) return t("list.likely", { count: ids.length });
    if (ids.length !== scope) return t("list.countOf", { shown: ids.length, count: scope });
    return t("list.count", { count: scope });
  }

  /** @param {Result} result */
  function renderCount(result) {
    const words = list().k === "search" ? "" : soFar(counted(result), context);
    setText(count, isTold ? t("list.searching") : words);
    // Where nothing is ever counted, the name stands in the middle.
    show(count, list().k !== "search");
  }

  /** @param {Result} result */
  function render(result) {
    const ref = list();
    const { q, filters, sort: order } = listState(scene.state.lists, ref);
    setText(heading, listTitle(ref, context));
    setAttribute(searchBar, "aria-label", heading.textContent);
    const isSearch = ref.k === "search";
    show(backIcon, !isSearch);
    back.render();
    columns.render();
    show(mode, !isSearch);
    const words = t(isSearch ? "search.placeholder" : "list.search");
    setAttribute(input, "placeholder", words);
    setAttribute(input, "aria-label", words);
    renderCount(result);
    // What is being typed stays, but for another list, and where the way back has led to another search.
    if (document.activeElement !== input || asked !== asking()) {
      if (input.value !== q) input.value = q;
    }
    asked = asking();
    show(clear, input.value !== "");
    const chosen = Object.values(filters).reduce((sum, values) => sum + values.length, 0);
    setText(badge, chosen === 0 ? "" : String(chosen));
    show(badge, chosen > 0);
    show(chips, chosen > 0);
    renderChips();
    setAttribute(
      filter,
      "aria-label",
      chosen === 0 ? t("toolbar.filter") : t("list.filtered", { count: chosen }),
    );
    setAttribute(sort, "aria-label", t("list.sortedBy", { by: t(`sort.${order.by}`) }));
    if (several) setAttribute(several, "aria-pressed", isSelecting?.() === true);
    setIcon(modeIcon, preferences.mode === "rows" ? "grid" : "rows");
    setAttribute(
      mode,
      "aria-label",
      preferences.mode === "rows" ? t("list.asCovers") : t("list.asRows"),
    );
    setAttribute(mode, "title", mode.getAttribute("aria-label"));
  }

  return {
    node,
    render,
    heading,
    focusSearch() {
      input.focus();
      input.select();
    },
  };
}
