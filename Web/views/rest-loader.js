/**
 * Everything that is read after the first list stands there.
 * @typedef {typeof import("./rest.js")} Rest
 */

/**
 * Reads the rest of the client, once; after a failure, once for each wish to try again.
 * @param {() => Promise<Rest>} read
 */
export function createRestLoader(read) {
  /** @type {Rest|null} */
  let parts = null;
  /** @type {Promise<Rest>|null} */
  let coming = null;
  let isFailed = false;
  let isWanted = false;
  /** @type {Set<() => void>} */
  const listeners = new Set();

  function tell() {
    for (const listener of [...listeners]) listener();
  }

  async function readOnce() {
    isFailed = false;
    try {
      parts = await read();
      return parts;
    } catch (error) {
      coming = null;
      isFailed = true;
      throw error;
    } finally {
      tell();
    }
  }

  /** @returns {Promise<Rest>} */
  function prepare() {
    coming ??= readOnce();
    return coming;
  }

  /** @returns {Promise<Rest>} */
  function load() {
    isWanted = true;
    return prepare();
  }

  return {
    /** What has been read; null before that. */
    get parts() {
      return parts;
    },
    /** Whether somebody waits for it in vain. */
    get isMissing() {
      return isFailed && isWanted;
    },
    /** Reads it ahead of time: nobody misses it yet. */
    prepare: () => void prepare().catch(() => {}),
    load,
    /** Asks for it for whoever listens; what has failed is asked for `again`. */
    want() {
      if (isFailed && isWanted) return;
      load().catch(() => {});
    },
    again() {
      load().catch(() => {});
      // That it is under way.
      tell();
    },
    /** @param {() => void} listener hears when it has come, and when it has not */
    subscribe: (listener) => void listeners.add(listener),
  };
}

/** @typedef {ReturnType<typeof createRestLoader>} RestLoader */
