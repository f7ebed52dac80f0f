/**
 * Freezes a JSON value to its leaves. What is frozen already is not entered again: states share
 * most of their parts with the ones before them.
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function deepFreeze(value) {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
