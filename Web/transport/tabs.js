// What the tabs of one library say to each other over a BroadcastChannel. Types, and the lock.

/**
 * @typedef {import("../replica/events.js").Event} Event
 * @typedef {import("../replica/events.js").Status} Status
 * @typedef {import("../replica/batch.js").Batch} Batch
 * @typedef {import("../wire/messages.js").Message} Message
 */

/**
 * Which messages the tabs of this app understand. Tabs of other versions may be open beside it: what
 * they keep on the disk is the same, so a tab of another version is followed by reading the disk,
 * and is told by the edits it finds in the outbox.
 */
export const TAB_VERSION = 2;

/**
 * The version of the app in the tab that sent a message; the first did not say.
 * @param {{v?: number}} message
 */
export function versionOf({ v = 1 }) {
  return v;
}

/** What is wrong with the older of two tabs. */
export const OUTDATED = { code: "outdated" };

/**
 * - `leading`: the leader tells that it leads, and how far the disk is; also answers `who`.
 * - `batch`: a batch is on its way to the disk; views follow by it. The same revision comes again,
 *   with more in it, when the disk did not take it.
 * - `status`: the sync state.
 * - `who`: a tab asks whether anybody leads.
 * - `left`: a tab has put an edit into the outbox.
 * - `saved`: the batch told last is on the disk.
 * - `command`, `done`: a tab wants something done by the leader, and it was.
 * - `session`: the connection there is, or none; follows `leading`.
 * - `say`: a tab says something about its window, over that connection. `heard`: the server has said
 *   something about windows.
 * Each carries `v`, the version of the sender.
 * @typedef {{v?: number} & ({type: "leading", term: string, revision: number, status: Status}
 *   | {type: "batch", term: string, revision: number, batch: Batch, remote: boolean}
 *   | {type: "saved", term: string, revision: number}
 *   | {type: "status", status: Status}
 *   | {type: "who"} | {type: "left"}
 *   | {type: "command", id: string, event: Event}
 *   | {type: "done", id: string}
 *   | {type: "session", session: string|null}
 *   | {type: "say", tab: string, session: string, message: Message}
 *   | {type: "heard", message: Message})} TabMessage
 */

/**
 * Tries to become the one leader among the tabs, at once.
 * @param {import("./world.js").Locks|null} locks
 * @param {string} name of the library's database
 * @returns {Promise<Leadership|null>} null when another tab leads
 */
export function tryToLead(locks, name) {
  if (!locks) return Promise.resolve({ release() {}, lost: new Promise(() => {}) });
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
 * Becomes the leader in place of one that does not answer.
 * @param {import("./world.js").Locks} locks
 * @param {string} name of the library's database
 * @returns {Promise<Leadership|null>}
 */
export function robLead(locks, name) {
  return hold(locks, name, { steal: true });
}

/**
 * @param {import("./world.js").World} world
 * @param {number} after ms
 * @returns {Promise<void>}
 */
export function pause(world, after) {
  return new Promise((resolve) => void world.schedule(after, resolve));
}

/**
 * The lock by which the leader learns that a tab has gone without a word.
 * @param {string} tab
 */
export const tabLock = (tab) => `dogear-tab:${tab}`;

/**
 * Being the leader, until `release`; the browser releases it too when the tab goes. `lost` resolves
 * when another tab has taken it.
 * @typedef {{release: () => void, lost: Promise<void>}} Leadership
 */

/**
 * @param {import("./world.js").Locks} locks
 * @param {string} name
 * @param {{ifAvailable: true} | {signal: AbortSignal} | {steal: true}} options
 * @returns {Promise<Leadership|null>}
 */
function hold(locks, name, options) {
  return new Promise((resolve) => {
    let lose = () => {};
    const lost = new Promise((/** @type {(value: void) => void} */ lost) => (lose = lost));
    const held = (/** @type {unknown} */ lock) => {
      if (lock === null) {
        resolve(null);
        return Promise.resolve();
      }
      return new Promise((/** @type {(value: void) => void} */ release) => resolve({ release, lost }));
    };
    locks.request(`dogear-leader:${name}`, options, held).catch(() => {
      resolve(null);
      lose();
    });
  });
}
