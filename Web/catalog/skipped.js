import { skippedMax } from "./limits.js";

const storageKey = "dogear.feed.skipped";

/**
 * The books that were skipped in the feed on this device, so that they do not come back.
 * @param {Pick<Storage, "getItem"|"setItem">} storage
 */
export function createSkipped(storage) {
  /**
   * Another window of this browser may have skipped meanwhile.
   * @returns {string[]}
   */
  function read() {
    try {
      const stored = JSON.parse(storage.getItem(storageKey) ?? "[]");
      return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
    } catch {
      return []; // unreadable: nothing was skipped
    }
  }

  return {
    /** @returns {ReadonlySet<string>} */
    all: () => new Set(read()),

    /**
     * @param {string} id
     * @param {boolean} isSkipped
     */
    set(id, isSkipped) {
      const others = read().filter((other) => other !== id);
      const next = isSkipped ? [...others, id].slice(-skippedMax) : others;
      try {
        storage.setItem(storageKey, JSON.stringify(next));
      } catch {
        // Storage may be full or forbidden: the book then comes back another time.
      }
    },
  };
}

/** @typedef {ReturnType<typeof createSkipped>} Skipped */
