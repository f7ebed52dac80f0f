import { scalarCount } from "../library/text.js";
import * as limits from "./limits.js";

export { isIdentifier } from "../library/identifier.js";
export { compareScalars, scalarCount } from "../library/text.js";

const forbidden = /[\p{Cc}\p{Cs}]/u;
const everyForbidden = /[\p{Cc}\p{Cs}]/gu;

/**
 * What a person typed, made legal: no controls, NFC, at most `max` scalars. Never fails, for losing
 * a whole pasted query over one line break would be worse than losing the line break.
 * @param {unknown} value
 * @param {number} max
 * @returns {string}
 */
export function cleanText(value, max) {
  if (typeof value !== "string") return "";
  const text = value.replace(everyForbidden, "").normalize("NFC");
  return text.length <= max ? text : [...text].slice(0, max).join("");
}

/**
 * A text that names something, in NFC; null unless it has 1…`max` scalars and no controls. It is
 * never cut: half an author's name is another author.
 * @param {unknown} value
 * @param {number} max
 * @returns {string|null}
 */
export function namingText(value, max) {
  if (typeof value !== "string" || value === "" || forbidden.test(value)) return null;
  const text = value.normalize("NFC");
  return scalarCount(text) <= max ? text : null;
}

/**
 * `value` clamped into `0…max` when it is a whole number both languages hold, else 0.
 * @param {unknown} value
 * @param {number} [max]
 */
export function cleanInteger(value, max = limits.integer) {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value <= 0) return 0;
  return Math.min(value, max);
}

/**
 * Whether `value` is a JSON object (no array, no null).
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * `value` when it is one of `choices`, else null.
 * @template {string} T
 * @param {readonly T[]} choices
 * @param {unknown} value
 * @returns {T|null}
 */
export function oneOf(choices, value) {
  return choices.find((choice) => choice === value) ?? null;
}
