import * as actions from "./actions.js";

/** @typedef {import("./context.js").Scene} Scene */

/**
 * What failed and can be tried again. The alert about a failure carries a name; pressing Try again
 * does once what was given under it, and no more (NAVIGATION §3.3).
 * @param {Pick<Scene, "dispatch">} scene
 */
export function createAttempts(scene) {
  /** @type {Map<string, () => void>} */
  const waiting = new Map();
  let count = 0;

  return {
    /**
     * Tells the person in an alert that something failed.
     * @param {string} code of the sentence
     * @param {() => void} again
     */
    failed(code, again) {
      count += 1;
      const name = `again-${count}`;
      waiting.clear(); // one alert at a time: what an earlier one offered is gone with it
      waiting.set(name, again);
      scene.dispatch(actions.failed(code, name));
    },

    /**
     * Does again what failed under this name; says whether that was known.
     * @param {string} name
     */
    again(name) {
      const act = waiting.get(name);
      waiting.delete(name);
      act?.();
      return act !== undefined;
    },
  };
}

/** @typedef {ReturnType<typeof createAttempts>} Attempts */
