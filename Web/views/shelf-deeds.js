import { isFractionalKey, keyBetween } from "../library/fractional-key.js";
import { inOperations } from "./batch.js";
import { addingChanges } from "./bulk.js";
import { movePlan } from "./order-plan.js";

/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./context.js").Change} Change */
/** @typedef {import("../library/hand-order.js").Placed} Placed */

/**
 * What a person does with shelves, and with the places of books on them.
 * @param {{
 *   library: Pick<import("./context.js").Library, "list">,
 *   messages: import("./context.js").Context["messages"],
 *   edit: (changes: Change[]) => Promise<boolean>,
 *   undoable: (lists: Change[][], sentence: string) => Promise<boolean>,
 *   newId: () => string,
 *   random: () => number,
 * }} parts
 */
export function createShelfDeeds({ library, messages, edit, undoable, newId, random }) {
  const { t } = messages;

  /**
   * A shelf below all others; while some have no place of their own, where its name puts it among those.
   * @param {string} id
   * @param {string} name
   * @returns {Change}
   */
  function newShelf(id, name) {
    const positions = library.list("shelf").map(({ fields }) => fields.position);
    return {
      e: "shelf", id, create: true,
      set: { name, ...(positions.every(isFractionalKey) && { position: keysAfter(positions)() }) },
    };
  }

  /**
   * Positions behind the last of these, one below the other; null, which sorts last too, where there is no
   * room.
   * @param {readonly unknown[]} positions
   */
  function keysAfter(positions) {
    /** @type {string|null} */
    let last = positions.filter(isFractionalKey).reduce((a, b) => (a > b ? a : b), "") || null;
    return () => {
      const key = keyBetween(last, null, random());
      last = key ?? last;
      return key;
    };
  }

  /**
   * Places on a shelf below all that stands on it.
   * @param {string} shelf
   */
  function placesOn(shelf) {
    const key = keysAfter(library.list("book").map(({ fields }) => fields.shelves?.[shelf]?.position));
    return () => ({ position: key() });
  }

  /**
   * The shelf of that name, and what makes it where there is none.
   * @param {string} name
   * @param {readonly Entity[]} shelves
   */
  function shelfNamed(name, shelves) {
    const wanted = name.toLocaleLowerCase();
    const known = shelves.find((one) => (one.fields.name ?? "").toLocaleLowerCase() === wanted);
    const id = known?.id ?? newId();
    return { id, making: known ? [] : [newShelf(id, name)] };
  }

  /**
   * What puts those books that are not on the shelf there, one below the other.
   * @param {readonly Entity[]} list
   * @param {string} shelf
   */
  const puttingChanges = (list, shelf) => addingChanges(list, "shelves", [shelf], placesOn(shelf));

  /**
   * Gives one of an order another place.
   * @param {readonly Placed[]} order
   * @param {string} id
   * @param {number} index among the others
   * @param {(id: string, place: {position: string}) => Change} placed
   */
  function move(order, id, index, placed) {
    const changes = [...movePlan(order, id, index, random)].map(
      ([one, position]) => placed(one, { position }),
    );
    void undoable(inOperations(changes), t("shelf.moved", { place: index + 1, count: order.length }));
  }

  return {
    /** @param {string} name */
    createShelf: (name) => edit([newShelf(newId(), name)]),

    /**
     * Saves a filter as a shelf; one of that name gets it in place of its own.
     * @param {string} name
     * @param {import("../library/query-rule.js").Rule} rule
     * @returns {Promise<string|null>} the shelf's id
     */
    async saveFilter(name, rule) {
      const ruled = library.list("shelf").filter(({ fields }) => fields.rule);
      const { id, making } = shelfNamed(name, ruled);
      const change = making[0] ?? { e: "shelf", id };
      return (await edit([{ ...change, set: { ...change.set, rule } }])) ? id : null;
    },

    /**
     * @param {Entity} shelf
     * @param {string} name
     */
    renameShelf: (shelf, name) => edit([{ e: "shelf", id: shelf.id, set: { name } }]),

    /**
     * Gives a shelf another place among the others.
     * @param {readonly Entity[]} shelves as they stand
     * @param {string} id
     * @param {number} index among the others
     */
    moveShelf(shelves, id, index) {
      const order = shelves.map((shelf) => ({ id: shelf.id, position: shelf.fields.position }));
      move(order, id, index, (shelf, place) => ({ e: "shelf", id: shelf, set: place }));
    },

    /**
     * Gives a book another place on a shelf.
     * @param {readonly Placed[]} order of the shelf
     * @param {string} shelf
     * @param {string} id
     * @param {number} index among the others
     */
    moveOnShelf(order, shelf, id, index) {
      move(order, id, index, (book, place) => ({ e: "book", id: book, add: { shelves: { [shelf]: place } } }));
    },

    /**
     * Puts the book on the shelf of that name; makes the shelf first where there is none.
     * @param {Entity} book
     * @param {string} name
     * @param {readonly Entity[]} shelves
     */
    shelve(book, name, shelves) {
      const { id, making } = shelfNamed(name, shelves);
      return edit([...making, { e: "book", id: book.id, add: { shelves: { [id]: placesOn(id)() } } }]);
    },

    /**
     * Puts the book on a shelf that is there. Another may have the same name.
     * @param {Entity} book
     * @param {string} shelf
     */
    putOn(book, shelf) {
      void edit([{ e: "book", id: book.id, add: { shelves: { [shelf]: placesOn(shelf)() } } }]);
    },

    puttingChanges,

    /**
     * The same for the shelf of that name, which is made first where there is none.
     * @param {readonly Entity[]} list
     * @param {string} name
     * @param {readonly Entity[]} shelves
     */
    shelvingChanges(list, name, shelves) {
      const { id, making } = shelfNamed(name, shelves);
      return [...making, ...puttingChanges(list, id)];
    },

    /**
     * @param {Entity} book
     * @param {string} shelf
     */
    unshelve: (book, shelf) =>
      void undoable(
        [[{ e: "book", id: book.id, del: { shelves: [shelf] } }]], t("notice.unshelved"),
      ),

    /**
     * A shelf that was deleted while somebody put a book on it stays deleted.
     * @param {Entity} shelf
     */
    letGo: (shelf) => void edit([{ e: "shelf", id: shelf.id, set: { recovered: null } }]),
  };
}
