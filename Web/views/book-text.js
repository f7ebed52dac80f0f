import { glow, h, setAttribute } from "../elements/dom.js";
import { textSettleMilliseconds } from "./limits.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * A text of a book that is written in place: the review, the private note. It is saved when the
 * typing rests, when the field is left and when another book comes. While somebody types, nothing
 * that arrives from elsewhere touches the words under their cursor.
 * @param {Context} context
 * @param {{field: "review"|"note", current: () => Entity|undefined}} options
 */
export function createText({ messages, deeds }, { field, current }) {
  const { t } = messages;
  const area = h("textarea", {
    class: "text-area",
    rows: 1,
    dir: "auto",
    placeholder: t(`book.${field}.placeholder`),
    "aria-label": t(`book.${field}`),
    "data-testid": `detail.${field}`,
  });
  let timer = 0;
  let stored = "";

  function flush() {
    clearTimeout(timer);
    const book = current();
    if (!book || area.value === stored) return;
    stored = area.value;
    void deeds.set(book, { [field]: area.value === "" ? null : area.value });
  }

  area.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(flush, textSettleMilliseconds);
  });
  area.addEventListener("blur", flush);
  area.addEventListener("keydown", (event) => event.stopPropagation());

  return {
    node: h(
      "section",
      { class: `book-text book-${field}` },
      h("h2", null, t(`book.${field}`)),
      h("div", { class: "text-grow" }, area),
    ),
    flush,
    /**
     * @param {Entity} book
     * @param {boolean} glows
     * @param {boolean} same
     */
    render(book, glows, same) {
      const text = book.fields[field] ?? "";
      if (same && area.value !== stored) return;
      stored = text;
      if (area.value !== text) {
        area.value = text;
        if (glows) glow(area);
      }
      setAttribute(area, "data-empty", text === "");
    },
  };
}
