import * as limits from "./limits.js";

/**
 * What values a field takes (BOOKS §5). Null is always one, unless the field is required.
 * @typedef {{is: "line", min: number, max: number}
 *   | {is: "longText", max: number}
 *   | {is: "integer", min: number, max: number}
 *   | {is: "number", min: number, max: number}
 *   | {is: "choice", words: readonly string[]}
 *   | {is: "list", of: FieldType, max: number}
 *   | {is: "object", members: readonly Member[]}
 *   | {is: "set", element: ElementType, value: FieldType}
 *   | {is: "amount"|"currency"|"flag"|"partialDate"|"identifier"|"fractionalKey"|"languageTag"
 *       |"anyObject"|"any"}} FieldType
 */

/**
 * One member of an object; members that are not listed pass.
 * @typedef {{name: string, type: FieldType, isRequired: boolean}} Member
 */

/**
 * What names an element of a set: a person's word or few, `scheme:value`, an entity's id, a day
 * of the calendar, any text.
 * @typedef {"tag"|"bookIdentifier"|"entity"|"day"|"any"} ElementType
 */

/**
 * Text on one line, without control characters, of `min` to `max` scalars.
 * @param {number} min
 * @param {number} max
 * @returns {FieldType}
 */
export const line = (min, max) => ({ is: "line", min, max });

/** @type {FieldType} Text of any number of lines. */
export const longText = { is: "longText", max: limits.longTextLengthMax };

/**
 * A whole number.
 * @param {number} min
 * @param {number} [max]
 * @returns {FieldType}
 */
export const integer = (min, max = Number.MAX_SAFE_INTEGER) => ({ is: "integer", min, max });

/**
 * A number, whole or not.
 * @param {number} min
 * @param {number} max
 * @returns {FieldType}
 */
export const number = (min, max) => ({ is: "number", min, max });

/**
 * One of these words.
 * @param {...string} words
 * @returns {FieldType}
 */
export const choice = (...words) => ({ is: "choice", words });

/**
 * An array of such values, none null.
 * @param {FieldType} of
 * @param {number} [max]
 * @returns {FieldType}
 */
export const list = (of, max = limits.listLengthMax) => ({ is: "list", of, max });

/**
 * An object; a name ending in `!` is one that the object is nothing without.
 * @param {Record<string, FieldType>} types
 * @returns {FieldType}
 */
export const object = (types) => ({
  is: "object",
  members: Object.entries(types).map(([name, type]) => ({
    name: name.replace("!", ""),
    type,
    isRequired: name.endsWith("!"),
  })),
});

/**
 * A set: what names its elements, and what value each may have.
 * @param {ElementType} element
 * @param {FieldType} value
 * @returns {FieldType}
 */
export const set = (element, value) => ({ is: "set", element, value });

/** @type {FieldType} A price: a number of at least 0, or its decimal text. */
export const amount = { is: "amount" };
/** @type {FieldType} The three capital letters of ISO 4217. */
export const currency = { is: "currency" };
/** @type {FieldType} True or false. */
export const flag = { is: "flag" };
/** @type {FieldType} A year, month or day. */
export const partialDate = { is: "partialDate" };
/** @type {FieldType} An id of an entity or a blob. */
export const identifier = { is: "identifier" };
/** @type {FieldType} A position among others. */
export const fractionalKey = { is: "fractionalKey" };
/** @type {FieldType} A language. */
export const languageTag = { is: "languageTag" };
/** @type {FieldType} Any JSON object within bounds. */
export const anyObject = { is: "anyObject" };
/** @type {FieldType} Any JSON value within bounds. */
export const any = { is: "any" };
