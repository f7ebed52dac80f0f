import { isWellFormed } from "./text.js";

/**
 * Whether `value` is an object of JSON: no array, no null, no instance of a class.
 * @param {any} value
 * @returns {value is Record<string, any>}
 */
export function isJsonObject(value) {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * Whether `value` is JSON that every reader keeps whole: finite numbers, well-formed text, nested no
 * deeper than `depth`.
 * @param {any} value
 * @param {number} depth
 * @returns {boolean}
 */
export function isJson(value, depth) {
  if (typeof value === "string") return isWellFormed(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "boolean" || value === null) return true;
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth - 1));
  if (!isJsonObject(value)) return false;
  return Object.keys(value).every((name) => isWellFormed(name) && isJson(value[name], depth - 1));
}

/**
 * How many lists and objects stand around the innermost value; 0 for a value that is neither.
 * @param {any} value
 * @returns {number}
 */
export function nestingDepth(value) {
  if (typeof value !== "object" || value === null) return 0;
  let deepest = 0;
  for (const each of Object.values(value)) deepest = Math.max(deepest, nestingDepth(each));
  return 1 + deepest;
}
