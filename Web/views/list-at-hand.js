import { listKey } from "../navigation/list-ref.js";
import { storageOf } from "../scene/storages.js";

/** @typedef {import("./context.js").Scene} Scene */
/** @typedef {import("../navigation/types.js").ListRef} ListRef */

/**
 * What a popover of filters or of the order is about, by the list's key, and the button in the list's
 * header that asked for it, if one did: the state says only that one is open.
 * @type {WeakMap<Scene, {key: string, button: Element|null}>}
 */
const asked = new WeakMap();

/** Where the window keeps the key of that list: a popover comes back with a reload. */
const askedKey = "dogear.asked";

/**
 * @param {Scene} scene
 * @param {ListRef} list
 * @param {Element|null} button
 */
export function askAbout(scene, list, button) {
  const key = listKey(list);
  asked.set(scene, { key, button });
  keep(key);
}

/**
 * The window opens with a popover that was open before: about the same list.
 * @param {Scene} scene
 */
export function recallAsked(scene) {
  const key = storageOf(window, "sessionStorage").getItem(askedKey);
  if (key) asked.set(scene, { key, button: null });
}

/**
 * The popover is gone: what is asked for next may be about another list.
 * @param {Scene} scene
 */
export function forgetAsked(scene) {
  asked.delete(scene);
  keep("");
}

/** @param {string} key */
function keep(key) {
  try {
    storageOf(window, "sessionStorage").setItem(askedKey, key);
  } catch {
    // Full or forbidden: after a reload it is about the root list.
  }
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
  return pushedAtHand(scene) ?? rootList(scene) ?? { k: "all" };
}

/**
 * The column in which that list stands.
 * @param {Scene} scene
 */
export function columnAtHand(scene) {
  return pushedAtHand(scene) ? ".layer-detail" : ".layer-root";
}

/** @param {Scene} scene */
function rootList({ state: { tab, tabs } }) {
  return tabs[tab].list;
}

/**
 * The list on top, if it is that one and not the root list.
 * @param {Scene} scene
 * @returns {ListRef|null}
 */
function pushedAtHand(scene) {
  const { tab, tabs } = scene.state;
  const top = tabs[tab].path.at(-1);
  if (top?.k !== "list") return null;
  if (scene.layout === "narrow" || !rootList(scene)) return top.list;
  const wanted = asked.get(scene);
  const isPushed = wanted
    ? wanted.key === listKey(top.list)
    : document.activeElement?.closest(".layer-detail");
  return isPushed ? top.list : null;
}
