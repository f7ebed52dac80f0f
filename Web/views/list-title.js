/** @typedef {import("../navigation/types.js").ListRef} ListRef */

/**
 * What a list is called.
 * @param {ListRef} list
 * @param {Pick<import("./context.js").Context, "messages"|"books">} context
 * @returns {string}
 */
export function listTitle(list, { messages, books }) {
  switch (list.k) {
    case "shelf":
      return books.shelfName(list.id) ?? messages.t("list.shelfGone");
    case "status":
      return messages.t(`status.${list.v}`);
    case "author":
      return list.v;
    default:
      return messages.t(`list.${list.k}`);
  }
}
