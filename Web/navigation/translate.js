import { listsOnScreen, bounded } from "./nav-state.js";
import { repair } from "./repair.js";

/** @typedef {import("./types.js").LibraryView} LibraryView */
/** @typedef {import("./types.js").ListState} ListState */
/** @typedef {import("./types.js").NavState} NavState */

/**
 * Another window's place, taken over by this one (NAVIGATION §3.7): the activity, not the world.
 * The source's active tab as it stands, the lists it shows, the feed if that is where it is; this
 * window's other tabs and columns stay.
 * @param {NavState} source
 * @param {NavState} own
 * @param {LibraryView} library
 * @param {number} [lib] the library cursor of the source
 * @returns {NavState}
 */
export function translate(source, own, library, lib = 0) {
  /** @type {Record<string, ListState>} */
  const lists = { ...own.lists };
  for (const key of listsOnScreen(source)) {
    if (source.lists[key]) lists[key] = source.lists[key];
  }
  const isLoneCover = source.present.length === 1 && source.present[0].dest === "cover";
  const moved = bounded({
    ...own,
    tab: source.tab,
    tabs: { ...own.tabs, [source.tab]: source.tabs[source.tab] },
    lists,
    feed: source.tab === "feed" ? source.feed : own.feed,
    present: isLoneCover ? source.present : [],
  });
  return repair(moved, library, lib).nav;
}
