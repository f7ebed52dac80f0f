import { openSocket } from "./socket.js";

/**
 * @typedef {import("./socket.js").SocketEvents} SocketEvents
 * @typedef {import("./socket.js").Socket} Socket
 */

/**
 * What a page supplies to the sync: clock, chance, timers, sockets, other tabs. Tests supply their
 * own.
 * @typedef {object} World
 * @property {() => number} now ms since 1970 UTC
 * @property {() => number} chance a random number in [0, 1)
 * @property {() => string} freshID a random identifier of 128 bits
 * @property {(after: number, act: () => void) => () => void} schedule gives a function that cancels
 * @property {(url: string, events: SocketEvents) => Socket} openSocket
 * @property {(name: string) => Channel} openChannel
 * @property {Locks|null} locks null where the browser has none: every tab leads then
 * @property {(error: unknown) => void} report tells the developer of a mistake in a view
 * @property {(events: {wake: () => void, network: (isUp: boolean) => void}) => () => void} watch
 *   tells when a person looks again and when the network comes or goes; gives a function that stops
 * @property {(events: {asleep: () => void, awake: () => void}) => () => void} watchSleep tells when
 *   the browser is about to stop this page, and when it goes on; gives a function that stops
 * @property {() => Promise<boolean>} keep asks the browser not to drop what is kept here when it
 *   runs out of room
 * @property {() => Promise<unknown>} renew has the server give this browser its cookie anew, which
 *   lasts for 400 days from then on
 */

/**
 * The way to the other tabs: a BroadcastChannel, or what stands for one.
 * @typedef {object} Channel
 * @property {(message: any) => void} postMessage
 * @property {((event: any) => void)|null} onmessage
 * @property {() => void} close
 */

/**
 * Keeps the lock until its promise resolves; null when there is none to keep.
 * @typedef {(lock: any) => Promise<void>} Held
 */

/**
 * The part of `navigator.locks` that is needed.
 * @typedef {object} Locks
 * @property {(name: string, options: LockOptions, held: Held) => Promise<void>} request
 */

/**
 * The world of a browser's page.
 * @returns {World}
 */
export function browserWorld() {
  return {
    now: () => Date.now(),
    chance: () => Math.random(),
    freshID,
    schedule: (after, act) => {
      const timer = setTimeout(act, after);
      return () => clearTimeout(timer);
    },
    openSocket,
    openChannel: (name) => new BroadcastChannel(name),
    locks: navigator.locks ?? null,
    report: (error) => reportError(error),
    watch,
    watchSleep,
    keep,
    renew,
  };
}

/** 128 random bits in base 32, which is an identifier (SYNC §1). */
function freshID() {
  const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  return Array.from(bytes, (byte) => alphabet[byte & 31]).join("");
}

/** @type {World["watch"]} */
function watch({ wake, network }) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const onVisible = () => {
    if (document.visibilityState === "visible") wake();
  };
  document.addEventListener("visibilitychange", onVisible, { signal });
  window.addEventListener("pageshow", (event) => event.persisted && wake(), { signal });
  window.addEventListener("online", () => network(true), { signal });
  window.addEventListener("offline", () => network(false), { signal });
  return () => stopping.abort();
}

/** @type {World["watchSleep"]} */
function watchSleep({ asleep, awake }) {
  const stopping = new AbortController();
  const { signal } = stopping;
  document.addEventListener("freeze", asleep, { signal });
  document.addEventListener("resume", awake, { signal });
  // Kept for the way back; a page that is not is gone, and its locks with it.
  window.addEventListener("pagehide", (event) => event.persisted && asleep(), { signal });
  window.addEventListener("pageshow", (event) => event.persisted && awake(), { signal });
  return () => stopping.abort();
}

/**
 * The way to no other tab.
 * @type {Channel}
 */
export const NO_CHANNEL = { postMessage() {}, onmessage: null, close() {} };

/** @type {World["renew"]} */
async function renew() {
  const answer = await fetch("/v1/session", { credentials: "same-origin", cache: "no-store" });
  return answer.text(); // what nobody reads keeps a connection busy
}

/** @type {World["keep"]} */
async function keep() {
  const storage = navigator.storage;
  if (!storage?.persist) return false;
  return (await storage.persisted()) || storage.persist();
}
