import { inOperations } from "./batch.js";
import { addingChanges, deletionChanges, removalChanges, statusChanges } from "./bulk.js";
import { clipped } from "./sentences.js";

/** @typedef {import("./context.js").Change} Change */
/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * What a person does to many books at once. Each is one deed that can be undone, and is said with
 * the number of the books that it has changed.
 * @param {Pick<Context, "books"|"deeds"|"messages"|"notify">} context
 */
export function createBulkDeeds({ books, deeds, messages: { t }, notify }) {
  /**
   * @param {Change[]} changes
   * @param {string} words what has become of the books
   * @param {string} [name] of the notice
   */
  function act(changes, words, name = "notice.bulk") {
    const { length: count } = changes.filter(({ e }) => e === "book");
    if (count === 0) return void notify(t("bulk.none"), { name });
    const sentence = t("bulk.done", { books: t("list.count", { count }), deed: words });
    void deeds.undoable(inOperations(changes), sentence, name);
  }

  return {
    /**
     * @param {Entity[]} list
     * @param {string|null} status
     */
    status(list, status) {
      act(statusChanges(list, status), t(`status.${status}`));
    },

    /**
     * Puts them on the shelf of that name, which is made where there is none.
     * @param {Entity[]} list
     * @param {string} name
     */
    shelve(list, name) {
      const words = t("bulk.shelved", { name: clipped(name) });
      act(deeds.shelvingChanges(list, name, books.ownShelves()), words);
    },

    /**
     * Puts them on a shelf that is there. Another may have the same name.
     * @param {Entity[]} list
     * @param {string} shelf
     */
    putOn(list, shelf) {
      const name = books.shelfName(shelf) ?? "";
      act(deeds.puttingChanges(list, shelf), t("bulk.shelved", { name: clipped(name) }));
    },

    /**
     * @param {Entity[]} list
     * @param {string} shelf
     */
    unshelve(list, shelf) {
      const name = books.shelfName(shelf) ?? "";
      act(removalChanges(list, "shelves", shelf), t("bulk.unshelved", { name: clipped(name) }));
    },

    /**
     * @param {Entity[]} list
     * @param {string[]} tags
     */
    tag(list, tags) {
      const words = t("bulk.tagged", { tags: clipped(tags.join(", ")) });
      act(addingChanges(list, "tags", tags, () => null), words);
    },

    /**
     * @param {Entity[]} list
     * @param {string} tag
     */
    untag: (list, tag) =>
      act(removalChanges(list, "tags", tag), t("bulk.untagged", { tag: clipped(tag) })),

    /** @param {Entity[]} list */
    delete: (list) => act(deletionChanges(list), t("bulk.deleted"), "notice.deleted"),
  };
}

/** @typedef {ReturnType<typeof createBulkDeeds>} BulkDeeds */
