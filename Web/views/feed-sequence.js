import { feedPages } from "../navigation/anchor.js";
import { feedPage } from "../navigation/limits.js";

/** @typedef {import("../catalog/identity.js").Item} Item */
/** @typedef {import("../navigation/types.js").Anchor} Anchor */
/** @typedef {import("./context.js").Context} Context */

/** The order of a window that was given none: the same mixture everywhere. */
const plainSeed = "covers";

/** Who shuffles looks for what to read: not for what they have done with. */
const over = new Set(["read", "abandoned"]);

/**
 * The books of the catalogue in the feed's order, page after page, without those that were skipped
 * before this page was opened, and where it is shuffled without those that are read or given up. Each
 * page is asked for once; after a failure, once for each wish to try again.
 * @param {Pick<Context, "catalog"|"skipped"> & {books: Pick<Context["books"], "owned">,
 *   library: Pick<Context["library"], "whole">}} context
 * @param {() => void} changed
 */
export function createFeedSequence({ catalog, skipped, books, library }, changed) {
  let seed = "";
  let turn = 0;
  let number = 0;
  let isMore = true;
  /** @type {"idle"|"busy"|"failed"} */
  let state = "idle";
  /** @type {ReadonlySet<string>} */
  let left = new Set();
  /** @type {string|null|undefined} the cover that somebody comes back to, though it is read by now */
  let held;
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
      // What is read is known with all of the library, which a window that opens has not read yet.
      if (seed) await library.whole;
      if (own !== turn) return;
      while (own === turn && isMore && items.length < wanted) {
        const page = await catalog.all(seed || plainSeed, number + 1);
        if (own !== turn) return;
        number += 1;
        isMore = page.more;
        items = [...items, ...page.items.filter(isShown)];
      }
      state = "idle";
    } catch {
      if (own !== turn) return;
      state = "failed";
    }
    changed();
  }

  /** @param {Item} item */
  function isShown(item) {
    if (left.has(item.id)) return false;
    return !seed || item.id === held || !over.has(books.owned(item)?.fields.status);
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
     * Begins anew in another order, with as many pages as show the cover at a place with room ahead.
     * @param {string} nextSeed that it is shuffled by; empty for the usual order
     * @param {Anchor|null} place
     */
    begin(nextSeed, place) {
      seed = nextSeed;
      held = place?.id;
      turn += 1;
      number = 0;
      isMore = true;
      state = "idle";
      left = skipped.all();
      items = [];
      wanted = feedPages(place) * feedPage;
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
