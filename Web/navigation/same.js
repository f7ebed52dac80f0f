/**
 * Whether two JSON values are the same value, which is when their canonical texts are the same: a
 * member that is `undefined` counts as left out. What both share is not looked into, so that
 * comparing a state with the one it was made from costs only what changed.
 * @param {any} a
 * @param {any} b
 * @returns {boolean}
 */
export function same(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length
      && a.every((element, index) => same(element, b[index]));
  }
  if (Array.isArray(b)) return false;
  const names = Object.keys(a).filter((name) => a[name] !== undefined);
  return names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]))
    && names.length === Object.keys(b).filter((name) => b[name] !== undefined).length;
}
