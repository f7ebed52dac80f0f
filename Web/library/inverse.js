import { applyOperation } from "./apply.js";
import { Comparison } from "./undo-comparison.js";
import { kindSpec } from "./schema.js";

/**
 * @typedef {import("./apply.js").Entity} Entity
 * @typedef {import("./apply.js").Change} Change
 * @typedef {(kind: string, id: string) => Entity|undefined} Lookup
 */

/**
 * One entity before and after an operation, and what of it the operation named.
 * @typedef {object} Trace
 * @property {string} kind
 * @property {string} id
 * @property {Entity|undefined} before
 * @property {Entity|undefined} after
 * @property {Set<string>} registers
 * @property {Map<string, Set<string>>} elements by field
 */

/**
 * What an operation changed, as its author saw it; the last entity named comes first, for it may have
 * been made for one before.
 * @typedef {readonly Trace[]} Inverse
 */

/**
 * What takes an operation back as things are now, to be made an operation of its own.
 * @typedef {object} Undoing
 * @property {Change[]} do the changes; none where nothing is to be taken back
 * @property {Record<string, Record<string, string|null>>} was by `kind/id` and field, the texts that
 *   those of `do` are made from: what the person sees now
 * @property {{e: string, id: string, field?: string}[]} left what cannot be taken back without losing
 *   what others, or later edits, made of it; without a field, all of the entity
 */

/**
 * Notes what an operation is about to change, so that it can be taken back (SYNC §2, *History*);
 * Swift's `Inverse` is the same.
 *
 * Taking it back brings again exactly what was seen before: former values, null where there was none;
 * elements that went, away again those that came; from Trash what was deleted, to Trash what was made
 * or restored. What somebody wrote since stays: an undo is of one's own edit, never of theirs. A text
 * goes back by words, so that theirs stay in it.
 *
 * To do it again, take the inverse of the undoing's changes.
 * @param {readonly Change[]} changes of one operation
 * @param {Lookup} before the entities as they show before it, pending operations included
 * @returns {Inverse}
 */
export function inverseOf(changes, before) {
  // Made with everything in sight.
  const operation = { base: Infinity, at: 0, do: [...changes] };
  /** @type {Map<string, Trace>} */
  const traces = new Map();
  for (const { e: kind, id, set, add, del } of changes) {
    // Clients may close a conflict, and no more (SYNC §2).
    if (kindSpec(kind)?.isServers) continue;
    let trace = traces.get(`${kind}/${id}`);
    if (!trace) {
      const seen = before(kind, id);
      const after = applyOperation(seen, { kind, id }, operation, "-");
      trace = { kind, id, before: seen, after, registers: new Set(), elements: new Map() };
      traces.set(`${kind}/${id}`, trace);
    }
    for (const field of Object.keys(set ?? {})) trace.registers.add(field);
    for (const [field, elements] of Object.entries(add ?? {})) {
      note(trace, field, Object.keys(elements));
    }
    for (const [field, names] of Object.entries(del ?? {})) note(trace, field, names);
  }
  return [...traces.values()].reverse();
}

/**
 * @param {Trace} trace
 * @param {string} field
 * @param {string[]} names
 */
function note({ elements }, field, names) {
  elements.set(field, new Set([...(elements.get(field) ?? []), ...names]));
}

/**
 * What takes an operation back.
 * @param {Inverse} inverse
 * @param {Lookup} now the entities as they show now, pending operations included
 * @returns {Undoing}
 */
export function undoing(inverse, now) {
  /** @type {Undoing} */
  const result = { do: [], was: {}, left: [] };
  for (const trace of inverse) undo(trace, now(trace.kind, trace.id), result);
  return result;
}

/**
 * @param {Trace} trace
 * @param {Entity|undefined} now
 * @param {Undoing} result
 */
function undo({ kind, id, before, after, registers, elements }, now, result) {
  if (!after) return;
  const key = { e: kind, id };
  if (!now || now.purged || now.alias !== undefined) {
    result.left.push(key);
    return;
  }
  const wasLiving = before !== undefined && !before.deleted;
  /** @type {{restore?: true, delete?: true}} */
  let life = {};
  if (wasLiving && after.deleted) {
    if (now.deleted) life = { restore: true };
  } else if (!wasLiving && !after.deleted) {
    if (now.deleted) return;
    life = { delete: true };
  } else if (now.deleted) {
    // Unless it was in Trash before and after.
    if (wasLiving) result.left.push(key);
    return;
  }
  const fields = before ? fieldsOf(new Comparison(before, after, now), registers, elements) : null;
  for (const field of fields?.left ?? []) result.left.push({ ...key, field });
  if (fields && Object.keys(fields.was).length > 0) result.was[`${kind}/${id}`] = fields.was;
  const change = { ...key, ...life, ...fields?.members };
  if (Object.keys(change).length > 2) result.do.push(change);
}

/**
 * @param {Comparison} comparison
 * @param {Set<string>} registers
 * @param {Map<string, Set<string>>} elements
 */
function fieldsOf(comparison, registers, elements) {
  for (const field of registers) comparison.undoRegister(field);
  for (const [field, names] of elements) comparison.undoElements(field, names);
  return comparison.result;
}
