import { passageFinder } from "../library/passage.js";
import { catalogSettleMilliseconds, scanMilliseconds, wordResultsMax } from "./limits.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../library/query.js").Query} Query */
/** @typedef {import("../library/passage.js").Passage} Passage */
/** @typedef {"review"|"note"|"quote"|"loan"} Place where in a book somebody's own words stand */
/** @typedef {{id: string, place: Place, passage: Passage}} Hit */

/**
 * The books in whose review, notes, quotes or loans is what is typed: looked for after a moment without a key,
 * a few at a time, so that no key waits for it. What was found before stays while it is looked for
 * again, for a book, a note or a loan has changed.
 * @param {Pick<Context, "books"|"library">} context
 * @param {() => void} changed
 */
export function createWordSearch({ books, library }, changed) {
  let q = "";
  /** @type {unknown[]} */
  let asked = [];
  let timer = 0;
  let isBusy = false;
  /** @type {readonly Hit[]} */
  let hits = [];

  /**
   * @param {Query} query
   * @param {(text: string) => Passage|null} find
   * @returns {Generator<Hit|null, void>}
   */
  function* scan(query, find) {
    for (const id of books.index.query({ ...query, q: "" }).ids) yield hitIn(id, find);
  }

  /**
   * @param {string} id
   * @param {(text: string) => Passage|null} find
   * @returns {Hit|null}
   */
  function hitIn(id, find) {
    const { review, note } = books.index.get(id)?.fields ?? {};
    /** @type {[Place, unknown][]} */
    const texts = [["review", review], ["note", note]];
    for (const { fields } of books.notes(id)) {
      texts.push([fields.form === "note" ? "note" : "quote", fields.text]);
    }
    for (const { fields } of books.loans(id)) texts.push(["loan", fields.person]);
    for (const [place, text] of texts) {
      const passage = typeof text === "string" && text !== "" ? find(text) : null;
      if (passage) return { id, place, passage };
    }
    return null;
  }

  /**
   * @param {Generator<Hit|null, void>} scanning
   * @param {Hit[]} found
   */
  function look(scanning, found) {
    const end = performance.now() + scanMilliseconds;
    while (performance.now() < end) {
      const { done, value } = scanning.next();
      if (value) found.push(value);
      if (!done && found.length < wordResultsMax) continue;
      hits = found;
      isBusy = false;
      changed();
      return;
    }
    timer = window.setTimeout(() => look(scanning, found), 0);
  }

  return {
    get hits() {
      return hits;
    },
    get isBusy() {
      return isBusy;
    },

    /**
     * Takes the query that stands in the state.
     * @param {Query} query
     */
    ask(query) {
      const now = [JSON.stringify(query), ...["book", "note", "loan"].map((kind) => library.list(kind))];
      if (now.every((each, at) => each === asked[at])) return;
      asked = now;
      clearTimeout(timer);
      if (query.q !== q) hits = [];
      q = query.q;
      const find = passageFinder(q);
      isBusy = find !== null;
      if (!find) hits = [];
      else timer = window.setTimeout(() => look(scan(query, find), []), catalogSettleMilliseconds);
    },
  };
}
