import { isNumberLong } from "../catalog/isbn-list.js";
import { lookupsAtOnce } from "../catalog/limits.js";

/** @typedef {import("../catalog/identity.js").Item} Item */
/** @typedef {import("../catalog/isbn-list.js").Written} Written */
/** @typedef {import("./context.js").Context} Context */
/**
 * What became of one number of a list.
 * @typedef {Written & {state: "waiting"|"asked"|"found"|"none"|"invalid"|"length"|"failed"|"away",
 *   item?: Item}} Looked `away`: Open Library is
 */

/**
 * Looks a list of ISBNs up, a few at once, in the order of the list.
 * @param {Pick<Context, "catalog"|"books">} context
 * @param {() => void} changed
 */
export function createIsbnLookup({ catalog, books }, changed) {
  /** @type {Looked[]} */
  let rows = [];
  let turn = 0;

  /**
   * @param {Looked} row
   * @param {number} own
   */
  async function lookUp(row, own) {
    const isbn = row.isbn ?? "";
    const isOwned = books.withIsbn(isbn) !== undefined;
    let isHere = true;
    try {
      let { items } = await catalog.search(isbn, 1);
      isHere = false;
      // What the library has is nobody else's business.
      if (items.length === 0 && !isOwned && own === turn && catalog.hasOpenLibrary) {
        ({ items } = await catalog.openLibrary.search(isbn, 1));
      }
      if (own !== turn) return;
      row.item = items[0];
      row.state = items.length > 0 || isOwned ? "found" : "none";
    } catch {
      if (own !== turn) return;
      // Out of reach: what is in the library is known all the same.
      row.state = isOwned ? "found" : isHere ? "failed" : "away";
    }
    changed();
  }

  /** @param {number} own */
  async function work(own) {
    for (;;) {
      const next = rows.find(({ state }) => state === "waiting");
      if (!next || own !== turn) return;
      next.state = "asked";
      await lookUp(next, own);
    }
  }

  function start() {
    turn += 1;
    changed();
    const own = turn;
    return Promise.all(Array.from({ length: lookupsAtOnce }, () => work(own)));
  }

  return {
    /** @returns {readonly Looked[]} */
    get rows() {
      return rows;
    },

    /**
     * Looks this list up instead of the one before; what was found for that stays found.
     * @param {readonly Written[]} list
     */
    begin(list) {
      const found = new Map(rows.filter(({ state }) => state === "found").map((row) => [row.isbn, row]));
      rows = list.map((one) => {
        const state = one.isbn === null ? problemOf(one) : "waiting";
        return { state, ...found.get(one.isbn), ...one };
      });
      return start();
    },

    /** Looks up again what could not be asked. */
    retry() {
      for (const row of rows) if (row.state === "failed" || row.state === "away") row.state = "waiting";
      return start();
    },

    /** Leaves it at what is known. */
    stop() {
      turn += 1;
      for (const row of rows) {
        if (row.state === "waiting" || row.state === "asked") row.state = "failed";
      }
      changed();
    },
  };
}

/**
 * Why it is no ISBN.
 * @param {Written} one
 */
const problemOf = ({ written }) => (isNumberLong(written) ? "invalid" : "length");
