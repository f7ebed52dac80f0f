import { decodeScene } from "../navigation/index.js";
import * as limits from "./limits.js";

/** @typedef {import("../navigation/types.js").Scene} Scene */
/** @typedef {import("../navigation/types.js").SceneRef} SceneRef */
/** @typedef {import("../wire/messages.js").Message} Message */

/**
 * How a window stands by the time it has been silent (NAVIGATION §3.8).
 * @typedef {"live"|"listed"|"older"|"gone"} Standing
 */

/**
 * What changed: a window moved, or was heard of; one went, and why; all were told anew; nothing.
 * @typedef {{type:"moved", scene:Scene}|{type:"gone", ref:SceneRef, reason:string}
 *   |{type:"all"}|{type:"none"}} News
 */

/** The windows of the account as the server tells of them. */
export class Others {
  /** @type {Map<string, Scene>} */
  #scenes = new Map();

  /** Every window known, the one seen last first. */
  get all() {
    return [...this.#scenes.values()].sort((a, b) => b.seen - a.seen);
  }

  /**
   * @param {SceneRef} ref
   * @returns {Scene|undefined}
   */
  get(ref) {
    return this.#scenes.get(keyOf(ref));
  }

  /**
   * Takes in what the server says.
   * @param {Message} message
   * @returns {News}
   */
  heard(message) {
    switch (message.t) {
      case "scenes": {
        const scenes = message.scenes.flatMap((/** @type {unknown} */ raw) => decodeScene(raw) ?? []);
        this.#scenes = new Map(scenes.map((/** @type {Scene} */ scene) => [keyOf(scene), scene]));
        return { type: "all" };
      }
      case "scene.update": {
        const scene = decodeScene(message);
        if (!scene) return { type: "none" };
        this.#scenes.set(keyOf(scene), scene);
        return { type: "moved", scene };
      }
      case "scene.gone": {
        const { device, scene, reason } = message;
        this.#scenes.delete(keyOf({ device, scene }));
        return { type: "gone", ref: { device, scene }, reason };
      }
    }
    return { type: "none" };
  }
}

/**
 * @param {{seen:number}} scene
 * @param {number} now by the server's clock
 * @returns {Standing}
 */
export function standingOf({ seen }, now) {
  const silence = now - seen;
  if (silence <= limits.silenceMilliseconds) return "live";
  if (silence <= limits.listedMilliseconds) return "listed";
  return silence <= limits.olderMilliseconds ? "older" : "gone";
}

/** @param {SceneRef} ref */
function keyOf({ device, scene }) {
  return `${device}/${scene}`;
}
