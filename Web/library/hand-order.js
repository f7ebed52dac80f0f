import { compareScalars } from "./text.js";

/** @typedef {import("./apply.js").Entity} Entity */

/**
 * Something with a place in an order that people make by hand.
 * @typedef {{id: string, position: unknown}} Placed
 */

/**
 * The order that people make by hand, of shelves or of the books on one (SYNC §2, *reorder*); Swift's
 * `HandOrder` is the same.
 *
 * By position, then by id; what has no position comes last. So the order is total, and the same for
 * everybody, also where two devices chose one position or nobody chose any.
 * @param {Placed} left
 * @param {Placed} right
 */
export function comparePlaced(left, right) {
  const [one, other] = [positionOf(left), positionOf(right)];
  return (
    Number(one === "") - Number(other === "") ||
    compareScalars(one, other) ||
    compareScalars(left.id, right.id)
  );
}

/**
 * The shelves that are on show: living, and none that stands for another.
 * @param {readonly Entity[]} shelves
 */
export const shelvesInOrder = (shelves) => inOrder(shelves, ({ fields }) => fields.position);

/**
 * The books that stand on a shelf and are on show.
 * @param {readonly Entity[]} books
 * @param {string} shelf
 */
export function booksInOrder(books, shelf) {
  const placeIn = (/** @type {Entity} */ { fields }) =>
    Object.hasOwn(fields.shelves ?? {}, shelf) ? fields.shelves[shelf] : undefined;
  return inOrder(
    books.filter((book) => placeIn(book) !== undefined),
    (book) => placeIn(book)?.position,
  );
}

/**
 * @param {readonly Entity[]} entities
 * @param {(entity: Entity) => unknown} position
 */
const inOrder = (entities, position) =>
  entities
    .filter(({ deleted, alias }) => !deleted && alias === undefined)
    .map((entity) => ({ id: entity.id, position: position(entity), entity }))
    .sort(comparePlaced)
    .map(({ entity }) => entity);

/** @param {Placed} placed */
const positionOf = ({ position }) => (typeof position === "string" ? position : "");
