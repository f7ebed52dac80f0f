import { checkElement, checkValue } from "./validate-value.js";
import { isIdentifier, identifierPair } from "./identifier.js";
import { limits } from "./limits.js";
import { Place, problem } from "./problem.js";
import { ALIAS_KIND, CONFLICT_KIND, NOTICE_FIELD, fieldSpec, kindSpec } from "./schema.js";
import { compareScalars, isWellFormed, scalarCount } from "./text.js";

/**
 * @typedef {import("./field-type.js").ElementType} ElementType
 * @typedef {import("./field-type.js").FieldType} FieldType
 * @typedef {import("./problem.js").Problem} Problem
 * @typedef {import("../wire/rows.js").Op} Op
 * @typedef {import("../wire/rows.js").Change} Change
 */

/**
 * The first problem of an operation, or null when the server will merge it: everything that needs
 * no stored state is looked at (SYNC §2, BOOKS §5). Kinds and fields that the schema does not know
 * pass, within bounds. Swift's `Validation.check` says the same of the same operation.
 * @param {Op} operation
 * @param {string} device the author's device
 * @returns {Problem|null}
 */
export function operationProblem({ op, n, base, do: changes }, device) {
  if (!isIdentifier(op)) {
    const message = "The operation's id must be 1 to 64 letters, digits, - and _.";
    return problem("malformed", message, "op");
  }
  if (!(n >= 1)) return problem("malformed", "The operation's n must be at least 1.", "n");
  if (!(base >= 0)) return problem("malformed", "The operation's base must be at least 0.", "base");
  const { changesPerOperation: max } = limits;
  if (changes.length < 1 || changes.length > max) {
    return problem(
      "malformed",
      `An operation must hold 1 to ${max} changes, and this one has ${changes.length}.`,
      "do",
    );
  }
  return first(changes, (change) => changeProblem(change, device));
}

/**
 * The first problem of one change, or null.
 * @param {Change} change
 * @param {string} device the author's device
 * @returns {Problem|null}
 */
export function changeProblem(change, device) {
  const { e: kind, id, set = {}, add = {}, del = {} } = change;
  if (!isEntityKey(kind, id)) {
    return problem(
      "malformed",
      "The kind and the id of an entity must be 1 to 64 letters, digits, - and _ (a progress has " +
        "the ids of its reading and its device, joined by ~).",
      "id",
    );
  }
  return (
    writerProblem(change, device) ??
    sizeProblem(set, add, del) ??
    first(sorted(set), ([field, value]) => fieldProblem(kind, field, value)) ??
    first(sorted(add), ([field, elements]) => addProblem(kind, field, elements)) ??
    first(sorted(del), ([field, names]) => delProblem(kind, field, names))
  );
}

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
    const message =
      `${place.subject} is a set: add and remove its elements instead of replacing it.`;
    return problem("invalid", message, field);
  }
  if (spec.mergeClass === "server" && value !== null) {
    const message = `${place.subject} is written by the server; it can only be cleared.`;
    return problem("notYours", message, field);
  }
  if (value === null) return spec.isRequired ? place.invalid("not be empty") : null;
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

/**
 * @param {string} kind
 * @param {string} field
 * @param {string[]} names
 */
function delProblem(kind, field, names) {
  const type = setType(kind, field);
  if ("problem" in type) return type.problem;
  const place = new Place(field);
  // What a set should never have held may still be taken out of it.
  return first(names, (name) => checkElement("any", name, place.element(name)));
}

/**
 * Server kinds are the server's, but for the answers that people give to them; a pair's second half
 * names its only writer.
 * @param {Change} change
 * @param {string} device
 */
function writerProblem(change, device) {
  const { e: kind, id } = change;
  const spec = kindSpec(kind);
  if (spec?.isServers && !isAnswer(change)) {
    const but = BUTS.get(kind) ?? ".";
    return problem("notYours", `A record of kind ${kind} is written by the server${but}`);
  }
  if (spec?.isNamedByPair && identifierPair(id)?.[1] !== device) {
    return problem("notYours", `A ${kind} record is written only by the device it belongs to.`);
  }
  return null;
}

/** What may be said to the server's records nevertheless, by their kind. */
const BUTS = new Map([
  [CONFLICT_KIND, "; it can only be closed, or opened again."],
  [ALIAS_KIND, "; its notice can be cleared, and deleting it keeps both books."],
]);

/**
 * Whether anyone may say this to a record of the server's: that a conflict is settled, or is not
 * after all; that the notice of an alias was seen, or that its two books are two.
 * @param {Change} change
 */
function isAnswer({ e: kind, set = {}, add = {}, del = {}, create, delete: deletes, restore }) {
  const fields = [set, add, del].flatMap((part) => Object.keys(part));
  if (create) return false;
  if (deletes) return fields.length === 0 && (kind === CONFLICT_KIND || kind === ALIAS_KIND);
  if (restore) return fields.length === 0 && kind === CONFLICT_KIND;
  return kind === ALIAS_KIND && fields.length === 1 && set[NOTICE_FIELD] === null;
}

/**
 * @param {Record<string, any>} set
 * @param {Record<string, Record<string, any>>} add
 * @param {Record<string, string[]>} del
 */
function sizeProblem(set, add, del) {
  const fieldCount = [set, add, del].reduce((sum, fields) => sum + Object.keys(fields).length, 0);
  const { fieldsPerChange, elementsPerChange } = limits;
  if (fieldCount > fieldsPerChange) {
    return problem(
      "malformed",
      `A change must name at most ${fieldsPerChange} fields, and this one names ${fieldCount}.`,
      "do",
    );
  }
  const added = Object.values(add).reduce((sum, elements) => sum + Object.keys(elements).length, 0);
  const elementCount = Object.values(del).reduce((sum, names) => sum + names.length, added);
  if (elementCount > elementsPerChange) {
    return problem(
      "malformed",
      `A change must add and remove at most ${elementsPerChange} elements, and this one has ` +
        `${elementCount}.`,
      "do",
    );
  }
  return null;
}

/**
 * Whether kind and id can stand: both are identifiers, save that a progress is named
 * `READING~DEVICE`, and a kind nobody here knows may be named either way.
 * @param {string} kind
 * @param {string} id
 */
function isEntityKey(kind, id) {
  if (!isIdentifier(kind)) return false;
  const spec = kindSpec(kind);
  if (spec?.isNamedByPair) return identifierPair(id) !== null;
  return isIdentifier(id) || (!spec && identifierPair(id) !== null);
}

/** @param {string} field */
function nameProblem(field) {
  const { fieldNameLength: max } = limits;
  const count = scalarCount(field);
  if (count >= 1 && count <= max && isWellFormed(field)) return null;
  return problem("malformed", `A field's name must have 1 to ${max} characters.`, "do");
}

/**
 * @param {string} kind
 * @param {string} field
 * @returns {{element: ElementType, value: FieldType} | {problem: Problem}}
 */
function setType(kind, field) {
  const named = nameProblem(field);
  if (named) return { problem: named };
  const type = fieldSpec(kind, field)?.type;
  if (!type) return { element: "any", value: { is: "any" } };
  if (type.is === "set") return type;
  const message =
    `${new Place(field).subject} is no set: set its value instead of adding or removing elements.`;
  return { problem: problem("invalid", message, field) };
}

/**
 * The members of an object in the order in which they are looked at, so that of several problems
 * always the same is told.
 * @param {Record<string, any>} members
 */
const sorted = (members) =>
  Object.entries(members).sort(([left], [right]) => compareScalars(left, right));

/**
 * The first problem that `check` finds.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T, index: number) => Problem|null} check
 * @returns {Problem|null}
 */
function first(items, check) {
  for (const [index, item] of items.entries()) {
    const found = check(item, index);
    if (found) return found;
  }
  return null;
}
