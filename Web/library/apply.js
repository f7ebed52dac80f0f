import { elementKey, fieldSpec, isAuthoredChange } from "./schema.js";
import { mergeText } from "./text-merge.js";
import { compareScalars } from "./text.js";

/**
 * One entity as a view sees it. Sets stand among the fields as `{element: value|null}`; an empty
 * set is no field at all. The entity, its fields and its sets are frozen.
 * @typedef {object} Entity
 * @property {string} kind
 * @property {string} id
 * @property {number} seq sequence of its last confirmed change; 0 while it is only ours
 * @property {number} at when it last changed, ms
 * @property {string} by device that changed it
 * @property {boolean} deleted whether it is in Trash
 * @property {true} [purged] it lost its values in Trash for good: no view lists it, and only the
 *   server can bring it back
 * @property {string} [alias] id of the entity of its kind that it stands for: no view lists it, and
 *   what refers to it refers to that entity
 * @property {Readonly<Record<string, any>>} fields
 */

/**
 * @typedef {import("../wire/rows.js").Row} Row
 * @typedef {import("../wire/rows.js").Op} Op
 * @typedef {import("../wire/rows.js").Change} Change
 */

/**
 * `entity` with what a row says (SYNC §3); undefined makes a new one.
 * @param {Entity|undefined} entity
 * @param {Row} row
 * @returns {Entity}
 */
export function applyRow(entity, row) {
  const fields = new Map(Object.entries(entity?.fields ?? {}));
  for (const [field, value] of Object.entries(row.set ?? {})) fields.set(field, value);
  for (const [field, names] of Object.entries(row.del ?? {})) {
    editSet(fields, row.e, field, (elements) => elements.remove(names));
  }
  for (const [field, added] of Object.entries(row.add ?? {})) {
    editSet(fields, row.e, field, (elements) => {
      // The server says how an element is spelled now.
      elements.remove(Object.keys(added));
      for (const [name, value] of Object.entries(added)) elements.insert(name, value);
    });
  }
  const alias = row.alias === undefined ? entity?.alias : (row.alias ?? undefined);
  const purged = row.purged || (row.deleted === undefined && entity?.purged);
  return frozen({
    kind: row.e,
    id: row.id,
    seq: Math.max(row.seq, entity?.seq ?? 0),
    at: row.at,
    by: row.by,
    deleted: row.deleted ?? entity?.deleted ?? false,
    ...marks(purged, row.purged ? undefined : alias),
    fields: row.purged ? {} : Object.fromEntries(fields),
  });
}

/**
 * The members that most entities do not have.
 * @param {boolean|undefined} purged
 * @param {string|undefined} alias
 */
const marks = (purged, alias) => ({
  ...(purged ? { purged: /** @type {const} */ (true) } : {}),
  ...(alias === undefined ? {} : { alias }),
});

/**
 * The texts that those of one of our operations were made from, by field.
 * @typedef {Readonly<Record<string, string|null>>} Texts
 */

/**
 * `entity` with one change of ours that the server has not confirmed yet, as it will most likely
 * merge it (SYNC §3, *Client view*); it keeps the confirmed sequence. What we wrote shows at once; a
 * text goes together with what others made of it meanwhile, as far as that is possible. An authored
 * edit of an entity that went to Trash unseen brings it back, unless it was purged: the server alone
 * has what it was. Any other edit shows inside Trash.
 * @param {Entity|undefined} entity
 * @param {{kind: string, id: string}} key
 * @param {Change} change
 * @param {{base: number, at: number, by: string, was: Texts}} author
 * @returns {Entity|undefined} undefined when a deletion is all that there is of it
 */
function applyChange(entity, { kind, id }, change, { base, at, by, was }) {
  // What is not there is as good as deleted.
  if (!entity && change.delete) return undefined;
  const seq = entity?.seq ?? 0;
  const isComing = change.restore || (base < seq && isAuthoredChange(change));
  let deleted = entity?.deleted ?? false;
  if (isComing && !entity?.purged) deleted = false;
  if (change.delete) deleted = true;

  const fields = new Map(Object.entries(entity?.fields ?? {}));
  for (const [field, names] of Object.entries(change.del ?? {})) {
    editSet(fields, kind, field, (elements) => elements.remove(names));
  }
  for (const [field, added] of Object.entries(change.add ?? {})) {
    const sorted = Object.entries(added).sort(([left], [right]) => compareScalars(left, right));
    editSet(fields, kind, field, (elements) => {
      for (const [name, value] of sorted) elements.insert(name, value);
    });
  }
  for (const [field, value] of Object.entries(change.set ?? {})) {
    const isEdit = fieldSpec(kind, field)?.mergeClass === "text" && Object.hasOwn(was, field);
    fields.set(field, isEdit ? rebased(was[field], fields.get(field), value) : value);
  }
  return frozen({
    kind, id, seq, at, by, deleted,
    ...marks(entity?.purged, entity?.alias),
    fields: Object.fromEntries(fields),
  });
}

/**
 * A text of ours over what others wrote meanwhile: ours alone where the two overlap, as the server
 * keeps the other beside it. Null was and is the empty text; to clear a field is no edit of a text.
 * @param {string|null} was
 * @param {unknown} theirs
 * @param {unknown} ours
 */
function rebased(was, theirs, ours) {
  if (typeof ours !== "string") return ours;
  return mergeText(was ?? "", typeof theirs === "string" ? theirs : "", ours) ?? ours;
}

/**
 * `entity` with all changes of one of our operations that name it. What is done to an alias is done
 * to the entity that it stands for. A text from before a restore shows as it was written: what it was
 * made from may not be back yet, and whoever goes on writes in the words that the server takes for seen.
 * @param {Entity|undefined} entity
 * @param {{kind: string, id: string}} key
 * @param {Pick<Op, "base"|"at"|"do"|"epoch">} operation
 * @param {string} by our device
 * @param {Texts} [was] by field, the text that a text of the operation was made from
 * @returns {Entity|undefined}
 */
export function applyOperation(entity, key, { base, at, do: changes, epoch }, by, was = {}) {
  if (entity?.alias !== undefined) return entity;
  const texts = epoch === undefined ? was : {};
  let current = entity;
  for (const change of changes) {
    if (change.e !== key.kind || change.id !== key.id) continue;
    current = applyChange(current, key, change, { base, at, by, was: texts });
  }
  return current;
}

/** The elements of one set while they change; spellings of one element stand for each other. */
class SetEdit {
  /** @type {Map<string, [string, any]>} name and value by what makes spellings the same */
  #elements = new Map();
  /** @type {(name: string) => string} */
  #key;
  /** Whether a set stands in the entity. */
  isSet;

  /**
   * @param {(name: string) => string} key
   * @param {any} elements the set as it stands in an entity; what is none counts as empty
   */
  constructor(key, elements) {
    this.#key = key;
    this.isSet = typeof elements === "object" && elements !== null && !Array.isArray(elements);
    if (!this.isSet) return;
    for (const entry of Object.entries(elements)) this.#elements.set(key(entry[0]), entry);
  }

  /** @param {string[]} names */
  remove(names) {
    for (const name of names) this.#elements.delete(this.#key(name));
  }

  /**
   * Puts `name` in, or gives its value to the spelling that is already there.
   * @param {string} name
   * @param {any} value
   */
  insert(name, value) {
    const key = this.#key(name);
    this.#elements.set(key, [this.#elements.get(key)?.[0] ?? name, value]);
  }

  /** The set as an entity holds it, or undefined when it is empty. */
  get result() {
    if (this.#elements.size === 0) return undefined;
    return Object.freeze(Object.fromEntries(this.#elements.values()));
  }
}

/**
 * @param {Map<string, any>} fields
 * @param {string} kind
 * @param {string} field
 * @param {(elements: SetEdit) => void} edit
 */
function editSet(fields, kind, field, edit) {
  const elements = new SetEdit((name) => elementKey(kind, field, name), fields.get(field));
  edit(elements);
  const { result, isSet } = elements;
  if (result) fields.set(field, result);
  else if (isSet) fields.delete(field);
}

/** @param {Entity} entity */
function frozen(entity) {
  Object.freeze(entity.fields);
  return Object.freeze(entity);
}
