import * as limits from "./limits.js";
import { storageOf } from "./storages.js";

/** What changes in the storage of all windows when one is used, and when one goes. */
export const focusedKey = "dogear.focused";

/**
 * Which of this browser's windows was used last: a link from another device goes there. Kept in the
 * storage they share; a window that closes takes itself off, and one that could not is passed over
 * because nobody holds its lock.
 * @param {{window: Window & typeof globalThis, id: () => string}} parts
 */
export function createFocused({ window, id }) {
  const { document, navigator } = window;
  const storage = storageOf(window, "localStorage");

  /** @returns {string[]} */
  function read() {
    try {
      const list = JSON.parse(storage.getItem(focusedKey) ?? "[]");
      return Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
    } catch {
      return [];
    }
  }

  /** @param {string[]} list */
  function write(list) {
    try {
      storage.setItem(focusedKey, JSON.stringify(list.slice(0, limits.focusedCount)));
    } catch {
      // Full or forbidden: each window takes itself for the last one.
    }
  }

  function used() {
    if (document.visibilityState !== "hidden") write([id(), ...without(read(), id())]);
  }

  for (const type of ["focus", "pageshow"]) window.addEventListener(type, used);
  document.addEventListener("visibilitychange", used);
  window.addEventListener("pagehide", () => write(without(read(), id())));
  used();

  return {
    /** Whether this window was used last of those that are open. */
    async isLast() {
      const open = await openScenes(navigator.locks);
      const last = read().find((each) => open === null || open.has(each));
      return last === undefined || last === id();
    },
  };
}

/**
 * The scenes that are open in this browser; null where it cannot say.
 * @param {LockManager|undefined} locks
 * @returns {Promise<Set<string>|null>}
 */
export async function openScenes(locks) {
  const told = await locks?.query().catch(() => null);
  if (!told) return null;
  return new Set((told.held ?? []).flatMap(({ name }) =>
    name?.startsWith("scene:") ? [name.slice("scene:".length)] : []));
}

/**
 * @param {string[]} list
 * @param {string} id
 */
function without(list, id) {
  return list.filter((each) => each !== id);
}
