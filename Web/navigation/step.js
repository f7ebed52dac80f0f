import { dirtyDrafts } from "./presentation.js";

/** @typedef {import("./types.js").LocalScene} LocalScene */
/** @typedef {import("./types.js").NavState} NavState */
/** @typedef {import("./types.js").Output} Output */

/**
 * What one action does to a window: its next state and the outputs, in order. Handlers return null
 * for an action that is refused; then nothing changes and nothing is put out.
 * @typedef {{scene:LocalScene, out:Output[]}} Step
 */

/**
 * `scene` with another place.
 * @param {LocalScene} scene
 * @param {NavState} nav
 * @param {Output[]} [out]
 * @returns {Step}
 */
export function step(scene, nav, out = []) {
  return { scene: nav === scene.nav ? scene : { ...scene, nav }, out };
}

/**
 * `nav` without its presentations from `level` up, and the drafts that must be stashed for it.
 * @param {NavState} nav
 * @param {number} level
 * @returns {{nav:NavState, drafts:string[]}}
 */
export function cut(nav, level) {
  if (level >= nav.present.length) return { nav, drafts: [] };
  return {
    nav: { ...nav, present: nav.present.slice(0, level) },
    drafts: dirtyDrafts(nav.present, level),
  };
}
