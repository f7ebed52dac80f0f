import { document, vectors } from "./vectors.mjs";

const fixtures = document("navigation", "fixtures.json") ?? {};

/**
 * The cases of a navigation vector file, each with its named fixtures expanded (NAVIGATION §3.11):
 * `given`, `then`, `env.lib` and the states inside `action` may name one of `fixtures.json`.
 * @param {string} file
 */
export function cases(file) {
  return vectors("navigation", file).map((each) => ({
    ...each,
    env: { ...each.env, lib: named(each.env?.lib) },
    given: named(each.given),
    action: namedMembers(each.action),
    then: named(each.then),
  }));
}

/** The library or state that `value` names, or `value` itself. */
export function named(value) {
  return typeof value === "string" && Object.hasOwn(fixtures, value) ? fixtures[value] : value;
}

/** Members of an action that hold states may name them. */
function namedMembers(action) {
  if (typeof action !== "object" || action === null || Array.isArray(action)) return action;
  return Object.fromEntries(Object.entries(action).map(([key, value]) =>
    [key, key === "nav" || key === "from" ? named(value) : value]));
}

/**
 * A window for a `given` that is a place alone or a whole window, and the way back to the given's
 * form.
 * @param {any} given
 */
export function isWindow(given) {
  return typeof given === "object" && given !== null && "nav" in given;
}
