import { initialState } from "../navigation/nav-state.js";
import { print } from "../navigation/print.js";

/** @typedef {import("../navigation/types.js").ListRef} ListRef */

/** The forms a book comes in (BOOKS §5). */
export const formats = Object.freeze(["hardcover", "paperback", "ebook", "audiobook", "other"]);

/**
 * The address of a list of the library, for links that are drawn before they are followed.
 * @param {ListRef} list
 */
export function listHref(list) {
  const nav = initialState();
  return print({ ...nav, tabs: { ...nav.tabs, library: { ...nav.tabs.library, list } } });
}
