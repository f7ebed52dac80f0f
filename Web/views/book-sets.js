import { createChips } from "../elements/chips.js";
import { h, plainButton } from "../elements/dom.js";
import * as limits from "../library/limits.js";
import { scalarCount } from "../library/text.js";
import * as actions from "./actions.js";
import { filterLink } from "./filter-link.js";
import { createTagChips } from "./tag-chips.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * The tags and shelves of a book, changed in place.
 * @param {Context} context
 * @param {() => Entity|undefined} current
 */
export function createBookSets(context, current) {
  const { scene, books, messages, deeds } = context;
  const { t } = messages;
  const tags = createTagChips(context, {
    name: "detail.tags",
    add: (added) => act((book) => deeds.addTags(book, added)),
    remove: (tag) => act((book) => deeds.removeTag(book, tag)),
    lead: (tag) => filterLink(context, current, "tag", tag),
  });
  const shelves = createChips({
    label: t("book.shelves"),
    name: "detail.shelves",
    addLabel: t("book.addShelf"),
    removeLabel: (label) => t("book.removeShelf", { shelf: label }),
    suggest: () => books.ownShelves().map(
      (shelf) => ({ value: shelf.id, label: shelf.fields.name ?? "" }),
    ),
    add(name) {
      const max = limits.nameLengthMax;
      if (scalarCount(name) > max) return t("field.tooLong", { max });
      act((book) => deeds.shelve(book, name, books.ownShelves()));
    },
    remove: (shelf) => act((book) => deeds.unshelve(book, shelf)),
  });

  const choose = plainButton(
    "text-button", "detail.shelve", () => act(({ id }) => void scene.dispatch(actions.addToShelf(id))),
    t("shelves.choose"),
  );

  /** @param {(book: Entity) => void} deed */
  function act(deed) {
    const book = current();
    if (book) deed(book);
  }

  /**
   * A deleted shelf keeps its books for the case that it comes back, and says nothing meanwhile.
   * @param {string} id
   */
  function shelfChip(id) {
    const name = books.shelfName(id);
    if (name === null) return [];
    const isRecovered = books.recovered().some((shelf) => shelf.id === id);
    return [{ value: id, label: isRecovered ? t("recovered.name", { name }) : name }];
  }

  return {
    node: h(
      "section",
      { class: "book-sets" },
      h("div", { class: "set" }, h("h2", null, t("book.shelves")), shelves.node, choose),
      h("div", { class: "set" }, h("h2", null, t("book.tags")), tags.node),
    ),
    /** @param {Entity} book */
    render(book) {
      tags.show(Object.keys(book.fields.tags ?? {}).map((tag) => ({ value: tag, label: tag })));
      shelves.show(Object.keys(book.fields.shelves ?? {}).flatMap(shelfChip));
    },
  };
}
