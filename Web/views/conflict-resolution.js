/** @typedef {import("./context.js").Change} Change */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * The changes that settle a conflict, as one operation: the record goes, and where the losing
 * value is wanted it takes its place again.
 * @param {Entity} conflict
 * @param {"kept"|"lost"} choice
 * @returns {Change[]}
 */
export function resolution(conflict, choice) {
  /** @type {Change} */
  const settled = { e: "conflict", id: conflict.id, delete: true };
  if (choice === "kept") return [settled];
  const { entity, field, element, lost } = conflict.fields;
  const value = lost?.value ?? null;
  const subject = { e: entity.e, id: entity.id };
  const change =
    element === undefined
      ? { ...subject, set: { [field]: value } }
      : { ...subject, add: { [field]: { [element]: value } } };
  return [change, settled];
}
