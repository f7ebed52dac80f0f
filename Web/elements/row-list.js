import { setAttribute } from "./dom.js";

/**
 * Rows of one or more short lists in one scroller, all of them in the page, with one of them the
 * keyboard's: what `listboxKeys` needs to walk through them as through one list.
 * @param {HTMLElement} scroller
 */
export function createRowList(scroller) {
  /** @type {readonly string[]} */
  let ids = [];
  /** @type {Map<string, HTMLElement>} */
  let nodes = new Map();
  /** @type {string|null} */
  let active = null;

  function mark() {
    const stop = active !== null && nodes.has(active) ? active : (ids[0] ?? null);
    for (const [id, node] of nodes) setAttribute(node, "tabindex", id === stop ? 0 : -1);
  }

  return {
    get ids() {
      return ids;
    },
    get active() {
      return active;
    },
    columns: 1,
    get pageSize() {
      const [first] = nodes.values();
      return Math.max(1, Math.floor(scroller.clientHeight / (first?.offsetHeight || 72)) - 1);
    },
    /** @param {string} id */
    indexOf: (id) => ids.indexOf(id),

    /**
     * Takes the rows, in order.
     * @param {ReadonlyMap<string, HTMLElement>} rows
     */
    set(rows) {
      nodes = new Map(rows);
      ids = [...nodes.keys()];
      mark();
    },

    /**
     * @param {string|null} id
     * @param {{focus?: boolean, reveal?: boolean}} [how]
     */
    setActive(id, how) {
      const { focus = false, reveal = false } = how ?? {};
      active = id;
      mark();
      const node = id === null ? undefined : nodes.get(id);
      if (reveal) node?.scrollIntoView({ block: "nearest" });
      if (focus) (node ?? scroller).focus({ preventScroll: true });
    },

    /**
     * Whether nothing of a row is in view.
     * @param {string} id
     */
    isLost(id) {
      const view = scroller.getBoundingClientRect();
      const box = nodes.get(id)?.getBoundingClientRect();
      return box !== undefined && (box.bottom <= view.top || box.top >= view.bottom);
    },

    /** The first row in view, and the fraction of it that is scrolled past. */
    inView() {
      const { top } = scroller.getBoundingClientRect();
      for (const [index, id] of ids.entries()) {
        const box = /** @type {HTMLElement} */ (nodes.get(id)).getBoundingClientRect();
        if (box.bottom > top + 1) {
          return { index, fraction: Math.max(0, Math.min(0.999, (top - box.top) / box.height)) };
        }
      }
      return { index: 0, fraction: 0 };
    },

    /**
     * Scrolls so that `fraction` of a row is scrolled past.
     * @param {string} id
     * @param {number} fraction
     */
    scrollTo(id, fraction) {
      const node = nodes.get(id);
      if (!node) return;
      const { top } = scroller.getBoundingClientRect();
      const box = node.getBoundingClientRect();
      scroller.scrollTop += box.top - top + fraction * box.height;
    },
  };
}

/** @typedef {ReturnType<typeof createRowList>} RowList */
