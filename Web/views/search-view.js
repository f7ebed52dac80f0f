import { createListView } from "./list-view.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * The search tab: the whole library by whatever is typed, with its own words, filters and place.
 * With nothing typed it shows every book, so that the tab is useful before the first key.
 * @param {Context} context
 */
export function createSearchView(context) {
  return createListView(context, { list: () => ({ k: "search" }), pushed: false });
}
