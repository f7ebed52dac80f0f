import { keysOf } from "../library/query-facets.js";
import { listOfKey } from "./list-ref.js";
import { withTab } from "./nav-state.js";
import { bookOf, dirtyDrafts, shelfOf } from "./presentation.js";
import { withRoutes } from "./repair-books.js";
import { tabs } from "./tab.js";

/** @typedef {import("./repair.js").Deaths} Deaths */
/** @typedef {import("./types.js").Facet} Facet */
/** @typedef {import("./types.js").ListState} ListState */
/** @typedef {import("./types.js").NavState} NavState */
/** @typedef {import("./types.js").Presentation} Presentation */

/**
 * R1: a dead book leaves every path; what was opened from it stays. A neighbour is never chosen in
 * its place.
 * @param {NavState} nav
 * @param {Deaths} dead
 * @returns {NavState}
 */
export function dropBooks(nav, dead) {
  return withRoutes(nav, (route) => (route.k === "book" && dead.book(route.id) ? null : route));
}

/**
 * R2: a presentation about something dead is cut, with all above it, whose drafts are added to
 * `stashed`. An editor with unsaved edits becomes a new book with the same draft: "Restore as new".
 * @param {NavState} nav
 * @param {Deaths} dead
 * @param {string[]} stashed
 * @returns {NavState}
 */
export function cutPresentations(nav, dead, stashed) {
  if (!nav.present.some((each) => isAboutDead(each, dead))) return nav;
  /** @type {Presentation[]} */
  const present = [];
  for (const [level, presentation] of nav.present.entries()) {
    if (!isAboutDead(presentation, dead)) {
      present.push(presentation);
    } else if (presentation.dest === "editBook" && presentation.dirty) {
      present.push({ style: "sheet", dest: "newBook", draft: presentation.draft, dirty: true });
    } else {
      stashed.push(...dirtyDrafts(nav.present, level + 1));
      break;
    }
  }
  return { ...nav, present };
}

/**
 * @param {Presentation} presentation
 * @param {Deaths} dead
 */
function isAboutDead(presentation, dead) {
  const book = bookOf(presentation);
  const shelf = shelfOf(presentation);
  return (book !== null && dead.book(book)) || (shelf !== null && dead.shelf(shelf));
}

/**
 * R4: where a dead shelf was the root list, all books are, with the path kept; pushed lists of it,
 * its list state and filters on it go.
 * @param {NavState} nav
 * @param {Deaths} dead
 * @returns {NavState}
 */
export function dropShelves(nav, dead) {
  const isDeadList = (/** @type {import("./types.js").ListRef|null} */ list) =>
    list?.k === "shelf" && dead.shelf(list.id);
  const pruned = withRoutes(nav, (route) =>
    route.k === "list" && isDeadList(route.list) ? null : route);
  let rooted = pruned;
  for (const tab of tabs) {
    if (isDeadList(pruned.tabs[tab].list)) rooted = withTab(rooted, tab, { list: { k: "all" } });
  }
  const deadKeys = Object.keys(nav.lists).filter((key) => isDeadList(listOfKey(key)));
  if (deadKeys.length > 0) {
    const lists = { ...nav.lists };
    for (const key of deadKeys) delete lists[key];
    rooted = { ...rooted, lists };
  }
  return withoutValues(rooted, ["shelf"], (_, shelf) => dead.shelf(shelf));
}

/**
 * What only books have. The other values of facets are always there, whether or not a book has them.
 * @type {readonly Facet[]}
 */
const facetsOfBooks = ["tag", "format", "author", "series", "publisher", "language"];

/**
 * R5: a tag or format, a person, series, publisher or language that no book has any more is no filter.
 * @param {NavState} nav
 * @param {Deaths} dead
 * @returns {NavState}
 */
export function dropFilters(nav, dead) {
  return withoutValues(nav, facetsOfBooks, dead.value);
}

/**
 * R7: a removed device has no page.
 * @param {NavState} nav
 * @param {Deaths} dead
 * @returns {NavState}
 */
export function dropDevices(nav, dead) {
  return withRoutes(nav, (route) => (route.k === "device" && dead.device(route.id) ? null : route));
}

/**
 * Every list state without the dead values of some facets, chosen or left out; a facet left empty
 * disappears.
 * @param {NavState} nav
 * @param {readonly Facet[]} facets
 * @param {(facet: Facet, value: string) => boolean} isDeadValue
 * @returns {NavState}
 */
function withoutValues(nav, facets, isDeadValue) {
  /** @type {Record<string, ListState>} */
  const changed = {};
  for (const key of Object.keys(nav.lists)) {
    const state = nav.lists[key];
    /** @type {Record<string, readonly string[]>} */
    const filters = { ...state.filters };
    for (const facet of facets) {
      for (const part of keysOf(facet)) {
        const values = filters[part];
        if (!values?.some((value) => isDeadValue(facet, value))) continue;
        const living = values.filter((value) => !isDeadValue(facet, value));
        if (living.length > 0) filters[part] = living;
        else delete filters[part];
        changed[key] = { ...state, filters };
      }
    }
  }
  return Object.keys(changed).length > 0 ? { ...nav, lists: { ...nav.lists, ...changed } } : nav;
}
