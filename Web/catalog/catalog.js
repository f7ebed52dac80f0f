import { itemOf, pageOf } from "./identity.js";
import { pagesKept } from "./limits.js";

/** @typedef {import("./identity.js").Item} Item */
/** @typedef {import("./identity.js").Page} Page */

/**
 * The server's catalogue, asked only when somebody looks for something in it. An answer is asked
 * for once, however many want it, and kept; a failure is not, so that it can be tried again.
 * @param {{ask: (path: string) => Promise<unknown>}} parts
 */
export function createCatalog({ ask }) {
  /** @type {Map<string, Promise<Page>>} */
  const pages = new Map();
  /** @type {Map<string, Page>} */
  const arrived = new Map();
  /** @type {Map<string, Item>} */
  const items = new Map();
  /** @type {Map<string, Promise<Item>>} */
  const lookups = new Map();
  /**
   * Whom the server can ask, too, as it said last.
   * @type {readonly string[]}
   */
  let others = [];

  /** @param {Page} page */
  function learn(page) {
    for (const item of page.items) items.set(item.id, item);
    return page;
  }

  /** @param {string} path */
  function page(path) {
    const asked = pages.get(path) ?? ask(path).then((json) => {
      const came = learn(pageOf(json));
      arrived.set(path, came);
      return came;
    });
    pages.delete(path);
    pages.set(path, asked);
    asked.catch(() => pages.delete(path));
    for (const oldest of pages.keys()) {
      if (pages.size <= pagesKept) break;
      pages.delete(oldest);
      arrived.delete(oldest);
    }
    return asked;
  }

  return {
    /**
     * A page, from 1, of all books in the order of a seed.
     * @param {string} seed
     * @param {number} number
     */
    all: (seed, number) => page(`/v1/catalog?${query({ seed, page: number })}`),

    /**
     * A page, from 1, of what a search finds.
     * @param {string} q
     * @param {number} number
     */
    async search(q, number) {
      const came = await page(searchPath(q, number));
      ({ others } = came);
      return came;
    },

    /**
     * That page where it has been here before.
     * @param {string} q
     * @param {number} number
     */
    found: (q, number) => arrived.get(searchPath(q, number)),

    /** Whether the server asks Open Library, too. */
    get hasOpenLibrary() {
      return others.includes("openLibrary");
    },

    /** What Open Library finds, asked as the catalogue is. */
    openLibrary: {
      /**
       * @param {string} q
       * @param {number} number
       */
      search: (q, number) => page(searchPath(q, number, "openLibrary")),

      /**
       * @param {string} q
       * @param {number} number
       */
      found: (q, number) => arrived.get(searchPath(q, number, "openLibrary")),
    },

    /**
     * A book that has come with some page before.
     * @param {string} id
     */
    known: (id) => items.get(id),

    /**
     * A book, known or looked up.
     * @param {string} id
     * @returns {Promise<Item>}
     */
    item(id) {
      const known = items.get(id);
      if (known) return Promise.resolve(known);
      const asked = lookups.get(id) ?? ask(`/v1/catalog/${id}`).then((json) => {
        const item = itemOf(json);
        if (!item) throw new TypeError("the catalogue's answer is no book");
        items.set(id, item);
        return item;
      });
      lookups.set(id, asked);
      asked.catch(() => {}).finally(() => lookups.delete(id));
      return asked;
    },
  };
}

/** @typedef {ReturnType<typeof createCatalog>} Catalog */

/**
 * @param {string} q
 * @param {number} number
 * @param {string} [other] in which catalogue, where it is not the server's own
 */
function searchPath(q, number, other) {
  return `/v1/catalog/search?${query({ q, page: number, ...(other && { in: other }) })}`;
}

/** @param {Record<string, string|number>} members */
function query(members) {
  return new URLSearchParams(Object.entries(members).map(([name, value]) => [name, String(value)]));
}
