import { compareScalars, folded } from "./text.js";

/** @typedef {import("./query-entry.js").Entity} Entity */
/**
 * Something with a place in an order that people make by hand.
 * @typedef {{id: string, position: unknown}} Placed
 */

/**
 * The shelves that are on show, living and none that stands for another, in the order that people make by
 * hand (SYNC §2, *reorder*); Swift's `HandOrder` is the same, and a list's order by position.
 *
 * By position, then by id; those that have no position come last, by their names: many are brought in from
 * elsewhere and were never put in an order. So the order is total, and the same for everybody, also where
 * two devices chose one position or nobody chose any.
 * @param {readonly Entity[]} shelves
 */
export const shelvesInOrder = (shelves) =>
  shelves.filter(({ deleted, alias }) => !deleted && alias === undefined).sort(compareShelves);

/**
 * @param {Entity} left
 * @param {Entity} right
 */
function compareShelves(left, right) {
  const [one, other] = [positionOf(left.fields), positionOf(right.fields)];
  return (
    Number(one === "") - Number(other === "") ||
    compareScalars(one, other) ||
    (one === "" ? compareScalars(nameOf(left.fields), nameOf(right.fields)) : 0) ||
    compareScalars(left.id, right.id)
  );
}

/**
 * A place in an order by hand; empty for none.
 * @param {{position?: unknown}} placed
 */
export const positionOf = ({ position }) => (typeof position === "string" ? position : "");

/** @param {{name?: unknown}} named */
const nameOf = ({ name }) => (typeof name === "string" ? folded(name) : "");
