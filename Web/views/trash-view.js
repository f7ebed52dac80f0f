import { coverOf } from "../covers/cover.js";
import { h, setChildren, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { keepRowFocus } from "../elements/row-focus.js";
import { authorLine } from "./book-words.js";
import { titleOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/** What a person put there by deleting it; the rest goes and comes with its book. */
const restorable = ["book", "shelf"];

/**
 * Deleted books and shelves, each with the way back.
 * @param {Context} context
 */
export function createTrashView({ library, messages, deeds }) {
  const { t } = messages;
  const lead = h("p", { class: "panel-text" }, t("trash.lead"));
  const list = h("ul", { class: "trash" });
  const empty = h("p", { class: "panel-empty" }, icon("trash"), t("trash.none"));
  /** @type {Map<string, {entity: Entity, node: HTMLElement}>} */
  const nodes = new Map();

  /** @param {Entity} entity */
  function row(entity) {
    const key = `${entity.kind}/${entity.id}`;
    const known = nodes.get(key);
    if (known?.entity === entity) return known.node;
    const isBook = entity.kind === "book";
    const node = h(
      "li",
      { class: "trash-item", "data-testid": `trash.${entity.id}` },
      isBook ? h("span", { class: "cover row-cover" }, coverOf(entity)) : icon("shelf"),
      h(
        "span",
        { class: "row-text" },
        h("span", { class: "row-title", dir: "auto" }, titleOf(entity)),
        h(
          "span",
          { class: "row-author", dir: "auto" },
          isBook ? authorLine(entity, messages) : t("trash.shelf"),
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "button small",
          "data-testid": `trash.${entity.id}.restore`,
          onclick: () => deeds.restore(entity),
        },
        icon("undo"),
        t("trash.restore"),
      ),
    );
    nodes.set(key, { entity, node });
    return node;
  }

  return {
    title: t("trash.title"),
    node: h("div", { class: "panel-body" }, lead, list, empty),
    render() {
      const entities = library
        .trash()
        .filter((entity) => restorable.includes(entity.kind))
        .sort((a, b) => (b.seq ?? 0) - (a.seq ?? 0));
      keepRowFocus(list, () => setChildren(list, entities.map(row)));
      show(lead, entities.length > 0);
      show(empty, entities.length === 0);
    },
  };
}
