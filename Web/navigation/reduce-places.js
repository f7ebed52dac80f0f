import { isRootList, listKey } from "./list-ref.js";
import { isLegalRoute, legalPath, routeKey } from "./route.js";
import { withTab } from "./nav-state.js";
import { focus, history, stashes, track } from "./outputs.js";
import { cut, step } from "./step.js";
import { tabRules } from "./tab.js";

/** @typedef {import("./step.js").Step} Step */
/** @typedef {import("./types.js").Columns} Columns */
/** @typedef {import("./types.js").Environment} Environment */
/** @typedef {import("./types.js").ListRef} ListRef */
/** @typedef {import("./types.js").LocalScene} LocalScene */
/** @typedef {import("./types.js").NavState} NavState */
/** @typedef {import("./types.js").Route} Route */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * Another tab: shown as it was left. The same tab: to its root, and from there to the top.
 * @param {LocalScene} scene
 * @param {{tab:Tab}} action
 * @returns {Step}
 */
export function selectTab(scene, { tab }) {
  const { nav } = scene;
  if (tab === nav.tab) {
    if (nav.tabs[tab].path.length === 0) return step(scene, atTop(nav), [["scroll", "top"]]);
    return step(scene, withTab(nav, tab, { path: [] }), [history("push")]);
  }
  const bare = cut(nav, 0);
  return step(scene, { ...bare.nav, tab }, [
    history("push"), focus("heading"), ...stashes(bare.drafts),
    track("tab_switch", { from: nav.tab, to: tab, via: "selectTab" }),
  ]);
}

/**
 * Another root list of the active tab. Refused where that tab has no such list.
 * @param {LocalScene} scene
 * @param {{list:ListRef}} action
 * @param {Environment} env
 * @returns {Step|null}
 */
export function selectList(scene, { list }, env) {
  const { nav } = scene;
  if (!isRootList(nav.tab, list)) return null;
  const heading = env.layout === "narrow" ? [focus("heading")] : [];
  return step(scene, withTab(nav, nav.tab, { list, path: [], compact: "content" }), [
    history("push"), ...heading, track("list_change"),
  ]);
}

/**
 * A row of the root list: replaces whatever was open, so that ten selections are not ten steps
 * back.
 * @param {LocalScene} scene
 * @param {{route:Route}} action
 * @param {Environment} env
 * @returns {Step|null}
 */
export function openItem(scene, { route }, env) {
  const { nav } = scene;
  if (!isLegalRoute(nav.tab, [], route)) return null;
  const replaces = env.layout === "wide" && nav.tabs[nav.tab].path.length === 1;
  return step(scene, withTab(nav, nav.tab, { path: [route], compact: "content" }), [
    history(replaces ? "replace" : "push"),
    ...(env.layout === "narrow" ? [focus("h1")] : []),
    track("route_push", { kind: route.k, depth: 1, via: "openItem" }),
  ]);
}

/**
 * Something opened from what is open. Refused where it may not stand there, and where it is there
 * already.
 * @param {LocalScene} scene
 * @param {{route:Route}} action
 * @returns {Step|null}
 */
export function push(scene, { route }) {
  const { nav } = scene;
  const path = legalPath(nav.tab, [...nav.tabs[nav.tab].path, route]);
  if (path.length === nav.tabs[nav.tab].path.length) return null;
  return step(scene, withTab(nav, nav.tab, { path, compact: "content" }), [
    history("push"), focus("h1"),
    track("route_push", { kind: route.k, depth: path.length, via: "push" }),
  ]);
}

/**
 * One step back: the top presentation, else the last route, else (narrow) to the sidebar, else out.
 * It always ends, for every step makes the state smaller (P2).
 * @param {LocalScene} scene
 * @param {object} action
 * @param {Environment} env
 * @returns {Step}
 */
export function back(scene, action, env) {
  const { nav } = scene;
  const { list, compact, path } = nav.tabs[nav.tab];
  if (nav.present.length > 0) {
    const lower = cut(nav, nav.present.length - 1);
    return step(scene, lower.nav, [history("pop"), focus("opener"), ...stashes(lower.drafts)]);
  }
  if (path.length > 0) {
    const opener = focus(`row.${routeKey(path[path.length - 1])}`);
    return step(scene, withTab(nav, nav.tab, { path: path.slice(0, -1) }), [
      history("pop"), opener, track("route_pop"),
    ]);
  }
  if (env.layout === "narrow" && list && tabRules(nav.tab).sidebar && compact === "content") {
    return step(scene, withTab(nav, nav.tab, { compact: "sidebar" }), [
      history("pop"), focus(`sidebar.${listKey(list)}`), track("route_pop"),
    ]);
  }
  return step(scene, nav, [["exit"]]);
}

/**
 * Back to the first `n` routes. Refused where there are no more than that.
 * @param {LocalScene} scene
 * @param {{n:number}} action
 * @returns {Step|null}
 */
export function popTo(scene, { n }) {
  const { nav } = scene;
  const { path } = nav.tabs[nav.tab];
  if (n >= path.length) return null;
  return step(scene, withTab(nav, nav.tab, { path: path.slice(0, n) }), [history("push")]);
}

/**
 * @param {LocalScene} scene
 * @returns {Step|null}
 */
export function popToRoot(scene) {
  return popTo(scene, { n: 0 });
}

/**
 * The sidebar, whichever way the layout has it. Refused in a narrow tab that has none.
 * @param {LocalScene} scene
 * @param {object} action
 * @param {Environment} env
 * @returns {Step|null}
 */
export function showSidebar(scene, action, env) {
  const { nav } = scene;
  const { list } = nav.tabs[nav.tab];
  const row = tabRules(nav.tab).sidebar && list ? [focus(`sidebar.${listKey(list)}`)] : [];
  if (env.layout === "wide") return step(scene, { ...nav, columns: "all" }, row);
  if (!tabRules(nav.tab).sidebar) return null;
  return step(scene, withTab(nav, nav.tab, { path: [], compact: "sidebar" }), row);
}

/**
 * @param {LocalScene} scene
 * @param {{columns:Columns}} action
 * @returns {Step}
 */
export function setColumns(scene, { columns }) {
  return step(scene, { ...scene.nav, columns });
}

/**
 * The layout is not in the state, so nothing changes (P1).
 * @param {LocalScene} scene
 * @returns {Step}
 */
export function layoutChanged(scene) {
  return step(scene, scene.nav, [["reproject"]]);
}

/**
 * `nav` with the root of its active tab scrolled to the top.
 * @param {NavState} nav
 * @returns {NavState}
 */
function atTop(nav) {
  const { list } = nav.tabs[nav.tab];
  if (!list) return { ...nav, feed: { ...nav.feed, at: null } };
  const key = listKey(list);
  if (!nav.lists[key]) return nav;
  return { ...nav, lists: { ...nav.lists, [key]: { ...nav.lists[key], anchor: null } } };
}
