import { h } from "../elements/dom.js";
import { createPending } from "./pending.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./shell.js").RootView} RootView */
/** @typedef {import("../navigation/types.js").Tab} Tab */

/**
 * The views at the roots of the tabs. The library's is there from the start; each other one is made
 * in its place when its tab is first seen, and until its part of the client is read an outline
 * stands there.
 * @param {Context} context
 * @param {RootView} library
 */
export function createRoots(context, library) {
  /** @type {Map<Tab, RootView>} */
  const made = new Map([["library", library]]);
  /** @type {ReturnType<import("./feed-view.js").createFeedView>|null} */
  let feed = null;
  /** @type {Map<Tab, {place: HTMLElement, outline: RootView}>} */
  const waiting = new Map();
  for (const tab of /** @type {const} */ (["search", "feed", "settings"])) {
    const outline = createPending(context, `list.${tab}.pending`);
    waiting.set(tab, { place: h("div", { class: "root-place" }, outline.node), outline });
  }

  /**
   * @param {import("./rest-loader.js").Rest} parts
   * @param {Tab} tab
   * @returns {RootView}
   */
  function make(parts, tab) {
    if (tab === "search") return parts.createSearchView(context);
    if (tab === "settings") return parts.createSettingsView(context);
    return (feed = parts.createFeedView(context));
  }

  return {
    /** Where each stands, from the start. */
    places: [
      /** @type {const} */ (["library", library.node]),
      ...[...waiting].map(([tab, { place }]) => /** @type {const} */ ([tab, place])),
    ],
    /**
     * @param {Tab} tab
     * @returns {RootView}
     */
    of(tab) {
      const known = made.get(tab);
      if (known) return known;
      const { place, outline } = /** @type {{place: HTMLElement, outline: RootView}} */ (
        waiting.get(tab)
      );
      const { parts } = context.rest;
      if (!parts) return outline;
      const view = make(parts, tab);
      place.replaceChildren(view.node);
      made.set(tab, view);
      waiting.delete(tab);
      return view;
    },
    loadFeed: () => feed?.load(),
  };
}
