import { isOpenLibrary } from "../catalog/identity.js";
import { h, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { print } from "../navigation/print.js";
import * as actions from "./actions.js";
import { createBookRow, patchBookRow, patchResultRow, patchWordsRow } from "./book-row.js";
import { createCatalogSection, createSection, sectionButton as button } from "./catalog-section.js";
import { rowLoan } from "./loan-words.js";
import { newBookOf } from "./new-book.js";
import { outOfReach, soFar } from "./sync-state.js";
import { shortened } from "./value-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../catalog/identity.js").Item} Item */
/** @typedef {import("../navigation/types.js").Route} Route */

/**
 * The rows of a search: first what the library has, by name and by what was written about it, then what
 * the catalogue has, and Open Library where the server asks it; and what to say where there is nothing.
 * @param {Context} context
 * @param {{
 *   scroller: HTMLElement,
 *   rows: import("../elements/row-list.js").RowList,
 *   found: ReturnType<typeof import("./catalog-search.js").createCatalogSearch>,
 *   beyond: ReturnType<typeof import("./catalog-search.js").createCatalogSearch>,
 *   written: ReturnType<typeof import("./word-search.js").createWordSearch>,
 *   openPanel: (name: string) => void,
 * }} parts
 */
export function createSearchResults(context, { scroller, rows, found, beyond, written, openPanel }) {
  const { scene, books, catalog, messages } = context;
  const { t } = messages;
  const own = createSection(messages, "search.own");
  const noted = createSection(messages, "search.words");
  const others = createCatalogSection(context, found, {
    name: "search.catalog", prefix: "search", boneCount: 0,
  });
  const far = createCatalogSection(context, beyond, {
    name: "search.openLibrary", prefix: "search.openLibrary", boneCount: 3,
  });
  const all = button("search.showAll", "", showAll);
  const off = h("p", { class: "search-note" }, t("search.openLibrary.off"));
  const add = button("search.new", "", () => newBookOf(context, typed));
  const last = h("section", { class: "search-section" }, off, add);
  const isbns = button("search.isbns", t("search.isbns"), () => openPanel("isbns"));
  const scan = button("search.scan", t("scan.start"), () => openPanel("scan"));
  const invitation = h(
    "div",
    { class: "empty" },
    icon("search", "empty-icon"),
    h("p", { class: "empty-title" }, t("search.title")),
    h("p", { class: "empty-text" }, t("search.text")),
    h("div", { class: "empty-actions" }, scan, isbns),
  );
  own.node.append(all);
  scroller.append(invitation, own.node, noted.node, others.node, far.node, last);
  /** @type {Map<string, HTMLElement>} */
  let nodes = new Map();
  /** @type {Map<string, Item>} */
  let items = new Map();
  /** What was typed when this was last shown. */
  let typed = "";

  /** The whole library by the same words and filters. */
  function showAll() {
    const { tabs } = scene.state;
    const here = print({ ...scene.state, tabs: { ...tabs, search: { ...tabs.search, path: [] } } });
    const query = here.indexOf("?");
    scene.dispatch(actions.openLink(`/library/all${query < 0 ? "" : here.slice(query)}`));
  }

  /** @param {Item} item @returns {Route} */
  function routeOfItem(item) {
    const book = books.owned(item);
    return book ? { k: "book", id: book.id } : { k: "result", id: item.id };
  }

  /**
   * @param {readonly string[]} ids
   * @param {Route|null} selected
   */
  function patch(ids, selected) {
    const made = new Map();
    const rowFor = (/** @type {string} */ id) => {
      const row = nodes.get(id) ?? createBookRow();
      made.set(id, row);
      return row;
    };
    const isSelected = (/** @type {Route} */ { k, ...route }) =>
      selected?.k === k && "id" in selected && "id" in route && selected.id === route.id;
    const ownRows = ids.flatMap((id) => {
      const book = books.index.get(id);
      if (!book) return [];
      const row = rowFor(id);
      patchBookRow(row, book, {
        messages, selected: isSelected({ k: "book", id }), sort: "", glows: false, hurried: false,
        fraction: books.progress(id)?.latest.share ?? undefined, loan: rowLoan(context, id),
      });
      return [row];
    });
    const wordRows = written.hits.flatMap((hit) => {
      const book = books.index.get(hit.id);
      if (!book || made.has(hit.id)) return [];
      const row = rowFor(hit.id);
      patchWordsRow(row, book, hit, { messages, selected: isSelected({ k: "book", id: hit.id }) });
      return [row];
    });
    const foreign = [...found.items, ...beyond.items].filter(({ id }) => !made.has(id));
    items = new Map(foreign.map((item) => [item.id, item]));
    const rowOfItem = (/** @type {Item} */ item) => {
      const row = rowFor(item.id);
      const route = routeOfItem(item);
      const how = { messages, selected: isSelected(route), owned: route.k === "book" };
      patchResultRow(row, item, how);
      return row;
    };
    const shown = [...items.values()];
    const otherRows = shown.filter(({ id }) => !isOpenLibrary(id)).map(rowOfItem);
    const farRows = shown.filter(({ id }) => isOpenLibrary(id)).map(rowOfItem);
    place(own.box, ownRows, ownRows.length);
    place(noted.box, wordRows, wordRows.length);
    show(noted.node, wordRows.length > 0);
    setText(noted.count, t("search.ownCount", { count: wordRows.length }));
    place(others.box, otherRows, found.total);
    place(far.box, farRows, beyond.total);
    nodes = made;
    rows.set(made);
  }

  /**
   * @param {HTMLElement} box
   * @param {HTMLElement[]} children
   * @param {number} count
   */
  function place(box, children, count) {
    for (const [at, row] of children.entries()) {
      setAttribute(row, "aria-posinset", at + 1);
      setAttribute(row, "aria-setsize", count);
    }
    const isSame = box.childElementCount === children.length &&
      children.every((row, at) => box.children[at] === row);
    if (!isSame) setChildren(box, children);
    show(box, children.length > 0);
  }

  /** @param {number} ownCount @param {string} q */
  function say(ownCount, q) {
    setText(own.count, soFar(t("search.ownCount", { count: ownCount }), context));
    others.say({
      busy: t("search.looking"), failed: outOfReach("search.unreachable", context),
      none: t("search.none", { q }),
    });
    far.say({
      busy: t("search.openLibrary.busy"), failed: awayWords(), none: t("search.openLibrary.none", { q }),
    });
    typed = q;
    const isAsked = beyond.state !== "idle";
    const end = isAsked ? beyond : found;
    show(far.node, isAsked);
    show(off, found.state === "done" && found.total === 0 && !catalog.hasOpenLibrary);
    setText(add, t("search.new", { q: shortened(q) }));
    show(add, end.state === "failed" || (end.state === "done" && !end.isMore));
  }

  /** Why Open Library says nothing. */
  function awayWords() {
    if (beyond.problem === "offline") return outOfReach("search.unreachable", context);
    return t(`search.openLibrary.${beyond.problem === "rate" ? "rate" : "failed"}`);
  }

  return {
    /**
     * @param {{own: readonly string[], ownCount: number, q: string, isAsked: boolean,
     *   selected: Route|null}} asked
     */
    render({ own: ids, ownCount, q, isAsked, selected }) {
      patch(ids, selected);
      show(invitation, !isAsked);
      show(own.node, isAsked);
      for (const node of [others.node, last]) show(node, q !== "");
      show(all, ownCount > ids.length);
      setText(all, t("search.showAll", { count: ownCount }));
      say(ownCount, q);
    },

    /**
     * What a row opens.
     * @param {string} id
     * @returns {Route|null}
     */
    routeOf(id) {
      const item = items.get(id);
      if (item) return routeOfItem(item);
      return nodes.has(id) ? { k: "book", id } : null;
    },

    /**
     * The row that opened this, by the id of the result or of the book that it is now.
     * @param {string} id
     */
    rowOf(id) {
      if (nodes.has(id)) return id;
      return [...items.values()].find((item) => books.owned(item)?.id === id)?.id;
    },

    /** @param {string} id */
    bookOf: (id) => items.get(id)?.book ?? books.index.get(id),
  };
}
