import { coverParts } from "../covers/cover.js";
import { h } from "../elements/dom.js";
import { authorLine, publishedWords, seriesLine } from "./book-words.js";
import { titleOf } from "./sentences.js";

/**
 * A book as it is told from others much like it: its cover, title, people and edition.
 * @param {import("./context.js").Entity} book
 * @param {import("./context.js").Context["messages"]} messages
 * @param {string} [more] what else is to be known of it
 * @returns {HTMLElement[]}
 */
export function bookTile(book, messages, more = "") {
  const { format } = book.fields;
  const details = [
    seriesLine(book), publishedWords(book, messages), format ? messages.t(`format.${format}`) : "", more,
  ].filter(Boolean);
  return [
    h("span", { class: "cover row-cover" }, coverParts(book)),
    h(
      "span",
      { class: "row-text" },
      h("span", { class: "row-title", dir: "auto" }, titleOf(book)),
      h("span", { class: "row-author", dir: "auto" }, authorLine(book, messages)),
      h("span", { class: "tile-details", dir: "auto" }, details.join(" · ")),
    ),
  ];
}
