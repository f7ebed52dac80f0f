import { h } from "../elements/dom.js";
import * as actions from "./actions.js";
import { followsLink } from "./link.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * Something of a book as a link to all books that have it, a series in its order; where there is room for
 * both, the book stays open beside them.
 * @param {Pick<Context, "scene">} context
 * @param {() => Entity|undefined} current
 * @param {"series"|"publisher"|"tag"} facet
 * @param {string} value
 * @param {string} [words]
 */
export function filterLink({ scene }, current, facet, value, words = value) {
  const sort = facet === "series" ? "&sort=series" : "";
  const query = `?${facet}=${encodeURIComponent(value.normalize("NFC"))}${sort}`;
  const link = h("a", { href: `/library/all${query}`, dir: "auto" }, words);
  followsLink(link, () => {
    const book = current();
    const open = book && scene.layout === "wide" ? `/book/${book.id}` : "";
    scene.dispatch(actions.openLink(`/library/all${open}${query}`));
  });
  return link;
}
