/** @typedef {import("../catalog/identity.js").Item} Item */
/** @typedef {import("./context.js").Context} Context */

/** The order of a window that was given none: the same mixture everywhere. */
const plainSeed = "covers";

/**
 * The books of the catalogue in the feed's order, page after page, without those that were skipped
 * before this page was opened. Each page is asked for once; after a failure, once for each wish to
 * try again.
 * @param {Pick<Context, "catalog"|"skipped">} context
 * @param {() => void} changed
 */
export function createFeedSequence({ catalog, skipped }, changed) {
  let seed = "";
  let turn = 0;
  let number = 0;
  let isMore = true;
  /** @type {"idle"|"busy"|"failed"} */
  let state = "idle";
  /** @type {ReadonlySet<string>} */
  let left = new Set();
  /** @type {Item[]} */
  let items = [];
  let wanted = 0;

  /** Loads page after page until there are as many covers as wanted. */
  async function load() {
    if (state !== "idle") return;
    const own = turn;
    state = "busy";
    changed();
    try {
      while (own === turn && isMore && items.length < wanted) {
        const page = await catalog.all(seed, number + 1);
        if (own !== turn) return;
        number += 1;
        isMore = page.more;
        items = [...items, ...page.items.filter(({ id }) => !left.has(id))];
      }
      state = "idle";
    } catch {
      if (own !== turn) return;
      state = "failed";
    }
    changed();
  }

  return {
    /** @returns {readonly Item[]} */
    get items() {
      return items;
    },
    get state() {
      return state;
    },
    /** Whether all that there is has been loaded. */
    get isComplete() {
      return !isMore;
    },

    /**
     * Begins anew in another order, with as many pages as show the cover at `index` with room
     * ahead.
     * @param {string} nextSeed
     * @param {number} count covers
     */
    begin(nextSeed, count) {
      seed = nextSeed || plainSeed;
      turn += 1;
      number = 0;
      isMore = true;
      state = "idle";
      left = skipped.all();
      items = [];
      wanted = count;
      void load();
    },

    /** The next page, unless it is on its way or has failed. */
    next() {
      if (state !== "idle" || !isMore) return;
      // One page, or the pages that give one cover more where all of one were skipped.
      wanted = items.length + 1;
      void load();
    },

    retry() {
      if (state !== "failed") return;
      state = "idle";
      void load();
    },
  };
}
