import { createShelfDeeds } from "./shelf-deeds.js";

/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./context.js").Change} Change */
/** @typedef {import("./context.js").Library} Library */
/** @typedef {import("../messages/messages.js").Messages} Messages */

/**
 * What a person does to the library, in words of books rather than operations. Everything that
 * takes something away offers its undo.
 * @param {{
 *   library: Library,
 *   messages: Messages,
 *   notify: import("./context.js").Context["notify"],
 *   newId: () => string,
 *   now: () => number,
 *   random: () => number,
 * }} parts `random` gives whole numbers from 0 up to `KEY_RANDOM_END`
 */
export function createDeeds({ library, messages, notify, newId, now, random }) {
  const { t } = messages;

  /**
   * Sends changes and tells a person when even this device could not keep them.
   * @param {Change[]} changes
   */
  async function edit(changes) {
    try {
      await library.edit(changes);
      return true;
    } catch (error) {
      notify(t("notice.notKept", { reason: sentenceOf(error) }));
      return false;
    }
  }

  /**
   * @param {Entity} book
   * @param {Record<string, unknown>} fields
   */
  const set = (book, fields) => edit([{ e: book.kind, id: book.id, set: fields }]);

  return {
    edit,
    set,
    ...createShelfDeeds({ library, edit, newId, random }),

    /**
     * A new book and nothing about it but these fields and sets.
     * @param {Omit<Change, "e"|"id"|"create">} content
     */
    async create(content) {
      const id = newId();
      const fields = { ...content.set, added: now() };
      const kept = await edit([{ ...content, e: "book", id, create: true, set: fields }]);
      return kept ? id : null;
    },

    /**
     * @param {Entity} book
     * @param {string|null} status
     */
    status(book, status) {
      const before = book.fields.status ?? null;
      void set(book, { status });
      const words = status === null ? t("notice.statusCleared") : t(`status.${status}`);
      notify(t("notice.status", { title: titleOf(book), status: words }), {
        action: t("undo"),
        act: () => void set(book, { status: before }),
        name: "notice.status",
      });
    },

    /**
     * @param {Entity} book
     * @param {number|null} rating
     */
    rate: (book, rating) => void set(book, { rating }),

    /** @param {Entity} book */
    delete(book) {
      void edit([{ e: book.kind, id: book.id, delete: true }]);
      notify(t("notice.deleted", { title: titleOf(book) }), {
        action: t("undo"),
        act: () => void edit([{ e: book.kind, id: book.id, restore: true }]),
        name: "notice.deleted",
      });
    },

    /** @param {Entity} entity */
    restore(entity) {
      void edit([{ e: entity.kind, id: entity.id, restore: true }]);
      notify(t("notice.restored", { title: titleOf(entity) }));
    },

    /**
     * @param {Entity} book
     * @param {string} tag
     */
    addTag: (book, tag) => void edit([{ e: "book", id: book.id, add: { tags: { [tag]: null } } }]),

    /**
     * @param {Entity} book
     * @param {string} tag
     */
    removeTag: (book, tag) => void edit([{ e: "book", id: book.id, del: { tags: [tag] } }]),

    /**
     * A read-through of the book.
     * @param {Entity} book
     * @param {{started?: string, finished?: string, outcome: string}} span
     */
    addReading: (book, span) =>
      edit([{ e: "reading", id: newId(), create: true, set: { book: book.id, span } }]),
  };
}

/** @typedef {ReturnType<typeof createDeeds>} Deeds */

/**
 * What to call an entity in a sentence.
 * @param {Entity} entity
 */
export function titleOf(entity) {
  return entity.fields.title ?? entity.fields.name ?? entity.id;
}

/**
 * One sentence for a person out of whatever was thrown.
 * @param {unknown} error
 */
export function sentenceOf(error) {
  return error instanceof Error ? error.message : String(error);
}
