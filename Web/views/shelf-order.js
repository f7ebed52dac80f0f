import { listState } from "../navigation/list-state.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").ListRef} ListRef */

/**
 * The order of the books on a shelf, given by hand: where a shelf shows its own order, whole, a
 * book can be dragged, or moved with Alt and the arrows.
 * @param {Context} context
 * @param {{list: () => ListRef, rows: import("../elements/virtual-list.js").VirtualList}} options
 */
export function createShelfOrder({ scene, books, deeds, preferences }, options) {
  const { list, rows } = options;
  /** @type {string|null} what was put elsewhere, until the list shows it there */
  let placed = null;

  /** The shelf whose order is on screen, or null. */
  function shelf() {
    const ref = list();
    const { q, filters, sort } = listState(scene.state.lists, ref);
    const isWhole = q === "" && Object.keys(filters).length === 0;
    const isOwnOrder = sort.by === "position" && !sort.desc && preferences.mode === "rows";
    const isPlaced = ref.k === "shelf" && books.rule(ref.id) === null;
    return isPlaced && isWhole && isOwnOrder ? ref.id : null;
  }

  /**
   * @param {string} id
   * @param {number} index among the others
   */
  function move(id, index) {
    const shown = shelf();
    const count = rows.ids.length;
    if (shown === null || index < 0 || index >= count || index === rows.indexOf(id)) return;
    placed = id;
    deeds.moveOnShelf(books.placesOn(shown), shown, id, index);
  }

  return {
    isEnabled: () => shelf() !== null,

    /**
     * @param {string|null} id
     * @param {string|null} below what it is to stand under; null for the top
     */
    put(id, below) {
      if (id === null) return;
      const [from, under] = [rows.indexOf(id), below === null ? -1 : rows.indexOf(below)];
      move(id, under < from ? under + 1 : under);
    },

    /**
     * The list shows these changes: who has put something elsewhere sees it there, though what stood
     * there reached out of the view.
     * @param {ReadonlySet<string>} touched
     */
    shown(touched) {
      if (placed === null || !touched.has(placed)) return;
      rows.reveal(placed);
      placed = null;
    },

    /**
     * @param {KeyboardEvent} event
     * @returns {boolean} whether the key was taken
     */
    pressed(event) {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!event.altKey || by === undefined || rows.active === null || shelf() === null) return false;
      move(rows.active, rows.indexOf(rows.active) + by);
      return true;
    },
  };
}
