import { h } from "../elements/dom.js";
import { createBulkDeeds } from "./bulk-deeds.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * What a line of the sidebar makes of books that are dropped on it; nothing where it takes none, as a shelf
 * that fills itself.
 * @param {string|undefined} name of the line, or of the button in it
 * @param {Pick<Context["books"], "rule">} books
 * @returns {((deeds: import("./bulk-deeds.js").BulkDeeds, list: Entity[]) => void)|undefined}
 */
export function takerOf(name = "", books) {
  const [, kind, value] = /^sidebar\.(shelf|status|tag|trash)(?::(.*))?$/s.exec(name) ?? [];
  switch (kind) {
    case "shelf": {
      const [id] = value.split("."); // of its menu's button, too
      return books.rule(id) ? undefined : (deeds, list) => deeds.putOn(list, id);
    }
    case "status":
      return (deeds, list) => deeds.status(list, value);
    case "tag":
      return (deeds, list) => deeds.tag(list, [value]);
    case "trash":
      return (deeds, list) => deeds.delete(list);
  }
}

/**
 * Books on their way from a list to the sidebar, where that stands beside it: a small picture of them goes
 * along under the pointer, and what would take them is marked.
 *
 * They go by pointer events, not by the browser's own drag and drop: so it is one drag that gives a book
 * another place on its shelf or, beyond that, puts it on another; and its Escape, the scrolling at an edge and
 * the click that is none are there already (elements/reorder.js).
 * @param {Context} context
 * @param {readonly string[]} ids
 * @param {Element} row that the pointer has taken hold of
 * @returns {import("../elements/reorder.js").Load|null}
 */
export function carryBooks(context, ids, row) {
  const { books, messages } = context;
  const beside = '[data-layout="wide"] .layer-sidebar[data-place="current"] .sidebar-scroll';
  const sidebar = document.querySelector(beside);
  if (!sidebar) return null;
  const cover = row.querySelector(".row-cover")?.cloneNode(true);
  const picture = h("div", { class: "carried" }, cover, messages.t("list.count", { count: ids.length }));
  document.body.append(picture);
  /** @type {Element|null|undefined} */
  let marked;
  /** @type {ReturnType<typeof takerOf>} */
  let taker;

  /** @param {Element|null} [line] */
  function mark(line) {
    marked?.toggleAttribute("data-takes", false);
    marked = line;
    marked?.toggleAttribute("data-takes", true);
  }

  return {
    move(x, y) {
      picture.style.translate = `${x}px ${y}px`;
      const named = document.elementFromPoint(x, y)?.closest("[data-testid]");
      taker = takerOf(named?.getAttribute("data-testid") ?? "", books);
      mark(taker && (named?.closest(".sidebar-line") ?? named));
      const { left, right } = sidebar.getBoundingClientRect();
      return x >= left && x < right ? sidebar : null;
    },
    end(isDropped) {
      picture.remove();
      mark();
      const list = ids.flatMap((id) => books.index.get(id) ?? []);
      if (isDropped) taker?.(createBulkDeeds(context), list);
    },
  };
}
