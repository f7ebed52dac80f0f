import { coverParts } from "../covers/cover.js";
import { h } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import * as actions from "./actions.js";
import { titleOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * A cover over the whole window: as large as it fits, and nothing else. Pressing it anywhere leaves
 * it.
 * @param {Context} context
 * @param {string} id of the book
 * @returns {import("./presenter.js").Content|null} null where there is no such book
 */
export function createCoverView({ scene, library, messages }, id) {
  const { t } = messages;
  const book = library.resolve("book", id);
  if (!book) return null;
  const label = t("book.coverOf", { title: titleOf(book) });
  const leave = () => scene.dispatch(actions.dismiss());
  const close = h(
    "button",
    {
      type: "button",
      class: "icon-button cover-close",
      "aria-label": t("close"),
      "data-testid": "cover.cover.close",
      onclick: leave,
    },
    icon("close"),
  );
  const art = h("div", { class: "cover cover-large", role: "img", "aria-label": label }, coverParts(book));
  const node = h("div", { class: "cover-window" }, art, close);
  node.addEventListener("click", (event) => {
    if (event.target !== close && !close.contains(/** @type {Node} */ (event.target))) leave();
  });
  return { node, label, focus: () => close.focus() };
}
