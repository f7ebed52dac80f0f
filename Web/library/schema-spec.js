/**
 * How concurrent writes of a field meet (SYNC §1).
 * @typedef {"register"|"group"|"text"|"set"|"singleWriter"|"server"} MergeClass
 */

/**
 * What the library knows of one field.
 * @typedef {object} FieldSpec
 * @property {import("./field-type.js").FieldType} type the values it takes
 * @property {MergeClass} mergeClass
 * @property {boolean} isAuthored whether a person wrote it, rather than a program
 * @property {boolean} isRequired whether the entity cannot be without it
 */

/**
 * What the library knows of one kind.
 * @typedef {object} KindSpec
 * @property {Readonly<Record<string, FieldSpec>>} fields the known ones; others pass
 * @property {boolean} isNamedByPair ids are two identifiers joined by `~`, the second the only
 *   device that may write the entity
 * @property {boolean} isServers only the server writes entities of this kind
 */

/** @typedef {import("./field-type.js").FieldType} FieldType */

/**
 * A field that a person writes.
 * @param {FieldType} type
 * @param {MergeClass} [mergeClass]
 * @returns {FieldSpec}
 */
export const authored = (type, mergeClass = "register") => ({
  type, mergeClass, isAuthored: true, isRequired: false,
});

/**
 * A field that a person writes, and that the entity cannot be without.
 * @param {FieldType} type
 * @returns {FieldSpec}
 */
export const required = (type) => ({ ...authored(type), isRequired: true });

/**
 * A field that a program fills in.
 * @param {FieldType} type
 * @param {MergeClass} [mergeClass]
 * @returns {FieldSpec}
 */
export const passive = (type, mergeClass = "register") => ({
  type, mergeClass, isAuthored: false, isRequired: false,
});

/**
 * A field that the server writes.
 * @param {FieldType} type
 * @returns {FieldSpec}
 */
export const server = (type) => passive(type, "server");

/**
 * A kind of these fields.
 * @param {Record<string, FieldSpec>} fields
 * @param {{isNamedByPair?: boolean, isServers?: boolean}} [options]
 * @returns {KindSpec}
 */
export const kindOf = (fields, options = {}) =>
  Object.freeze({
    fields: Object.freeze(fields),
    isNamedByPair: options.isNamedByPair ?? false,
    isServers: options.isServers ?? false,
  });
