import { listKey } from "../navigation/list-ref.js";

/** @typedef {import("./context.js").Scene} Scene */
/** @typedef {import("../navigation/types.js").ListRef} ListRef */

/**
 * What a popover of filters or of the order is about, and the button in the list's header that asked for
 * it, if one did: the state says only that one is open.
 * @type {WeakMap<Scene, {list: ListRef, button: Element|null}>}
 */
const asked = new WeakMap();

/**
 * @param {Scene} scene
 * @param {ListRef} list
 * @param {Element|null} button
 */
export function askAbout(scene, list, button) {
  asked.set(scene, { list, button });
}

/**
 * The popover is gone: what is asked for next may be about another list.
 * @param {Scene} scene
 */
export function forgetAsked(scene) {
  asked.delete(scene);
}

/** @param {Scene} scene */
export function buttonAtHand(scene) {
  return asked.get(scene)?.button ?? null;
}

/**
 * The list on screen that is searched, filtered and sorted now. Beside the root list a wide window may
 * show another one, which was opened from a book: of two the one that was asked about, else the one that
 * has the focus.
 * @param {Scene} scene
 * @returns {ListRef}
 */
export function listAtHand(scene) {
  const { tab, tabs } = scene.state;
  const { list, path } = tabs[tab];
  const root = list ?? { k: /** @type {const} */ ("all") };
  const top = path[path.length - 1];
  if (top?.k !== "list") return root;
  if (scene.layout === "narrow" || !list) return top.list;
  const wanted = asked.get(scene);
  const isPushed = wanted
    ? listKey(wanted.list) === listKey(top.list)
    : document.activeElement?.closest(".layer-detail");
  return isPushed ? top.list : root;
}
