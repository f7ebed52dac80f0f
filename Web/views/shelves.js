import { shelvesInOrder } from "../library/hand-order.js";
import { ruleOf } from "../library/query-rule.js";

/** @typedef {import("../library/query-entry.js").Entity} Entity */
/** @typedef {import("./context.js").Library} Library */

/** The shelves of the library as people see them. */
export class Shelves {
  #library;
  #compare;
  /** @type {Entity[]|null} */
  #inOrder = null;
  /** @type {Entity[]|null} */
  #recovered = null;

  /**
   * @param {Library} library
   * @param {(a: string, b: string) => number} compare names
   */
  constructor(library, compare) {
    this.#library = library;
    this.#compare = compare;
  }

  /** In the person's order; those without a place in it last, by their names. */
  get inOrder() {
    return (this.#inOrder ??= shelvesInOrder(this.#library.list("shelf")));
  }

  /** Those that were deleted while somebody put a book on them, and nobody has settled yet. */
  get recovered() {
    return (this.#recovered ??= this.#library.trash()
      .filter(({ kind, fields }) => kind === "shelf" && fields.recovered)
      .sort((a, b) => this.#compare(a.fields.name ?? "", b.fields.name ?? "")));
  }

  /**
   * The rule of a shelf, if it has one.
   * @param {string} id
   */
  rule(id) {
    return ruleOf(this.#library.get("shelf", id)?.fields.rule);
  }

  /**
   * What a shelf is called; null for one that is deleted, and not among the recovered.
   * @param {string} id
   */
  nameOf(id) {
    const shelf = this.#library.get("shelf", id);
    return shelf && (!shelf.deleted || shelf.fields.recovered) ? (shelf.fields.name ?? "") : null;
  }

  /** One of them may have changed. */
  forget() {
    this.#inOrder = this.#recovered = null;
  }
}
