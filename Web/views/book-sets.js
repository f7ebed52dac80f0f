import { createChips } from "../elements/chips.js";
import { h } from "../elements/dom.js";
import { limits } from "../library/limits.js";
import { scalarCount } from "../library/text.js";
import * as actions from "./actions.js";
import { tagsOf } from "./book-form.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * The tags and shelves of a book, changed in place.
 * @param {Context} context
 * @param {() => Entity|undefined} current
 */
export function createBookSets({ scene, books, messages, deeds }, current) {
  const { t } = messages;
  const tags = createChips({
    label: t("book.tags"),
    name: "detail.tags",
    addLabel: t("book.addTag"),
    removeLabel: (label) => t("book.removeTag", { tag: label }),
    suggest: () => books.tags().map(([tag]) => ({ value: tag, label: tag })),
    add(text) {
      const added = tagsIn(text);
      return tooLong(added, limits.tagLength) ?? act((book) => deeds.addTags(book, added));
    },
    remove: (tag) => act((book) => deeds.removeTag(book, tag)),
  });
  /**
   * One that was picked may have a comma; what was pasted is several, as if it were typed.
   * @param {string} text
   */
  const tagsIn = (text) => books.tags().some(([tag]) => tag === text) ? [text] : tagsOf(text);
  const tooLong = (/** @type {string[]} */ names, /** @type {number} */ max) =>
    names.some((name) => scalarCount(name) > max) ? t("field.tooLong", { max }) : null;
  const shelves = createChips({
    label: t("book.shelves"),
    name: "detail.shelves",
    addLabel: t("book.addShelf"),
    removeLabel: (label) => t("book.removeShelf", { shelf: label }),
    suggest: () => books.ownShelves().map(
      (shelf) => ({ value: shelf.id, label: shelf.fields.name ?? "" }),
    ),
    add: (name) => tooLong([name], limits.nameLength) ??
      act((book) => deeds.shelve(book, name, books.ownShelves())),
    remove: (shelf) => act((book) => deeds.unshelve(book, shelf)),
  });

  const choose = h(
    "button",
    {
      type: "button", class: "text-button", "data-testid": "detail.shelve",
      onclick: () => act(({ id }) => void scene.dispatch(actions.addToShelf(id))),
    },
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
