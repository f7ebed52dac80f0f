import { anchorAt } from "../elements/anchor.js";
import { h } from "../elements/dom.js";
import { enterList, listboxKeys } from "../elements/listbox.js";
import { createRowList } from "../elements/row-list.js";
import { isbn13 } from "../library/isbn.js";
import { listState } from "../navigation/list-state.js";
import { isOpenLibrary } from "../catalog/identity.js";
import { isbnList } from "../catalog/isbn-list.js";
import * as actions from "./actions.js";
import { rowKeys } from "./book-keys.js";
import { createCatalogSearch } from "./catalog-search.js";
import {
  catalogSettleMilliseconds, followMilliseconds, openLibrarySettleMilliseconds, ownResultsMax,
  searchSettleMilliseconds,
} from "./limits.js";
import { createListHeader } from "./list-header.js";
import { samePlace } from "./list-view.js";
import { createSearchResults } from "./search-results.js";
import { createWordSearch } from "./word-search.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").Anchor} Anchor */
/** @typedef {import("../navigation/types.js").Route} Route */

const list = /** @type {const} */ ({ k: "search" });

/**
 * The search tab: what the library has of what is typed, by name and in what was written about the
 * books, then what the catalogue has (BOOKS §6), and at last what Open Library has. A list of ISBNs pasted into the field is looked up
 * whole. Text, filters and place are kept in the navigation state; the place by the row, as in every
 * list.
 * @param {Context} context
 */
export function createSearchView(context) {
  const { scene, books, catalog, preferences, panels } = context;
  const header = createListHeader(context, {
    list: () => list,
    pushed: false,
    down: () => enterList(rows),
  });
  const changed = () => render();
  const found = createCatalogSearch({
    catalog, settleMilliseconds: catalogSettleMilliseconds, changed,
  });
  const beyond = createCatalogSearch({
    catalog: catalog.openLibrary, settleMilliseconds: openLibrarySettleMilliseconds, changed,
  });
  const written = createWordSearch(context, () => render());
  const scroller = h("div", {
    class: "list search-list", "data-mode": "rows", tabindex: -1, "data-testid": "list.search",
  });
  const rows = createRowList(scroller);
  const results = createSearchResults(context, {
    scroller, rows, found, beyond, written, openPanel: panels.open,
  });
  const node = h("section", { class: "list-pane" }, header.node, scroller);
  /**
   * The place that is shown, or waits for its row.
   * @type {Anchor|null|undefined}
   */
  let shownAnchor;
  let isRestoring = false;
  let settle = 0;
  let following = 0;

  const keys = listboxKeys(/** @type {any} */ (rows), {
    textOf: (id) => results.bookOf(id)?.fields.title ?? "",
    moved: followLater,
    chosen: open,
    typesAhead: (key) => !preferences.shortcuts || !rowKeys.has(key),
  });
  scroller.addEventListener("keydown", (event) => {
    if (!/** @type {Element} */ (event.target).closest("button") && keys(event)) {
      event.preventDefault();
    }
  });
  scroller.addEventListener("click", (event) => {
    const id = rowOf(event.target);
    if (id === null) return;
    rows.setActive(id, { focus: true });
    open(id);
  });
  scroller.addEventListener("focusin", (event) => {
    const id = rowOf(event.target);
    if (id !== null && id !== rows.active) rows.setActive(id);
  });
  scroller.addEventListener("scroll", () => {
    clearTimeout(settle);
    settle = window.setTimeout(flush, searchSettleMilliseconds);
    const left = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    // What stands last goes on by itself; what stands above something, where somebody says so.
    if (left < scroller.clientHeight / 2) (beyond.state === "idle" ? found : beyond).more();
  });
  for (const event of ["wheel", "touchmove", "keydown"]) {
    scroller.addEventListener(event, () => (isRestoring = false), { passive: true });
  }
  header.node.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (isbnList(text).length < 2) return;
    event.preventDefault();
    panels.open("isbns", text);
  });

  /** @param {EventTarget|null} target */
  function rowOf(target) {
    const row = target instanceof Element ? target.closest(".row") : null;
    return row instanceof HTMLElement ? (row.dataset.testid?.slice("row.".length) ?? null) : null;
  }

  /** @param {string} id */
  function followLater(id) {
    clearTimeout(following);
    following = 0;
    if (scene.layout === "wide") following = window.setTimeout(() => open(id), followMilliseconds);
  }

  /** @param {string} id */
  function open(id) {
    clearTimeout(following);
    following = 0;
    flush();
    const route = results.routeOf(id);
    if (route) scene.dispatch(actions.openItem(route));
  }

  /** Tells where the list stands, unless it is on its way there. */
  function flush() {
    clearTimeout(settle);
    if (isRestoring || scroller.clientHeight === 0) return;
    const { index, fraction } = rows.inView();
    const anchor = scroller.scrollTop <= 0 ? null : anchorAt(rows.ids, index, fraction);
    if (samePlace(anchor, shownAnchor ?? null)) return;
    shownAnchor = anchor;
    scene.dispatch(actions.scrolled(list, anchor));
  }

  /** Goes to the place of the state; where its row has not come yet, asks for what holds it. */
  function restore() {
    const anchor = shownAnchor ?? null;
    if (!anchor) {
      isRestoring = false;
      scroller.scrollTop = 0;
      return;
    }
    const id = [anchor.id, ...anchor.near].find((each) => each !== null && rows.indexOf(each) >= 0);
    if (id) {
      isRestoring = false;
      rows.scrollTo(id, id === anchor.id ? anchor.off / 1000 : 0);
      return;
    }
    const source = isOpenLibrary(anchor.id ?? "") ? beyond : found;
    if (source.state === "done" && source.isMore && rows.ids.length <= anchor.idx) source.more();
    else if (!written.isBusy && found.state !== "busy" && source.state !== "busy") isRestoring = false;
  }

  function render() {
    const state = listState(scene.state.lists, list);
    const isAsked = state.q.trim() !== "" || Object.keys(state.filters).length > 0;
    const result = books.result(scene.state, list);
    found.ask(state.q);
    beyond.ask(isAskedBeyond(state.q) ? state.q : "");
    written.ask({ list, q: state.q.trim(), filters: state.filters, sort: state.sort });
    header.render(result);
    results.render({
      own: isAsked ? result.ids.slice(0, ownResultsMax) : [],
      ownCount: isAsked ? result.ids.length : 0,
      q: state.q.trim(),
      isAsked,
      selected: selected(),
    });
    if (shownAnchor === undefined || !samePlace(state.anchor, shownAnchor)) {
      shownAnchor = state.anchor;
      isRestoring = true;
    }
    if (isRestoring) restore();
  }

  /**
   * Whether Open Library is asked, too: not for a number that the library has.
   * @param {string} q
   */
  function isAskedBeyond(q) {
    if (!catalog.hasOpenLibrary || found.state === "failed") return false;
    return books.withIsbn(isbn13(q) ?? "") === undefined;
  }

  /** @returns {Route|null} */
  function selected() {
    return scene.state.tabs.search.path[0] ?? null;
  }

  return {
    node,
    render,
    heading: header.heading,
    flush,
    /** @param {string} [id] */
    focus(id) {
      const wanted = (id && results.rowOf(id)) ?? rows.active ?? rows.ids[0] ?? null;
      if (wanted !== null && rows.indexOf(wanted) >= 0) {
        rows.setActive(wanted, { focus: true, reveal: !isRestoring && rows.isLost(wanted) });
      } else scroller.focus({ preventScroll: true });
    },
    toTop() {
      scroller.scrollTop = 0;
      this.focus(rows.ids[0]);
    },
    /** Opens what the detail was about to follow to. */
    follow() {
      if (following !== 0 && rows.active !== null) open(rows.active);
    },
    focusSearch: header.focusSearch,
  };
}

