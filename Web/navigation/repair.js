import { same } from "./same.js";
import { isDead } from "./library-view.js";
import { bookOf, shelfOf } from "./presentation.js";
import { notice, stashes, track } from "./outputs.js";
import { listsOnScreen } from "./nav-state.js";
import { filterAnchors, followMerges, openAdded } from "./repair-books.js";
import {
  cutPresentations, dropBooks, dropDevices, dropFilters, dropShelves,
} from "./repair-rules.js";

/** @typedef {import("./types.js").Facet} Facet */
/** @typedef {import("./types.js").LibraryView} LibraryView */
/** @typedef {import("./types.js").NavState} NavState */
/** @typedef {import("./types.js").Output} Output */

/**
 * The legal state nearest to `nav` in which nothing dead is shown or remembered (NAVIGATION §3.5),
 * and what came of it: a notice when the visible top died or the visible list lost a filter,
 * stashed drafts, and one count for each rule that changed something. Total and idempotent.
 *
 * Added results become books before merges are followed and the dead are dropped, so that one pass
 * reaches the fixed point.
 * @param {NavState} nav
 * @param {LibraryView} library
 * @param {number} [lib] the library cursor of whoever made the state; what they may know and we do
 *   not is kept
 * @returns {{nav:NavState, out:Output[]}}
 */
export function repair(nav, library, lib = 0) {
  const dead = deaths(library, lib);
  /** @type {string[]} */
  const stashed = [];
  /** @type {Output[]} */
  const counts = [];
  let current = nav;
  let named = nav;
  /** @type {[string, (nav: NavState) => NavState][]} */
  const rules = [
    ["R6", (state) => openAdded(state, library, dead)],
    ["R0", (state) => (named = followMerges(state, library))],
    ["R1", (state) => dropBooks(state, dead)],
    ["R2", (state) => cutPresentations(state, dead, stashed)],
    ["R3", (state) => filterAnchors(state, dead)],
    ["R4", (state) => dropShelves(state, dead)],
    ["R5", (state) => dropFilters(state, dead)],
    ["R7", (state) => dropDevices(state, dead)],
  ];
  for (const [rule, apply] of rules) {
    const next = apply(current);
    if (same(next, current)) continue;
    current = next;
    counts.push(track("repair", { rule }));
  }
  return { nav: current, out: [...notices(named, current, dead), ...stashes(stashed), ...counts] };
}

/**
 * Who is dead, asked of one library for one state.
 * @typedef {ReturnType<typeof deaths>} Deaths
 * @param {LibraryView} library
 * @param {number} lib
 */
function deaths(library, lib) {
  return {
    book: (/** @type {string} */ id) => isDead(library, library.book(id), lib),
    shelf: (/** @type {string} */ id) => isDead(library, library.shelf(id), lib),
    device: (/** @type {string} */ id) => isDead(library, library.device(id), lib),
    value: (/** @type {Facet} */ facet, /** @type {string} */ value) =>
      isDead(library, library.value(facet, value), lib),
  };
}

/**
 * @param {NavState} before after merges, before anything was dropped
 * @param {NavState} after
 * @param {Deaths} dead
 * @returns {Output[]}
 */
function notices(before, after, dead) {
  /** @type {Output[]} */
  const out = [];
  const gone = deadTop(before, dead);
  if (gone !== null) out.push(notice("gone", gone));
  for (const key of listsOnScreen(after)) {
    if (lostFilter(before, after, key)) out.push(notice("filter", key));
  }
  return out;
}

/**
 * The id of what is shown on top, if it is dead: of the topmost presentation if there is any, else of
 * the last route, else of the root list.
 * @param {NavState} nav
 * @param {Deaths} dead
 * @returns {string|null}
 */
function deadTop(nav, dead) {
  const { list, path } = nav.tabs[nav.tab];
  const modal = nav.present[nav.present.length - 1];
  if (modal) {
    const book = bookOf(modal);
    const shelf = shelfOf(modal);
    if (book !== null && dead.book(book)) return book;
    if (shelf !== null && dead.shelf(shelf)) return shelf;
    return null;
  }
  const route = path[path.length - 1];
  if (route?.k === "book") return dead.book(route.id) ? route.id : null;
  if (route?.k === "device") return dead.device(route.id) ? route.id : null;
  const shown = route ? (route.k === "list" ? route.list : null) : list;
  return shown?.k === "shelf" && dead.shelf(shown.id) ? shown.id : null;
}

/**
 * @param {NavState} before
 * @param {NavState} after
 * @param {string} key
 */
function lostFilter(before, after, key) {
  const old = before.lists[key];
  const now = after.lists[key];
  return old !== undefined && now !== undefined && !same(old.filters, now.filters);
}
