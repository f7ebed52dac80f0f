/** @typedef {import("./context.js").Entity} Entity */

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
