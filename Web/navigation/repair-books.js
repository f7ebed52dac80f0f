import { mergedInto } from "./library-view.js";
import { withTab } from "./nav-state.js";
import { bookOf } from "./presentation.js";
import { legalPath } from "./route.js";
import { tabs } from "./tab.js";

/** @typedef {import("./repair.js").Deaths} Deaths */
/** @typedef {import("./types.js").Anchor} Anchor */
/** @typedef {import("./types.js").LibraryView} LibraryView */
/** @typedef {import("./types.js").ListState} ListState */
/** @typedef {import("./types.js").NavState} NavState */
/** @typedef {import("./types.js").Route} Route */

/**
 * R6: a result that was added anywhere becomes its book, in place. A book that has died since does
 * not take its result away.
 * @param {NavState} nav
 * @param {LibraryView} library
 * @param {Deaths} dead
 * @returns {NavState}
 */
export function openAdded(nav, library, dead) {
  return withRoutes(nav, (route) => {
    const book = route.k === "result" ? library.added(route.id) : null;
    if (book === null || dead.book(mergedInto(library, book))) return route;
    return { k: "book", id: book };
  });
}

/**
 * R0: a book that was merged into another is that other, everywhere.
 * @param {NavState} nav
 * @param {LibraryView} library
 * @returns {NavState}
 */
export function followMerges(nav, library) {
  const now = (/** @type {string} */ id) => mergedInto(library, id);
  const isMoved = (/** @type {string|null} */ id) => id !== null && now(id) !== id;
  const moved = withRoutes(nav, (route) =>
    route.k === "book" && isMoved(route.id) ? { k: "book", id: now(route.id) } : route);
  const anchored = withBookAnchors(moved, (anchor) => {
    if (!isMoved(anchor.id) && !anchor.near.some(isMoved)) return anchor;
    return { ...anchor, id: anchor.id && now(anchor.id), near: anchor.near.map(now) };
  });
  if (!anchored.present.some((presentation) => isMoved(bookOf(presentation)))) return anchored;
  const present = anchored.present.map((presentation) => {
    const book = bookOf(presentation);
    return book === null ? presentation : { ...presentation, id: now(book) };
  });
  return { ...anchored, present };
}

/**
 * R3: an anchor whose row died moves to its first living neighbour, else keeps only its place.
 * @param {NavState} nav
 * @param {Deaths} dead
 * @returns {NavState}
 */
export function filterAnchors(nav, dead) {
  return withBookAnchors(nav, (anchor) => livingAnchor(anchor, dead));
}

/**
 * @param {Anchor} anchor
 * @param {Deaths} dead
 * @returns {Anchor}
 */
function livingAnchor(anchor, dead) {
  const near = anchor.near.filter((id) => !dead.book(id));
  if (anchor.id === null || !dead.book(anchor.id)) {
    return near.length === anchor.near.length ? anchor : { ...anchor, near };
  }
  return { id: near[0] ?? null, off: 0, idx: anchor.idx, near: near.slice(1) };
}

/**
 * Every path with its routes replaced and made legal again; null drops a route, and the others
 * stay. A state in which nothing is replaced is given back as it is, as by every rule: the library
 * changes often, and mostly nothing of it is shown.
 * @param {NavState} nav
 * @param {(route: Route) => Route|null} change
 * @returns {NavState}
 */
export function withRoutes(nav, change) {
  let changed = nav;
  for (const tab of tabs) {
    const { path } = nav.tabs[tab];
    const routes = path.map(change);
    if (routes.every((route, level) => route === path[level])) continue;
    const left = routes.filter((route) => route !== null);
    changed = withTab(changed, tab, { path: legalPath(tab, left) });
  }
  return changed;
}

/**
 * Search and feed are exempt: their rows are the catalogue's, which no library knows. Settings has
 * no books.
 * @param {NavState} nav
 * @param {(anchor: Anchor) => Anchor} change
 * @returns {NavState}
 */
function withBookAnchors(nav, change) {
  /** @type {Record<string, ListState>} */
  const changed = {};
  for (const key of Object.keys(nav.lists)) {
    const { anchor } = nav.lists[key];
    if (!anchor || key === "search" || key === "settings") continue;
    const next = change(anchor);
    if (next !== anchor) changed[key] = { ...nav.lists[key], anchor: next };
  }
  return Object.keys(changed).length > 0 ? { ...nav, lists: { ...nav.lists, ...changed } } : nav;
}
