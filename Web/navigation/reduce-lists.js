import * as limits from "./limits.js";
import { listKey } from "./list-ref.js";
import { listState, nextUse } from "./list-state.js";
import { bounded } from "./nav-state.js";
import { history } from "./outputs.js";
import { step } from "./step.js";

/** @typedef {import("./step.js").Step} Step */
/** @typedef {import("./types.js").Anchor} Anchor */
/** @typedef {import("./types.js").Filters} Filters */
/** @typedef {import("./types.js").ListRef} ListRef */
/** @typedef {import("./types.js").ListState} ListState */
/** @typedef {import("./types.js").LocalScene} LocalScene */
/** @typedef {import("./types.js").NavState} NavState */
/** @typedef {import("./types.js").Output} Output */
/** @typedef {import("./types.js").Sort} Sort */

/** @type {readonly Output[]} */
const requeried = [history("replace"), ["announce", "count"]];

/**
 * @param {LocalScene} scene
 * @param {{list:ListRef, q:string}} action
 * @returns {Step}
 */
export function setQuery(scene, { list, q }) {
  return step(scene, withList(scene.nav, list, { q, anchor: null }), [...requeried]);
}

/**
 * @param {LocalScene} scene
 * @param {{list:ListRef, filters:Filters}} action
 * @returns {Step}
 */
export function setFilter(scene, { list, filters }) {
  return step(scene, withList(scene.nav, list, { filters, anchor: null }), [...requeried]);
}

/**
 * @param {LocalScene} scene
 * @param {{list:ListRef, sort:Sort}} action
 * @returns {Step}
 */
export function setSort(scene, { list, sort }) {
  return step(scene, withList(scene.nav, list, { sort, anchor: null }), [...requeried]);
}

/**
 * A list came to rest elsewhere. The list is named by the event: whatever is active by the time it
 * arrives is another matter.
 * @param {LocalScene} scene
 * @param {{list:ListRef, anchor:Anchor|null}} action
 * @returns {Step}
 */
export function scrolled(scene, { list, anchor }) {
  return step(scene, withList(scene.nav, list, { anchor }));
}

/**
 * The feed came to rest at another cover; near the end of what is loaded it asks for the next page.
 * @param {LocalScene} scene
 * @param {{anchor:Anchor|null, count:number|null}} action
 * @returns {Step}
 */
export function feedMoved(scene, { anchor, count }) {
  const isNearEnd = anchor !== null && count !== null && anchor.idx >= count - limits.feedAhead;
  const nav = { ...scene.nav, feed: { ...scene.nav.feed, at: anchor } };
  return step(scene, nav, isNearEnd ? [["load", "feed", limits.feedPage]] : []);
}

/**
 * `nav` with the state of one list changed and marked as the one used last.
 * @param {NavState} nav
 * @param {ListRef} list
 * @param {Partial<ListState>} change
 * @returns {NavState}
 */
export function withList(nav, list, change) {
  const changed = { ...listState(nav.lists, list), ...change, used: nextUse(nav.lists) };
  return bounded({ ...nav, lists: { ...nav.lists, [listKey(list)]: changed } });
}
