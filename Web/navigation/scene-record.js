import { canonical } from "../library/canonical.js";
import * as limits from "./limits.js";
import { decodeSceneRef } from "./local-scene.js";
import { decode, listsOnScreen } from "./nav-state.js";
import { isEditor } from "./presentation.js";
import { tabs } from "./tab.js";
import { cleanInteger, cleanText, compareScalars, isObject, oneOf } from "./text.js";

/** @typedef {import("./types.js").ListState} ListState */
/** @typedef {import("./types.js").NavState} NavState */
/** @typedef {import("./types.js").Scene} Scene */

/**
 * The published scene that `raw` spells, or null when it names no device or scene. Its state is
 * decoded as any other, but not repaired: readers do that against their own library.
 * @param {unknown} raw
 * @returns {Scene|null}
 */
export function decodeScene(raw) {
  if (!isObject(raw) || raw.v !== 1) return null;
  const ref = decodeSceneRef(raw);
  if (!ref) return null;
  return {
    v: 1,
    ...ref,
    name: cleanText(raw.name, limits.sceneNameLength),
    epoch: cleanInteger(raw.epoch),
    rev: cleanInteger(raw.rev),
    lib: cleanInteger(raw.lib),
    seen: cleanInteger(raw.seen),
    layout: oneOf(["wide", "narrow"], raw.layout) ?? "wide",
    following: decodeSceneRef(raw.following),
    nav: decode(raw.nav),
  };
}

/**
 * What of a state leaves the device: no question, popover or editor, only the lists that tabs show,
 * and at most 16 KiB, for which lists go, least recently used first.
 * @param {NavState} nav
 * @returns {NavState}
 */
export function publishable(nav) {
  const shown = new Set(tabs.flatMap((tab) => [...listsOnScreen({ ...nav, tab })]));
  const level = nav.present.findIndex((each) =>
    isEditor(each) || (each.style !== "sheet" && each.style !== "cover"));
  /** @type {Record<string, ListState>} */
  const lists = {};
  for (const key of Object.keys(nav.lists)) if (shown.has(key)) lists[key] = nav.lists[key];
  const present = level < 0 ? nav.present : nav.present.slice(0, level);
  const published = { ...nav, lists, present };
  const oldestFirst = Object.keys(lists)
    .sort((a, b) => lists[a].used - lists[b].used || compareScalars(a, b));
  for (const key of oldestFirst) {
    if (byteCount(published) <= limits.publishedBytes) break;
    delete lists[key];
  }
  return published;
}

/** @param {NavState} nav */
function byteCount(nav) {
  return new TextEncoder().encode(canonical(nav)).length;
}
