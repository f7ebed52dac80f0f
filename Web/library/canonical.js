import { compareScalars } from "./text.js";

/**
 * The one text of a JSON value: members sorted by Unicode scalar, no white space, numbers and
 * escapes as `JSON.stringify` has them. Swift's `JSONValue.canonicalText` prints the same bytes
 * (NAVIGATION §3.11, P11). A member that is `undefined` is left out.
 * @param {any} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort(compareScalars)
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}
