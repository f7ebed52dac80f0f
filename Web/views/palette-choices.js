import { listKey, statuses } from "../navigation/list-ref.js";
import { listState } from "../navigation/list-state.js";
import { print } from "../navigation/print.js";
import { stack } from "../navigation/projection.js";
import * as actions from "./actions.js";
import { authorLine } from "./book-words.js";
import { tabKeys } from "./commands.js";
import { paletteBookMax, paletteRecentMax } from "./limits.js";
import { titleOf } from "./sentences.js";
import { pages } from "./settings-view.js";
import { keysOf } from "./shortcuts-help.js";
import { statusIcons } from "./sidebar.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./palette-ranking.js").Choice} Choice */
/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("../navigation/types.js").ListRef} ListRef */
/** @typedef {import("../navigation/types.js").Route} Route */

/** Panels, with their symbols. */
const panelSymbols = {
  stats: "chart", loans: "loan", conflicts: "conflict", notices: "info", problems: "problem", trash: "trash",
  import: "import",
};

/**
 * What the command palette offers beside the book at hand, as the window is when it opens.
 * @param {Context} context
 * @param {{shell: Shell}} parts
 */
export function createChoices(context, { shell }) {
  const { scene, books, messages, preferences, panels, commands } = context;
  const { t } = messages;
  const { state, layout } = scene;
  const { tab: here, tabs } = state;

  /**
   * What was gone to has the focus, in either layout. It is drawn before this.
   * @param {string} [within] the name of what has it there, if not the head
   */
  const arrive = (within) => queueMicrotask(() => {
    const top = shell.top();
    const part = top?.node.querySelector(`[data-testid="${within}"]`) ?? top?.heading;
    if (part instanceof HTMLElement) part.focus({ preventScroll: true });
    else shell.root().focus();
  });

  /**
   * @param {string} link
   * @param {string} [within]
   */
  function go(link, within) {
    shell.uncover();
    scene.dispatch(actions.openLink(link));
    arrive(within);
  }

  /**
   * Goes to a list of the library as it was left, with what is opened from it.
   * @param {ListRef} list
   * @param {Route[]} [path]
   */
  function goToList(list, path = []) {
    const library = { ...tabs.library, list, path };
    go(print({ ...state, tab: "library", tabs: { ...tabs, library } }));
  }

  /**
   * @param {string} kind
   * @returns {(name: string, symbol: string, label: string, act: () => unknown, more?: string,
   *   keys?: string) => Choice}
   */
  const kindOf = (kind) => (name, symbol, label, act, more = "", keys = keysOf(name)) =>
    ({ name, symbol, label, kind, act, more: `${kind} ${more}`, keys });
  const place = kindOf(t("palette.place"));
  const command = kindOf(t("palette.command"));

  /**
   * @param {ListRef} list
   * @param {string} symbol
   * @param {string} label
   * @param {string} facet
   */
  const listChoice = (list, symbol, label, facet) =>
    kindOf(t(facet))(`list.${listKey(list)}`, symbol, label, () => goToList(list));

  /** Where one can go. */
  const places = () => [
    listChoice({ k: "all" }, "library", t("list.all"), "palette.place"),
    ...statuses.map((v) =>
      listChoice({ k: "status", v }, statusIcons[v], t(`status.${v}`), "facet.status")),
    ...books.shelves().map(({ id, fields }) =>
      listChoice({ k: "shelf", id }, fields.rule ? "filter" : "shelf", fields.name ?? "", "facet.shelf")),
    ...books.tags().map(([tag]) => kindOf(t("facet.tag"))(`tag.${tag}`, "tag", tag, () =>
      go(`/library/all?tag=${encodeURIComponent(tag)}`))),
    ...Object.entries(tabKeys).slice(1).map(([key, tab]) => place(tab, tab, t(`tab.${tab}`), () => {
      commands.tab(tab);
      if (tab === "search") queueMicrotask(commands.search);
      else arrive();
    }, "", `g ${key}`)),
    ...Object.entries(panelSymbols).map(([name, symbol]) =>
      place(name, symbol, t(`sidebar.${name}`), () => panels.open(name))),
    place("devices", "devices", t("devices.title"), () => scene.dispatch(actions.showDevices())),
    place("sync", "cloud", t("sync.title"), () => panels.open("sync"), t("sync.export")),
    // The page of keys is the help that a key opens anywhere.
    ...pages.filter(([page]) => page !== "help").map(([page, symbol]) =>
      kindOf(t("tab.settings"))(`page.${page}`, symbol, t(`page.${page}`), () =>
        go(`/settings/${page}`), t(`page.${page}.more`))),
  ];

  /** Whether a list of books is in view, which can be searched, filtered and sorted. */
  function seesList() {
    if (here !== "library" && here !== "search") return false;
    if (layout === "wide") return shell.node.dataset.columns !== "detailOnly";
    const top = stack(state).pop();
    return top?.k === "list" || (top?.k === "route" && top.route.k === "list");
  }

  /** What can be done, whichever book is at hand. */
  function deeds() {
    const isRows = preferences.mode === "rows";
    const isShown = shell.node.dataset.columns === "all";
    return [
      command("new", "add", t("toolbar.new"), commands.newBook),
      command("isbns", "search", t("search.isbns"), () => panels.open("isbns")),
      command("scan", "barcode", t("scan.start"), () => panels.open("scan")),
      ...(seesList() ? [
        command("find", "search", t("shortcut.search"), commands.search, "", keysOf("search")),
        command("filter", "filter", t("toolbar.filter"), () => scene.dispatch(actions.showFilters())),
        command("sort", "sort", t("toolbar.sort"), () => scene.dispatch(actions.showSort())),
      ] : []),
      command("mode", isRows ? "grid" : "rows", t(isRows ? "list.asCovers" : "list.asRows"), () =>
        preferences.set("mode", isRows ? "covers" : "rows")),
      ...(here === "library" && layout === "wide" ? [
        command("sidebar", "sidebar", t(isShown ? "sidebar.hide" : "sidebar.show"), () =>
          scene.dispatch(isShown ? actions.setColumns("doubleColumn") : actions.showSidebar())),
      ] : []),
      command("twins", "link", t("twins.title"), () => panels.open("twins")),
      command("undo", "undo", t("undo"), commands.undo),
      command("redo", "history", t("redo"), commands.redo),
      ...(tabs[here].path.length > 0 ? [command("back", "back", t("back"), commands.back)] : []),
      command("pair", "link", t("devices.add"), () => go("/settings/devices", "devices.add"),
        t("sync.pair")),
      command("help", "keyboard", t("page.help"), commands.help, t("page.help.more")),
    ];
  }

  return {
    all: () => [...places(), ...deeds()],

    /**
     * The names of what is near: the lists used last, but for the one on screen, and the usual.
     * @returns {string[]}
     */
    near() {
      const { list, path } = tabs[here];
      const shown = list && path.length === 0 ? listKey(list) : "";
      const used = Object.entries(state.lists).filter(([key]) => key !== shown)
        .sort(([, a], [, b]) => b.used - a.used).slice(0, paletteRecentMax);
      const usual = ["list.all", "search", "feed", "settings", "new", "help"];
      return [...used.map(([key]) => `list.${key}`), ...usual.filter((name) => name !== here)];
    },

    /**
     * The books that a search finds, the nearest first, else in the order of the whole library. Each
     * opens in the list on screen where that has it, else among all books.
     * @param {string} q
     * @returns {Choice[]}
     */
    books(q) {
      const all = /** @type {const} */ ({ k: "all" });
      const { sort } = listState(state.lists, all);
      const { ids } = books.index.query({ list: { k: "search" }, q, filters: {}, sort });
      const shown = (here === "library" && tabs.library.list) || all;
      return ids.slice(0, paletteBookMax).flatMap((id) => {
        const book = books.index.get(id);
        return book ? kindOf(authorLine(book, messages) || t("palette.book"))(
          `book.${id}`, "book", titleOf(book), () => {
            const list = books.result(state, shown).ids.includes(id) ? shown : all;
            goToList(list, [{ k: "book", id }]);
          }) : [];
      });
    },

    /**
     * A search in the library and the catalogue.
     * @param {string} q
     */
    search: (q) => kindOf(t("tab.search"))("searchFor", "search", t("palette.search", { q }), () =>
      go(`/search?q=${encodeURIComponent(q)}`)),
  };
}
