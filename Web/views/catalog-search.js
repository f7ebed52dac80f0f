import { catalogSettleMilliseconds } from "./limits.js";

/** @typedef {import("../catalog/identity.js").Item} Item */

/**
 * What the catalogue answers to what is typed: asked after a moment without a key, page after page
 * as they are wanted. An answer to what is typed no longer is not looked at.
 * @param {{catalog: import("../catalog/catalog.js").Catalog, changed: () => void}} parts
 */
export function createCatalogSearch({ catalog, changed }) {
  let q = "";
  let turn = 0;
  let timer = 0;
  let number = 0;
  let total = 0;
  let isMore = false;
  /** @type {"idle"|"busy"|"failed"|"done"} */
  let state = "idle";
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
    } catch {
      if (own === turn) state = "failed";
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
      else timer = window.setTimeout(() => void load(), catalogSettleMilliseconds);
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
