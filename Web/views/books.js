import { BookIndex } from "../library/query.js";
import { listState } from "../navigation/list-state.js";
import { warmBatch } from "./limits.js";

/** @typedef {import("../library/query-entry.js").Entity} Entity */
/** @typedef {import("./context.js").Library} Library */

/**
 * What the views ask about the library: queries over its books, shelves by name and order. Follows
 * the library's changes by `apply`.
 * @param {Library} library
 * @param {string} language
 */
export function createBooks(library, language) {
  const index = new BookIndex(language);
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
  /** @type {Entity[]|null} */
  let shelves = null;
  let version = 0;
  index.reset(library.list("book"));
  warm();

  function warm() {
    const later = (/** @type {() => void} */ act) => setTimeout(act, 50);
    (globalThis.requestIdleCallback ?? later)(() => {
      if (index.warm(warmBatch)) warm();
    });
  }

  return {
    index,

    /** Rises whenever a book comes or goes. */
    get version() {
      return version;
    },

    /**
     * Takes in what changed; null when everything may have.
     * @param {Set<string>|null} keys
     */
    apply(keys) {
      if (!keys) {
        version += 1;
        shelves = null;
        index.reset(library.list("book"));
        warm();
        return;
      }
      for (const key of keys) {
        const slash = key.indexOf("/");
        const kind = key.slice(0, slash);
        const id = key.slice(slash + 1);
        if (kind === "book") {
          const known = index.get(id) !== undefined;
          index.update(id, library.get("book", id));
          if (known !== (index.get(id) !== undefined)) version += 1;
        }
        if (kind === "shelf") shelves = null;
      }
    },

    /**
     * The result that a list shows in this state.
     * @param {import("../navigation/types.js").NavState} state
     * @param {import("../navigation/types.js").ListRef} list
     */
    result(state, list) {
      const { q, filters, sort } = listState(state.lists, list);
      return index.query({ list, q, filters, sort });
    },

    /**
     * The shelves in the person's order.
     * @returns {Entity[]}
     */
    shelves() {
      shelves ??= [...library.list("shelf")].sort((a, b) => {
        const [one, other] = [a.fields.position ?? "~", b.fields.position ?? "~"];
        if (one !== other) return one < other ? -1 : 1;
        return collator.compare(a.fields.name ?? "", b.fields.name ?? "");
      });
      return shelves;
    },

    /** @param {string} id */
    shelfName(id) {
      return library.get("shelf", id)?.fields.name ?? null;
    },

    /** All tags with how many books have them, by the alphabet. */
    tags() {
      return [...index.totals().tag].sort(([a], [b]) => collator.compare(a, b));
    },

    compare: collator.compare,
  };
}

/** @typedef {ReturnType<typeof createBooks>} Books */
