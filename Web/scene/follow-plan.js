import * as limits from "./limits.js";

/** @typedef {import("../navigation/types.js").Scene} Scene */

/**
 * When a follower moves (NAVIGATION §3.7): at once after a rest, then at most four times a second and
 * always to where the leader is by then; and whether the leader has fallen silent. Time is an
 * argument.
 */
export class FollowPlan {
  #movedAt = -Infinity;
  #heardAt;
  /** @type {Scene|null} */
  #waiting = null;

  /** @param {number} now when following began */
  constructor(now) {
    this.#heardAt = now;
  }

  /**
   * Whether nothing was heard of the leader for so long that following rests.
   * @param {number} now
   */
  isPaused(now) {
    return now - this.#heardAt >= limits.silenceMilliseconds;
  }

  /** When to look again: a move waits, or else the leader will count as silent. */
  get due() {
    if (this.#waiting) return this.#movedAt + limits.followDelayMilliseconds;
    return this.#heardAt + limits.silenceMilliseconds;
  }

  /**
   * The leader was heard of.
   * @param {Scene} scene
   * @param {number} now
   * @returns {Scene|null} where to go now, if anywhere
   */
  heard(scene, now) {
    this.#heardAt = now;
    this.#waiting = scene;
    return this.tick(now);
  }

  /**
   * @param {number} now
   * @returns {Scene|null} where to go now, if anywhere
   */
  tick(now) {
    const scene = this.#waiting;
    if (!scene || now < this.#movedAt + limits.followDelayMilliseconds) return null;
    this.#waiting = null;
    this.#movedAt = now;
    return scene;
  }
}
