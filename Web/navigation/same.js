import { canonical } from "../library/canonical.js";

/**
 * Whether two JSON values are the same value.
 * @param {any} a
 * @param {any} b
 */
export function same(a, b) {
  return a === b || canonical(a) === canonical(b);
}
