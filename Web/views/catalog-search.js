import { RequestError } from "./request.js";

/** @typedef {import("../catalog/identity.js").Item} Item */

/**
 * What a catalogue answers to what is typed: asked after a moment without a key, page after page
 * as they are wanted. An answer to what is typed no longer is not looked at.
 * @param {{
 *   catalog: Pick<import("../catalog/catalog.js").Catalog, "search"|"found">,
 *   settleMilliseconds: number,
 *   changed: () => void,
 * }} parts
 */
export function createCatalogSearch({ catalog, settleMilliseconds, changed }) {
  let q = "";
  let turn = 0;
  let timer = 0;
  let number = 0;
  let total = 0;
  let isMore = false;
  /** @type {"idle"|"busy"|"failed"|"done"} */
  let state = "idle";
  /** What went wrong, where something did. */
  let problem = "";
  /** @type {Item[]} */
  let items = [];

  /** @param {import("../catalog/identity.js").Page} page */
  function take(page) {
    number += 1;
    total = page.total;
    isMore = page.more;
    items = [...items, ...page.items];
    state = "done";
  }

  async function load() {
    const own = turn;
    state = "busy";
    try {
      const page = await catalog.search(q, number + 1);
      if (own === turn) take(page);
    } catch (error) {
      if (own === turn) state = "failed";
      problem = error instanceof RequestError ? error.code : "";
    }
    if (own === turn) changed();
  }

  return {
    /** @returns {readonly Item[]} */
    get items() {
      return items;
    },
    get state() {
      return state;
    },
    get problem() {
      return problem;
    },
    get total() {
      return total;
    },
    get isMore() {
      return isMore;
    },

    /**
     * Takes what is typed now.
     * @param {string} typed
     */
    ask(typed) {
      const wanted = typed.trim();
      if (wanted === q) return;
      q = wanted;
      turn += 1;
      clearTimeout(timer);
      number = total = 0;
      isMore = false;
      items = [];
      state = q === "" ? "idle" : "busy";
      if (q === "") return;
      const known = catalog.found(q, 1);
      if (known) take(known);
      else timer = window.setTimeout(() => void load(), settleMilliseconds);
    },

    /** The next page, unless it is on its way, has failed, or there is none. */
    more() {
      if (state !== "done" || !isMore) return;
      void load();
      changed();
    },

    retry() {
      if (state !== "failed") return;
      void load();
      changed();
    },
  };
}
