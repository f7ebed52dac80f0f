import { h, setAttribute } from "../elements/dom.js";
import { columns, stack } from "../navigation/projection.js";
import { routeKey } from "../navigation/route.js";
import * as actions from "./actions.js";
import { createPlaceholder, createRouteView, sameKind } from "./detail.js";
import { livingBook } from "./gone-book.js";
import { createLayers } from "./layers.js";
import { listTitle } from "./list-title.js";
import { createListView } from "./list-view.js";
import { createRoots } from "./roots.js";
import { createSidebar } from "./sidebar.js";
import { createTabBar } from "./tab-bar.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Pass} Pass */
/** @typedef {import("./detail.js").RouteView} RouteView */
/** @typedef {import("../navigation/types.js").Route} Route */
/**
 * @typedef {{node: HTMLElement, render(pass: Pass): void,
 *   focus(id?: string, isStill?: boolean): void,
 *   flush?: () => void, follow?: () => void, toTop?: () => void, heading?: Pick<HTMLElement, "focus">,
 *   focusSearch?: () => void}} RootView
 */

/**
 * The whole window: every column of every tab is mounted once; which of them are seen, and where,
 * is the business of `data-layout`, `data-tab`, `data-columns` and the style sheet. So a change of
 * layout loses nothing: no node moves.
 * @param {Context} context
 */
export function createShell(context) {
  const { scene, messages } = context;
  const tabBar = createTabBar(context);
  const sidebar = createSidebar(context);
  const listOf = () => scene.state.tabs.library.list ?? { k: /** @type {const} */ ("all") };
  const library = createListView(context, { list: listOf, pushed: false });
  const roots = createRoots(context, library);
  const placeholder = createPlaceholder(context);
  /** @type {Map<string, {route: Route, view: RouteView}>} */
  const entries = new Map();
  const detail = h("div", { class: "detail-column" }, placeholder.node);
  const main = h("main", { class: "panes" });
  const scrim = h("div", { class: "sidebar-scrim" });
  // The focus stays in the sidebar until that is put away, and goes on from there.
  scrim.addEventListener("mousedown", (event) => event.preventDefault());
  scrim.addEventListener("click", uncover);
  const node = h("div", { class: "shell" }, tabBar.node, main);
  const layers = createLayers(node);
  /** Where the focus was before the last drawing: anywhere at all, and beside the detail. */
  let held = { isAny: false, isBeside: false };
  // A page that goes tells where its list stands, before the scene writes itself down.
  window.addEventListener(
    "pagehide",
    () => {
      if (scene.state.tab === "library") library.flush();
    },
    { capture: true },
  );

  // Every screen has one heading of the first level, also where its panes start at the second.
  main.append(h("h1", { class: "visually-hidden" }, messages.t("app.name")));
  main.append(layer("library/sidebar", sidebar.node, "layer-sidebar"), scrim);
  for (const [tab, place] of roots.places) {
    main.append(layer(`${tab}/root`, place, `layer-root layer-${tab}`));
  }
  main.append(detail);
  layers.add("placeholder", placeholder.node);

  /**
   * @param {string} key
   * @param {HTMLElement} content
   * @param {string} className
   */
  function layer(key, content, className) {
    const made = h("div", { class: `layer ${className}` }, content);
    layers.add(key, made);
    return made;
  }

  /**
   * Makes, exchanges and takes away the views of opened routes; says whether one came for which an
   * outline stood there.
   * @param {boolean} isDrawn
   */
  function reconcile(isDrawn) {
    const wanted = new Set();
    let hasCome = false;
    for (const [tab, { path }] of Object.entries(scene.state.tabs)) {
      for (const [level, route] of path.entries()) {
        const key = `${tab}/${level}`;
        wanted.add(key);
        const known = entries.get(key);
        const isHere = context.rest.parts !== null;
        if (known && sameKind(known.route, route) && !(known.view.isPending && isHere)) {
          if (routeKey(known.route) !== routeKey(route)) known.view.show(route);
          known.route = route;
          continue;
        }
        if (known) layers.remove(key, false);
        hasCome ||= known?.view.isPending === true;
        const view = createRouteView(context, route);
        detail.append(layer(key, view.node, "layer-detail"));
        entries.set(key, { route, view });
      }
    }
    for (const [key, { route }] of [...entries]) {
      if (wanted.has(key)) continue;
      // What dies under something else is no news of the state's; who looks past a popover sees it go.
      const isUnder = scene.state.present.length > 0 && key.startsWith(`${scene.state.tab}/`);
      if (isUnder && route.k === "book") livingBook(context, route.id);
      entries.delete(key);
      layers.remove(key, !isDrawn);
    }
    return hasCome;
  }

  /** @param {Pass} pass */
  function render(pass) {
    const { state, layout } = scene;
    // Before anything is put into the page: asked afterwards, all of it would be styled and laid out twice.
    const width = node.clientWidth || window.innerWidth;
    const focused = document.activeElement;
    const isNowhere = focused === document.body;
    const isBeside = isNowhere || (node.contains(focused) && !detail.contains(focused));
    held = { isAny: reconcile(pass.isDrawn) || !isNowhere, isBeside };
    setAttribute(node, "data-layout", layout);
    setAttribute(node, "data-tab", state.tab);
    const wide = columns(state, width);
    setAttribute(node, "data-columns", wide.visible);
    setAttribute(node, "data-open", !wide.detail.placeholder);
    const visible = layout === "narrow" ? stack(state).map(({ key }) => key) : visibleKeys(wide);
    layers.arrange(layout, state.tab, visible, !pass.isDrawn);
    tabBar.render(sidebar.render());
    if (state.tab !== "library") library.flush();
    roots.of(state.tab).render(pass);
    placeholder.render();
    entries.get(visible[visible.length - 1])?.view.render(pass);
    document.title = titleOfWindow();
  }

  /**
   * Where what had the focus is gone or out of sight, it goes to what is on top now: called when
   * everything is drawn. Nothing scrolls by that.
   * @param {boolean} [isLost] that it was somewhere is known
   */
  function keepFocus(isLost = held.isAny) {
    const focused = document.activeElement;
    if (!isLost) return;
    if (focused !== document.body && focused?.closest("[inert], [hidden]") === null) return;
    const { tab, tabs } = scene.state;
    const { compact, path } = tabs[tab];
    const isAlone = scene.layout === "narrow" || node.dataset.columns === "detailOnly";
    const top = isAlone || !held.isBeside ? entries.get(`${tab}/${path.length - 1}`)?.view : undefined;
    if (isOver() || (scene.layout === "narrow" && compact === "sidebar")) sidebar.focus();
    else if (top) top.heading.focus({ preventScroll: true });
    else roots.of(tab).focus(undefined, true);
  }

  /** Whether the sidebar lies over the rest. */
  const isOver = () => scrim.offsetParent !== null;

  /** Puts the sidebar away where it lies over the rest, and says whether it did. */
  function uncover() {
    if (!isOver()) return false;
    scene.dispatch(actions.setColumns("automatic"));
    return true;
  }

  /**
   * The entries that can be seen where columns stand side by side, bottom first.
   * @param {ReturnType<typeof columns>} wide
   */
  function visibleKeys(wide) {
    const keys = [];
    if (wide.sidebar && wide.visible === "all") keys.push(wide.sidebar.key);
    if (wide.visible !== "detailOnly") keys.push(wide.content.key);
    const top = wide.detail.path[wide.detail.path.length - 1];
    if (top) keys.push(top.key);
    else if (scene.state.tab !== "feed") keys.push("placeholder");
    return keys;
  }

  function titleOfWindow() {
    const { tab, tabs } = scene.state;
    const { list, path } = tabs[tab];
    const top = path[path.length - 1];
    const root = tab === "library" && list ? listTitle(list, context) : messages.t(`tab.${tab}`);
    return `${top ? (nameOf(top) ?? root) : root} · ${messages.t("app.name")}`;
  }

  /** @param {Route} route */
  function nameOf(route) {
    if (route.k === "list") return listTitle(route.list, context);
    if (route.k === "page") return messages.t(`page.${route.v}`);
    const book = context.books.index.get(route.id) ?? context.catalog.known(route.id)?.book;
    return book?.fields.title;
  }

  return {
    node,
    render,
    keepFocus,
    uncover,
    library,
    sidebar,
    detail,
    /** The next covers of the feed, as the reduction asked. */
    loadFeed: roots.loadFeed,
    /**
     * The root view of the tab on screen.
     * @returns {RootView}
     */
    root: () => roots.of(scene.state.tab),
    /** What is open on top in the tab on screen; nothing where it is the root. */
    topKey() {
      const { tab, tabs } = scene.state;
      const top = tabs[tab].path[tabs[tab].path.length - 1];
      return top ? `${tab} ${routeKey(top)}` : "";
    },
    /** The view of the deepest opened route of the tab on screen. */
    top() {
      const { tab, tabs } = scene.state;
      return entries.get(`${tab}/${tabs[tab].path.length - 1}`)?.view ?? null;
    },
  };
}

/** @typedef {ReturnType<typeof createShell>} Shell */
