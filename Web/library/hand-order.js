import { compareScalars, folded } from "./text.js";

/** @typedef {import("./query-entry.js").Entity} Entity */

/**
 * Something with a place in an order that people make by hand, and a name where it goes by that without one.
 * @typedef {{id: string, position: unknown, name?: unknown}} Placed
 */

/**
 * The order that people make by hand, of shelves or of the books on one (SYNC §2, *reorder*); Swift's
 * `HandOrder` is the same.
 *
 * By position, then by id; what has no position comes last, shelves among that by their names: many are
 * brought in from elsewhere and were never put in an order. So the order is total, and the same for
 * everybody, also where two devices chose one position or nobody chose any.
 * @param {Placed} left
 * @param {Placed} right
 */
function comparePlaced(left, right) {
  const [one, other] = [positionOf(left), positionOf(right)];
  return (
    Number(one === "") - Number(other === "") ||
    compareScalars(one, other) ||
    (one === "" ? compareScalars(nameOf(left), nameOf(right)) : 0) ||
    compareScalars(left.id, right.id)
  );
}

/**
 * The shelves that are on show: living, and none that stands for another.
 * @param {readonly Entity[]} shelves
 */
export const shelvesInOrder = (shelves) =>
  inOrder(shelves, ({ fields: { position, name } }) => ({ position, name }));

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
    (book) => ({ position: placeIn(book)?.position }),
  );
}

/**
 * @param {readonly Entity[]} entities
 * @param {(entity: Entity) => Omit<Placed, "id">} placeOf
 */
const inOrder = (entities, placeOf) =>
  entities
    .filter(({ deleted, alias }) => !deleted && alias === undefined)
    .map((entity) => ({ ...placeOf(entity), id: entity.id, entity }))
    .sort(comparePlaced)
    .map(({ entity }) => entity);

/** @param {Placed} placed */
const positionOf = ({ position }) => (typeof position === "string" ? position : "");

/** @param {Placed} placed */
const nameOf = ({ name }) => (typeof name === "string" ? folded(name) : "");
