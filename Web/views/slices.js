import { idleMilliseconds, sliceMilliseconds } from "./limits.js";

/**
 * Goes on with something while the window has nothing else to do, for as long as each such moment lasts.
 * @param {() => boolean} step does a little of it; whether some is left
 * @param {() => void} [done]
 */
export function whenIdle(step, done = () => {}) {
  const later = (/** @type {IdleRequestCallback} */ act) =>
    setTimeout(() => act({ didTimeout: true, timeRemaining: () => sliceMilliseconds }), idleMilliseconds);
  (globalThis.requestIdleCallback ?? later)((deadline) => {
    const end = performance.now() + Math.min(deadline.timeRemaining(), sliceMilliseconds);
    while (step()) if (performance.now() >= end) return whenIdle(step, done);
    done();
  });
}

/**
 * Deeds that wait for something that takes long, and are done in their order. It is worked at in slices,
 * between which keys and presses are answered and frames are drawn.
 */
export class Slices {
  /** @type {{step: () => boolean, act: () => void}[]} */
  #asked = [];

  /**
   * @param {() => boolean} step does a little of what `act` waits for; whether some is left
   * @param {() => void} act
   * @returns {boolean} whether it is done already
   */
  do(step, act) {
    const deed = { step, act };
    if (this.#asked.push(deed) === 1) this.#goOn();
    return !this.#asked.includes(deed);
  }

  #goOn() {
    const end = performance.now() + sliceMilliseconds;
    for (let deed; (deed = this.#asked[0]);) {
      while (deed.step()) {
        if (performance.now() >= end) return void setTimeout(() => this.#goOn(), 0);
      }
      this.#asked.shift();
      deed.act();
    }
  }
}
