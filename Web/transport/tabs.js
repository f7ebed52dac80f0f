// What the tabs of one library say to each other over a BroadcastChannel. Types, and the lock.

/**
 * @typedef {import("../replica/events.js").Event} Event
 * @typedef {import("../replica/events.js").Status} Status
 * @typedef {import("../replica/batch.js").Batch} Batch
 */

/**
 * - `leading`: the leader tells that it leads, and how far the disk is; also answers `who`.
 * - `batch`: a batch is on its way to the disk; views follow by it. The same revision comes again,
 *   with more in it, when the disk did not take it.
 * - `status`: the sync state.
 * - `who`: a tab asks whether anybody leads.
 * - `left`: a tab has put an edit into the outbox.
 * - `command`, `done`: a tab wants something done by the leader, and it was.
 * @typedef {{type: "leading", term: string, revision: number, status: Status}
 *   | {type: "batch", term: string, revision: number, batch: Batch, remote: boolean}
 *   | {type: "status", status: Status}
 *   | {type: "who"} | {type: "left"}
 *   | {type: "command", id: string, event: Event}
 *   | {type: "done", id: string}} TabMessage
 */

/**
 * Tries to become the one leader among the tabs, at once.
 * @param {import("./world.js").Locks|null} locks
 * @param {string} name of the library's database
 * @returns {Promise<Leadership|null>} null when another tab leads
 */
export function tryToLead(locks, name) {
  if (!locks) return Promise.resolve({ release() {} });
  return hold(locks, name, { ifAvailable: true });
}

/**
 * Becomes the leader once the present one has gone.
 * @param {import("./world.js").Locks} locks
 * @param {string} name of the library's database
 * @param {AbortSignal} signal gives up waiting
 * @returns {Promise<Leadership|null>} null when given up
 */
export function waitToLead(locks, name, signal) {
  return hold(locks, name, { signal });
}

/**
 * Being the leader, until `release`; the browser releases it too when the tab goes.
 * @typedef {{release: () => void}} Leadership
 */

/**
 * @param {import("./world.js").Locks} locks
 * @param {string} name
 * @param {{ifAvailable: true} | {signal: AbortSignal}} options
 * @returns {Promise<Leadership|null>}
 */
function hold(locks, name, options) {
  return new Promise((resolve) => {
    const held = (/** @type {unknown} */ lock) => {
      if (lock === null) {
        resolve(null);
        return Promise.resolve();
      }
      return new Promise((/** @type {(value: void) => void} */ release) => resolve({ release }));
    };
    locks.request(`dogear-leader:${name}`, options, held).catch(() => resolve(null));
  });
}
