import { inOperations } from "./batch.js";

/** @typedef {import("./context.js").Change} Change */
/** @typedef {import("../catalog/identity.js").Item} Item */

/**
 * What a person does with books of the catalogue: they join the library.
 * @param {{
 *   library: Pick<import("./context.js").Library, "get">,
 *   messages: import("./context.js").Context["messages"],
 *   edit: (changes: Change[]) => Promise<boolean>,
 *   undoable: (lists: Change[][], sentence: string, name?: string) => Promise<boolean>,
 *   now: () => number,
 * }} parts
 */
export function createCatalogDeeds({ library, messages, edit, undoable, now }) {
  const { t } = messages;

  /**
   * What adds a book. One that lies in Trash comes back as it was.
   * @param {Item} item
   * @param {{status?: string, isbn?: string}} [more] `isbn`: the edition that the person has
   * @returns {Change}
   */
  function adding({ book: { id, fields: { identifiers: _, ...fields } }, add: own }, more) {
    const { status, isbn } = more ?? {};
    const set = status === undefined ? {} : { status };
    const identifiers = { ...own.identifiers, ...(isbn && { [`isbn:${isbn}`]: null }) };
    const add = Object.keys(identifiers).length > 0 ? { add: { identifiers } } : {};
    if (library.get("book", id)?.deleted) return { e: "book", id, restore: true, set, ...add };
    return { e: "book", id, create: true, set: { ...fields, ...set, added: now() }, ...add };
  }

  return {
    /**
     * Adds a book; gives its id, or null where this device could not keep it.
     * @param {Item} item
     */
    addItem: async (item) => ((await edit([adding(item)])) ? item.book.id : null),

    /**
     * Adds a book without leaving where one is, and says so with the way back.
     * @param {Item} item
     * @param {string} [status]
     */
    takeItem(item, status) {
      const { title = "" } = item.book.fields;
      const sentence = status === undefined
        ? t("notice.added", { title })
        : t("notice.status", { title, status: t(`status.${status}`) });
      return undoable([[adding(item, { status })]], sentence, "notice.taken");
    },

    /**
     * Adds many books, each as the edition it was found by.
     * @param {readonly {item: Item, isbn: string}[]} found
     */
    addFound(found) {
      const changes = found.map(({ item, isbn }) => adding(item, { isbn }));
      return undoable(inOperations(changes), t("starter.added", { count: changes.length }));
    },
  };
}
