import { inOperations } from "./batch.js";
import { bothTexts } from "./word-diff.js";

/** @typedef {import("./context.js").Change} Change */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {"kept"|"lost"} Side */

/** Texts that are written over several lines; other words stand on one. */
const texts = ["description", "review", "note", "text"];

/** Lists of which one may want both halves. */
const lists = ["contributors", "series", "languages", "subjects"];

/** What is chosen from a few, or drawn: to choose otherwise there is the editor. */
const chosen = ["status", "rating", "format", "cover", "position", "exclusive", "book", "form", "direction"];

/**
 * The changes that settle a conflict, as one operation: the record goes, and the value that is
 * wanted takes its place unless it has it.
 * @param {Entity} conflict
 * @param {unknown} value
 * @param {Entity|undefined} about what it is about, as it is now
 * @returns {Change[]}
 */
export function settling(conflict, value, about) {
  /** @type {Change} */
  const settled = { e: "conflict", id: conflict.id, delete: true };
  if (same(value, currentValue(conflict, about))) return [settled];
  const { entity, field, element } = conflict.fields;
  const subject = { e: entity.e, id: about?.id ?? entity.id };
  const change =
    element === undefined
      ? { ...subject, set: { [field]: value } }
      : { ...subject, add: { [field]: { [element]: value } } };
  return [change, settled];
}

/**
 * What one side of a conflict says; null where it says nothing.
 * @param {Entity} conflict
 * @param {Side} side
 */
export function valueOf({ fields }, side) {
  return fields[side]?.value ?? null;
}

/**
 * What stands where the conflict is about; undefined for a set that has no such element.
 * @param {Entity} conflict
 * @param {Entity|undefined} about
 */
export function currentValue({ fields: { field, element } }, about) {
  const value = about?.fields[field] ?? null;
  if (element === undefined) return value;
  return value && Object.hasOwn(value, element) ? value[element] : undefined;
}

/**
 * Whether somebody has written neither value since, which no choice between the two was asked about.
 * @param {Entity} conflict
 * @param {Entity|undefined} about
 */
export function isElsewhere(conflict, about) {
  const now = currentValue(conflict, about);
  return !same(valueOf(conflict, "kept"), now) && !same(valueOf(conflict, "lost"), now);
}

/**
 * Settles every conflict that a device has a side in, the way that device said.
 * @param {readonly Entity[]} conflicts
 * @param {string} device
 * @param {(conflict: Entity) => Entity|undefined} aboutOf
 * @returns {Change[][]} one list for each operation
 */
export function settlingAll(conflicts, device, aboutOf) {
  return inOperations(conflicts.flatMap((conflict) => {
    const side = sideOf(conflict, device);
    if (side === null) return [];
    return [settling(conflict, valueOf(conflict, side), aboutOf(conflict))];
  }));
}

/**
 * The side that a device wrote; of two, the later.
 * @param {Entity} conflict
 * @param {string} device
 * @returns {Side|null}
 */
export function sideOf({ fields: { kept, lost } }, device) {
  const own = [kept, lost].filter((version) => version?.by === device);
  if (own.length === 0) return null;
  const latest = own.reduce((a, b) => (b.at > a.at ? b : a));
  return latest === kept ? "kept" : "lost";
}

/**
 * How the two versions can be worked into one: in an editor that begins with this value, or at
 * once, where both together make sense. Null where one of them has to be chosen.
 * @param {Entity} conflict
 * @returns {{how: "text"|"line", value: string}|{how: "union", value: unknown[]}|null}
 */
export function together(conflict) {
  const { field, element } = conflict.fields;
  const [kept, lost] = [valueOf(conflict, "kept"), valueOf(conflict, "lost")];
  if (element !== undefined || chosen.includes(field)) return null;
  if (lists.includes(field) && Array.isArray(kept) && Array.isArray(lost)) {
    const rest = lost.filter((one) => !kept.some((other) => same(one, other)));
    return { how: "union", value: [...kept, ...rest] };
  }
  const isPlain = (/** @type {unknown} */ value) =>
    value === null || typeof value === "string" || typeof value === "number";
  if (!isPlain(kept) || !isPlain(lost)) return null;
  const [one, other] = [String(kept ?? ""), String(lost ?? "")];
  if (texts.includes(field)) return { how: "text", value: bothTexts(one, other) };
  return { how: "line", value: one || other };
}

/**
 * What was typed into the editor of a conflict, as a value of its field.
 * @param {Entity} conflict
 * @param {string} typed
 */
export function typedValue(conflict, typed) {
  const isNumber = ["kept", "lost"].some(
    (side) => typeof valueOf(conflict, /** @type {Side} */ (side)) === "number",
  );
  const text = typed.trim();
  if (text === "") return null;
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** @param {unknown} a @param {unknown} b */
function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
