import { h, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { print } from "../navigation/print.js";
import * as actions from "./actions.js";
import { createBookRow, patchBookRow, patchResultRow, patchWordsRow } from "./book-row.js";
import { rowLoan } from "./loan-words.js";
import { newBookOf } from "./new-book.js";
import { createRetryOrPair } from "./retry-or-pair.js";
import { outOfReach, soFar } from "./sync-state.js";
import { shortened } from "./value-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../catalog/identity.js").Item} Item */
/** @typedef {import("../navigation/types.js").Route} Route */

/**
 * The rows of a search: first what the library has, by name and by what was written about it, then what
 * the catalogue has; and what to say where there is nothing.
 * @param {Context} context
 * @param {{
 *   scroller: HTMLElement,
 *   rows: import("../elements/row-list.js").RowList,
 *   found: ReturnType<typeof import("./catalog-search.js").createCatalogSearch>,
 *   written: ReturnType<typeof import("./word-search.js").createWordSearch>,
 *   openPanel: (name: string) => void,
 * }} parts
 */
export function createSearchResults(context, { scroller, rows, found, written, openPanel }) {
  const { scene, books, messages } = context;
  const { t } = messages;
  const own = section("search.own");
  const noted = section("search.words");
  const others = section("search.catalog");
  const all = button("search.showAll", "", showAll);
  const note = h("p", { class: "search-note" });
  const again = createRetryOrPair(context, { name: "search.retry", act: () => void found.retry() });
  const add = button("search.new", "", () => newBookOf(context, typed));
  const more = button("search.more", t("search.more"), () => found.more());
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
  others.node.append(note, ...again.nodes, more, add);
  scroller.append(invitation, own.node, noted.node, others.node);
  /** @type {Map<string, HTMLElement>} */
  let nodes = new Map();
  /** @type {Map<string, Item>} */
  let items = new Map();
  /** What was typed when this was last shown. */
  let typed = "";

  /** @param {string} name */
  function section(name) {
    const count = h("span", { class: "search-count", role: "status" });
    const box = h("div", { class: "search-rows", role: "listbox", "aria-label": t(name) });
    const title = h("h3", { class: "search-title" }, h("span", null, t(name)), count);
    return { node: h("section", { class: "search-section" }, title, box), box, count };
  }

  /**
   * @param {string} name
   * @param {string} words
   * @param {() => void} act
   */
  function button(name, words, act) {
    return h("button", { type: "button", class: "button", "data-testid": name, onclick: act }, words);
  }

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
    items = new Map(found.items.filter(({ id }) => !made.has(id)).map((item) => [item.id, item]));
    const otherRows = [...items.values()].map((item) => {
      const row = rowFor(item.id);
      const route = routeOfItem(item);
      const how = { messages, selected: isSelected(route), owned: route.k === "book" };
      patchResultRow(row, item, how);
      return row;
    });
    place(own.box, ownRows, ownRows.length);
    place(noted.box, wordRows, wordRows.length);
    show(noted.node, wordRows.length > 0);
    setText(noted.count, t("search.ownCount", { count: wordRows.length }));
    place(others.box, otherRows, found.total);
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
    const { state, items: here, total, isMore } = found;
    setText(own.count, soFar(t("search.ownCount", { count: ownCount }), context));
    setText(others.count, state === "done" ? t("search.found", { count: total }) : "");
    const words = {
      idle: "", busy: here.length === 0 ? t("search.looking") : "", failed: outOfReach("search.unreachable", context),
      done: total === 0 ? t("search.none", { q }) : "",
    }[state];
    setText(note, words);
    show(note, words !== "");
    again.render(state === "failed");
    typed = q;
    setText(add, t("search.new", { q: shortened(q) }));
    show(add, state === "failed" || (state === "done" && !isMore));
    show(more, state === "done" && isMore);
    setAttribute(others.box, "aria-busy", state === "busy");
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
      show(others.node, q !== "");
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
