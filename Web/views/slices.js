import { idleMilliseconds, sliceMilliseconds, waitingMilliseconds } from "./limits.js";

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

/** @typedef {{step: () => boolean, act: () => void, sign: ReturnType<typeof setTimeout>|undefined}} Deed */

/**
 * Deeds that wait for something that takes long, and are done in their order. It is worked at in slices,
 * between which keys and presses are answered and frames are drawn.
 */
export class Slices {
  /** @type {Deed[]} */
  #asked = [];

  /**
   * @param {() => boolean} step does a little of what `act` waits for; whether some is left
   * @param {() => void} act
   * @param {() => void} [tell] says that it is waited for, once that is long enough to be wondered at
   * @returns {boolean} whether it is done already
   */
  do(step, act, tell) {
    /** @type {Deed} */
    const deed = { step, act, sign: undefined };
    if (this.#asked.push(deed) === 1) this.#goOn();
    if (!this.#asked.includes(deed)) return true;
    if (tell) deed.sign = setTimeout(tell, waitingMilliseconds);
    return false;
  }

  #goOn() {
    const later = () => void setTimeout(() => this.#goOn(), 0);
    const end = performance.now() + sliceMilliseconds;
    const [deed] = this.#asked;
    while (deed.step()) if (performance.now() >= end) return later();
    this.#asked.shift();
    clearTimeout(deed.sign);
    // What this one changes is drawn before the next.
    if (this.#asked.length > 0) later();
    deed.act();
  }
}
