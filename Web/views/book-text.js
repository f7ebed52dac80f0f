import { h } from "../elements/dom.js";
import { createTextBox } from "./text-box.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * A text of a book under its heading: the review, the private note.
 * @param {Context} context
 * @param {{field: "review"|"note", current: () => Entity|undefined}} options
 */
export function createText(context, { field, current }) {
  const { t } = context.messages;
  const { node, flush, render } = createTextBox(context, {
    field,
    current,
    label: t(`fieldName.${field}`),
    placeholder: t(`book.${field}.placeholder`),
    name: `detail.${field}`,
  });
  return {
    node: h("section", { class: `book-text book-${field}` }, h("h2", null, t(`fieldName.${field}`)), node),
    flush,
    render,
  };
}
