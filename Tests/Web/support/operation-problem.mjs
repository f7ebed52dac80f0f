import { checkElement } from "../../../Web/library/validate-value.js";
import { identifierPair, isIdentifier } from "../../../Web/library/identifier.js";
import * as limits from "../../../Web/library/limits.js";
import { Place } from "../../../Web/library/problem.js";
import { ALIAS_KIND, CONFLICT_KIND, kindSpec } from "../../../Web/library/schema.js";
import { addProblem, fieldProblem, first, setType, sorted } from "../../../Web/library/validate.js";

/** The bounds that only a server asks for: fields that one change names, and elements that it adds or removes. */
export const serverLimits = { fieldsPerChangeMax: 256, elementsPerChangeMax: 1024 };

/**
 * What a server looks at in an operation beside its values. The client has no need of it: it makes none
 * that is wrong in these ways.
 * @typedef {import("../../../Web/library/problem.js").Problem
 *   | {code: string, message: string, field?: string}} Problem
 * @typedef {import("../../../Web/wire/rows.js").Op} Op
 * @typedef {import("../../../Web/wire/rows.js").Change} Change
 */

/**
 * A problem that no person meets, with its sentence.
 * @param {string} code
 * @param {string} message
 * @param {string} [field]
 */
const problem = (code, message, field) => (field === undefined ? { code, message } : { code, message, field });

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
  const { changesPerOperationMax: max } = limits;
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
  return kind === ALIAS_KIND && fields.length === 1 && set.notice === null;
}

/**
 * @param {Record<string, any>} set
 * @param {Record<string, Record<string, any>>} add
 * @param {Record<string, string[]>} del
 */
function sizeProblem(set, add, del) {
  const fieldCount = [set, add, del].reduce((sum, fields) => sum + Object.keys(fields).length, 0);
  const { fieldsPerChangeMax, elementsPerChangeMax } = serverLimits;
  if (fieldCount > fieldsPerChangeMax) {
    return problem(
      "malformed",
      `A change must name at most ${fieldsPerChangeMax} fields, and this one names ${fieldCount}.`,
      "do",
    );
  }
  const added = Object.values(add).reduce((sum, elements) => sum + Object.keys(elements).length, 0);
  const elementCount = Object.values(del).reduce((sum, names) => sum + names.length, added);
  if (elementCount > elementsPerChangeMax) {
    return problem(
      "malformed",
      `A change must add and remove at most ${elementsPerChangeMax} elements, and this one has ` +
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
