import { coverParts } from "../covers/cover.js";
import { h } from "../elements/dom.js";

/**
 * A book as it would look with another picture: of two pictures the words are the same.
 * @param {import("./context.js").Entity} book
 * @param {unknown} cover
 */
export function coverVersion(book, cover) {
  const shown = { ...book, fields: { ...book.fields, cover } };
  return h("span", { class: "cover version-cover", "aria-hidden": "true" }, coverParts(shown));
}
