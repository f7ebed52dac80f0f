import { checkElement, checkValue } from "./validate-value.js";
import * as limits from "./limits.js";
import { Place } from "./problem.js";
import { fieldSpec } from "./schema.js";
import { compareScalars, isWellFormed, scalarCount } from "./text.js";

/**
 * @typedef {import("./field-type.js").ElementType} ElementType
 * @typedef {import("./field-type.js").FieldType} FieldType
 * @typedef {import("./problem.js").Problem} Problem
 */

/**
 * The problem of setting a field of a kind to a value, or null: for a form, as its person types.
 * @param {string} kind
 * @param {string} field
 * @param {any} value
 * @returns {Problem|null}
 */
export function fieldProblem(kind, field, value) {
  const named = nameProblem(field);
  if (named) return named;
  const place = new Place(field);
  const spec = fieldSpec(kind, field);
  if (!spec) return checkValue({ is: "any" }, value, place);
  if (spec.mergeClass === "set") {
    return place.problem("isSet");
  }
  if (spec.mergeClass === "server" && value !== null) {
    return place.problem("servers", {}, "notYours");
  }
  if (value === null) return spec.isRequired ? place.problem("empty") : null;
  return checkValue(spec.type, value, place);
}

/**
 * The problem of adding elements to a set, or null.
 * @param {string} kind
 * @param {string} field
 * @param {Record<string, any>} elements
 * @returns {Problem|null}
 */
export function addProblem(kind, field, elements) {
  const type = setType(kind, field);
  if ("problem" in type) return type.problem;
  const place = new Place(field);
  return first(sorted(elements), ([name, value]) => {
    const at = place.element(name);
    const named = checkElement(type.element, name, at);
    return named ?? (value === null ? null : checkValue(type.value, value, at));
  });
}

/** @param {string} field */
function nameProblem(field) {
  const { fieldNameLengthMax: max } = limits;
  const count = scalarCount(field);
  if (count >= 1 && count <= max && isWellFormed(field)) return null;
  return new Place("do").problem("name", { max }, "malformed");
}

/**
 * @param {string} kind
 * @param {string} field
 * @returns {{element: ElementType, value: FieldType} | {problem: Problem}}
 */
export function setType(kind, field) {
  const named = nameProblem(field);
  if (named) return { problem: named };
  const type = fieldSpec(kind, field)?.type;
  if (!type) return { element: "any", value: { is: "any" } };
  if (type.is === "set") return type;
  return { problem: new Place(field).problem("isNoSet") };
}

/**
 * The members of an object in the order in which they are looked at, so that of several problems
 * always the same is told.
 * @param {Record<string, any>} members
 */
export const sorted = (members) =>
  Object.entries(members).sort(([left], [right]) => compareScalars(left, right));

/**
 * The first problem that `check` finds.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T, index: number) => Problem|null} check
 * @returns {Problem|null}
 */
export function first(items, check) {
  for (const [index, item] of items.entries()) {
    const found = check(item, index);
    if (found) return found;
  }
  return null;
}
