import { canonical } from "./canonical.js";
import { isFractionalKey } from "./fractional-key.js";
import { isIdentifier } from "./identifier.js";
import { isValidIsbn13 } from "./isbn.js";
import { isJson, isJsonObject, nestingDepth } from "./json.js";
import { isLanguageTag } from "./language-tag.js";
import * as limits from "./limits.js";
import { parsePartialDate } from "./partial-date.js";
import { isWellFormed, scalarCount } from "./text.js";

/**
 * @typedef {import("./field-type.js").FieldType} FieldType
 * @typedef {import("./field-type.js").ElementType} ElementType
 * @typedef {import("./problem.js").Place} Place
 * @typedef {import("./problem.js").Problem} Problem
 */

/**
 * The problem of a value that is not null with its type, or null.
 * @param {FieldType} type
 * @param {any} value
 * @param {Place} place
 * @returns {Problem|null}
 */
export function checkValue(type, value, place) {
  switch (type.is) {
    case "line": return checkLine(type, value, place);
    case "longText": return checkLongText(type, value, place);
    case "list": return checkList(type, value, place);
    case "object": return checkObject(type, value, place);
    case "anyObject":
      return isJsonObject(value) ? checkAny(value, place) : place.problem("object");
    case "any":
    case "set": return checkAny(value, place);
    default: return isOfType(type, value) ? null : place.problem(...requirement(type));
  }
}

/**
 * The problem of a text as the name of an element, or null.
 * @param {ElementType} type
 * @param {string} name
 * @param {Place} place
 * @returns {Problem|null}
 */
export function checkElement(type, name, place) {
  switch (type) {
    case "tag": return checkLine({ min: 1, max: limits.tagLengthMax }, name, place);
    case "bookIdentifier": return checkBookIdentifier(name, place);
    case "entity": return checkValue({ is: "identifier" }, name, place);
    case "day": return parsePartialDate(name)?.day ? null : place.problem("day");
    case "any":
      if (!isWellFormed(name)) return place.problem("text");
      return scalarCount(name) <= limits.elementLengthMax
        ? null
        : place.problem("long", { max: limits.elementLengthMax });
  }
}

/**
 * `scheme:value`. An `isbn` must be one, in its 13 digits, or the same book would have two; the
 * other schemes' values are whatever their services give out.
 * @param {string} name
 * @param {Place} place
 */
function checkBookIdentifier(name, place) {
  const [, scheme, value] = /^([a-z][a-z0-9_-]{0,31}):(.+)$/su.exec(name) ?? [];
  if (scheme === undefined) {
    return place.problem("scheme");
  }
  const line = checkLine({ min: 1, max: limits.elementLengthMax }, name, place);
  if (line) return line;
  return scheme !== "isbn" || isValidIsbn13(value)
    ? null
    : place.problem("isbn");
}

/**
 * Whether `value` is of a type whose values have no parts.
 * @param {FieldType} type
 * @param {any} value
 */
function isOfType(type, value) {
  switch (type.is) {
    case "integer": return Number.isSafeInteger(value) && value >= type.min && value <= type.max;
    case "number": return typeof value === "number" && value >= type.min && value <= type.max;
    case "amount": return isAmount(value);
    case "currency": return typeof value === "string" && /^[A-Z]{3}$/.test(value);
    case "flag": return typeof value === "boolean";
    case "choice": return type.words.includes(value);
    case "partialDate": return parsePartialDate(value) !== null;
    case "identifier": return isIdentifier(value);
    case "fractionalKey": return isFractionalKey(value);
    case "languageTag": return typeof value === "string" && isLanguageTag(value);
    default: return true;
  }
}

/** @param {any} value */
function isAmount(value) {
  if (typeof value === "string") return value.length <= 20 && /^\d+(\.\d+)?$/.test(value);
  return Number.isFinite(value) && value >= 0;
}

/**
 * What a value must be: the reason of the problem that it is not, and what that is told with.
 * @param {FieldType} type
 * @returns {[string, Problem["values"]?]}
 */
function requirement(type) {
  switch (type.is) {
    case "integer":
    case "number": {
      const { is, min, max } = type;
      return max === Number.MAX_SAFE_INTEGER ? [`${is}.least`, { min }] : [is, { min, max }];
    }
    case "choice": return ["choice", { words: type.words }];
    case "identifier": return ["identifier", { max: limits.identifierLengthMax }];
    case "fractionalKey": return ["key", { max: limits.fractionalKeyLengthMax }];
    default: return [type.is];
  }
}

/**
 * @param {{of: FieldType, max: number}} type
 * @param {any} value
 * @param {Place} place
 */
function checkList({ of, max }, value, place) {
  if (!Array.isArray(value)) return place.problem("list");
  if (value.length > max) return place.problem("items", { max, count: value.length });
  for (const [index, item] of value.entries()) {
    const found = checkValue(of, item, place.item(index));
    if (found) return found;
  }
  return null;
}

/**
 * @param {{members: readonly import("./field-type.js").Member[]}} type
 * @param {any} value
 * @param {Place} place
 */
function checkObject({ members }, value, place) {
  if (!isJsonObject(value)) return place.problem("object");
  for (const { name, type, isRequired } of members) {
    const member = Object.hasOwn(value, name) ? value[name] : null;
    const at = place.member(name);
    const found = member !== null ? checkValue(type, member, at) : null;
    if (found) return found;
    if (member === null && isRequired) return at.problem("empty");
  }
  // Members nobody here knows pass, but not without bound.
  return Object.keys(value).length > members.length ? checkAny(value, place) : null;
}

/**
 * @param {{min: number, max: number}} type
 * @param {any} value
 * @param {Place} place
 */
function checkLine({ min, max }, value, place) {
  if (typeof value !== "string" || !isWellFormed(value)) return place.problem("text");
  if (min > 0 && /^\p{White_Space}*$/u.test(value)) return place.problem("empty");
  return (
    checkLength(value, max, place) ??
    (/[\p{Cc}\u2028\u2029]/u.test(value)
      ? place.problem("line")
      : null)
  );
}

/**
 * @param {{max: number}} type
 * @param {any} value
 * @param {Place} place
 */
function checkLongText({ max }, value, place) {
  if (typeof value !== "string" || !isWellFormed(value)) return place.problem("text");
  return (
    checkLength(value, max, place) ??
    (/[^\P{Cc}\n\r\t]/u.test(value) ? place.problem("control") : null)
  );
}

/**
 * @param {string} text
 * @param {number} max
 * @param {Place} place
 */
function checkLength(text, max, place) {
  // No scalar takes less than a unit.
  if (text.length <= max) return null;
  const count = scalarCount(text);
  return count <= max ? null : place.problem("characters", { max, count });
}

/**
 * @param {any} value
 * @param {Place} place
 */
function checkAny(value, place) {
  const { valueDepthMax: depth, valueByteCountMax: max } = limits;
  if (!isJson(value, 2 * depth)) return place.problem("json");
  if (new TextEncoder().encode(canonical(value)).length > max) {
    return place.problem("bytes", { max });
  }
  return nestingDepth(value) <= depth
    ? null
    : place.problem("nested", { max: depth });
}
