export { applyOperation, applyRow } from "../library/apply.js";

/** @typedef {import("../library/apply.js").Entity} Entity */

/**
 * The name of an entity in key sets: `kind/id`.
 * @param {string} kind
 * @param {string} id
 */
export function entityKey(kind, id) {
  return `${kind}/${id}`;
}
