import { whoWords } from "./loan-words.js";
import { titleOf } from "./sentences.js";
import { fieldWords, valueWords } from "./value-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * What a conflict is about: the book, or the shelf, by its name. What belongs to a book goes by
 * the book's.
 * @param {Context} context
 * @param {Entity} about
 * @returns {string}
 */
export function aboutWords({ library, messages: { t } }, about) {
  const { book, year } = about.fields;
  if (about.kind === "goal") return t("goal.of", { year: String(year) });
  return titleOf((typeof book === "string" && library.resolve("book", book)) || about);
}

/**
 * The field in words: "Title", "Shelf: Summer"; of a loan also which of them: "Due back: Lent to Ann".
 * @param {Context} context
 * @param {Entity} conflict
 */
export function conflictField(context, { fields: { entity, field, element } }) {
  const { library, messages, books } = context;
  const name = fieldWords(field, messages);
  const loan = entity.e === "loan" && library.get("loan", entity.id);
  if (loan) return messages.t("history.element", { field: name, element: whoWords(loan, messages) });
  if (element === undefined) return name;
  const label =
    field === "shelves" ? (books.shelfName(element) ?? messages.t("list.shelfGone")) : element;
  return messages.t("history.element", { field: name, element: label });
}

/**
 * One version in words. A place in an order is told by its number, as it would be now.
 * @param {Context} context
 * @param {Entity} conflict
 * @param {any} value
 * @returns {string}
 */
export function versionWords(context, conflict, value) {
  const { messages, books } = context;
  const { t } = messages;
  const { entity, field, element } = conflict.fields;
  if (field === "shelves" && element !== undefined) {
    const position = value?.position;
    if (typeof position !== "string") return t("conflicts.onShelf");
    const own = books.idOf(entity.id);
    return placeWords(position, books.placesOn(element).filter(({ id }) => id !== own));
  }
  if (field === "position" && typeof value === "string") {
    const shelves = books.shelves().filter(({ id }) => id !== entity.id);
    return placeWords(
      value, shelves.map(({ id, fields }) => ({ id, position: fields.position })),
    );
  }
  if (element !== undefined && (value === null || value === undefined)) return t("conflicts.there");
  return valueWords(field, value, context);

  /**
   * @param {string} position
   * @param {readonly import("../library/hand-order.js").Placed[]} others
   */
  function placeWords(position, others) {
    const before = others.filter((other) => String(other.position ?? "~") < position).length;
    return t("conflicts.place", { place: before + 1, count: others.length + 1 });
  }
}
