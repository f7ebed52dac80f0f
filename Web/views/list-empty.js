import { h, plainButton, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import * as actions from "./actions.js";
import { listState } from "../navigation/list-state.js";
import { newBookOf } from "./new-book.js";
import { shortened } from "./value-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").ListRef} ListRef */

/**
 * What stands where books would: says why there are none and what to do next.
 * @param {Context} context
 * @param {() => ListRef} list
 */
export function createEmptyState(context, list) {
  const { scene, library, messages, panels } = context;
  const { t } = messages;
  const title = h("p", { class: "empty-title" });
  const text = h("p", { class: "empty-text" });
  const trash = button("empty.trash", "trash", t("empty.trash"), () => panels.open("trash"), true);
  const bring = button("empty.import", "import", t("empty.import"), () => panels.open("import"), true);
  const first = h(
    "div",
    { class: "empty-actions" },
    trash,
    bring,
    button("empty.starter", "library", t("empty.starter"), () => panels.open("starter")),
    button("empty.scan", "barcode", t("scan.start"), () => panels.open("scan")),
    button("empty.new", "add", t("toolbar.new"), () =>
      scene.dispatch(actions.newBook()),
    ),
    button("empty.welcome", "info", t("welcome.label"), () => scene.dispatch(actions.showWelcome())),
  );
  const pair = h(
    "a",
    { class: "button primary", href: "/pair", "data-testid": "empty.pair" },
    icon("link"),
    t("sync.pair"),
  );
  const clear = button("empty.clear", "close", t("empty.clear"), () => {
    scene.dispatch(actions.setQuery(list(), ""));
    scene.dispatch(actions.setFilter(list(), {}));
  });
  const everywhere = button("empty.everywhere", "search", t("search.everywhere"), () => {
    const { q } = listState(scene.state.lists, list());
    scene.dispatch(actions.openLink(`/search?q=${encodeURIComponent(q)}`));
  });
  const addLabel = h("span", { dir: "auto" });
  const add = button("empty.add", "add", addLabel, () =>
    newBookOf(context, listState(scene.state.lists, list()).q),
  );
  const node = h(
    "div",
    { class: "empty" },
    icon("library", "empty-icon"),
    title,
    text,
    first,
    pair,
    clear,
    everywhere,
    add,
  );

  return {
    node,
    /** @param {import("../library/query.js").Result} result */
    render(result) {
      const empty = result.ids.length === 0;
      show(node, empty);
      if (!empty) return;
      const { q } = listState(scene.state.lists, list());
      const { state, progress } = library.status();
      const untouched = context.books.index.size === 0;
      const filled = result.scope > 0 ? "search" : "list";
      const isEmptied = untouched && library.trash().some(({ kind }) => kind === "book");
      const none = isEmptied ? "emptied" : "library";
      const key = !untouched ? filled : isWaiting(library) ? state : none;
      show(first, key === none);
      show(trash, isEmptied);
      bring.classList.toggle("primary", !isEmptied);
      show(pair, key === "unpaired");
      show(clear, !untouched && result.scope > 0);
      for (const wider of [everywhere, add]) show(wider, !untouched && q.trim() !== "");
      setText(addLabel, t("search.new", { q: shortened(q.trim()) }));
      setText(title, t(`empty.${key}.title`));
      const words = q !== "" ? t("empty.search.query", { q }) : t("empty.search.text");
      if (key === "list") setText(text, wordsOf(list()));
      else setText(text, key !== "search" ? t(`empty.${key}.text`) : progress ? t("sync.part") : words);
    },
  };

  /**
   * How books come into a list that has none.
   * @param {ListRef} empty
   */
  function wordsOf(empty) {
    if (empty.k === "status") return t("empty.status.text", { status: t(`status.${empty.v}`) });
    if (empty.k !== "shelf") return t("empty.list.text");
    const shelf = context.books.shelves().find(({ id }) => id === empty.id);
    return t(shelf?.fields.rule ? "empty.rule.text" : "empty.shelf.text");
  }
}

/**
 * Whether an empty library says nothing about the person's books, for they have not arrived.
 * @param {Context["library"]} library
 */
function isWaiting(library) {
  const { state } = library.status();
  const isNew = library.cursor === 0;
  return state === "starting" || state === "unpaired" || (state === "offline" && isNew);
}

/**
 * @param {string} name
 * @param {string} symbol
 * @param {string|Node} label
 * @param {() => void} act
 * @param {boolean} [primary]
 */
function button(name, symbol, label, act, primary = false) {
  return plainButton(primary ? "button primary" : "button", name, act, icon(symbol), label);
}
