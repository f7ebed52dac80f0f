import { changesPerOperationMax, nameByteCountMax } from "./limits.js";
import {
  bool,
  identifier,
  int,
  isObject,
  list,
  object,
  optional,
  text,
  WireError,
} from "./readers.js";

/**
 * The current values of what changed in one entity since a cursor (SYNC §3, `Row`).
 * @typedef {object} Row
 * @property {string} e kind
 * @property {string} id
 * @property {number} seq of the entity's last change
 * @property {number} at stamp of that change, ms
 * @property {string} by device that made it
 * @property {Record<string, any>} [set]
 * @property {Record<string, Record<string, any>>} [add]
 * @property {Record<string, string[]>} [del]
 * @property {boolean} [deleted]
 * @property {string|null} [alias] what the entity stands for now; null: itself again
 * @property {boolean} [purged] its values went from Trash for good
 */

/**
 * One entity's part of an operation (SYNC §2, `Change`).
 * @typedef {object} Change
 * @property {string} e
 * @property {string} id
 * @property {Record<string, any>} [set]
 * @property {Record<string, Record<string, any>>} [add]
 * @property {Record<string, string[]>} [del]
 * @property {boolean} [create]
 * @property {boolean} [delete]
 * @property {boolean} [restore]
 */

/**
 * What one person did at once on one device (SYNC §2, `Op`).
 * @typedef {object} Op
 * @property {string} op id
 * @property {number} n place in the device's order
 * @property {number} base sequence the author had applied
 * @property {number} at corrected clock, ms
 * @property {string} [epoch] what `base` counts in, where that is not the library's present one
 * @property {Change[]} do
 */

/** @param {(value: any) => boolean} isRight @returns {import("./readers.js").Reader} */
function record(isRight) {
  return (value, path) => {
    if (!isObject(value)) throw new WireError("wrongType", path);
    for (const [key, member] of Object.entries(value)) {
      if (!isRight(member)) throw new WireError("wrongType", `${path}.${key}`);
    }
    return value;
  };
}

/** @param {any} value */
const isTexts = (value) => Array.isArray(value) && value.every((each) => typeof each === "string");

const parts = {
  set: optional(record(() => true)),
  add: optional(record(isObject)),
  del: optional(record(isTexts)),
};

const anyRow = object({
  e: text(),
  id: text(),
  seq: int(),
  at: int(-Number.MAX_SAFE_INTEGER),
  by: text(),
  ...parts,
  deleted: optional(bool),
  alias: optional(text()),
  purged: optional(bool),
});

/**
 * Reads a `Row`. There are a thousand to a page, so a sound one is not read member by member.
 * @type {import("./readers.js").Reader}
 */
export const row = (value, path) => {
  const { e, id, seq, at, by, set, add, del, deleted, ...others } = value ?? {};
  const isSound =
    [e, id, by].every(isShortText) &&
    Number.isSafeInteger(seq) &&
    seq >= 0 &&
    Number.isSafeInteger(at) &&
    (set === undefined || isObject(set)) &&
    (add === undefined || (isObject(add) && Object.values(add).every(isObject))) &&
    del === undefined &&
    (deleted === undefined || typeof deleted === "boolean");
  if (isSound && Object.keys(others).length === 0) return value;
  const read = anyRow(value, path);
  // Of all members only this one means something by null: the entity stands for itself again.
  return others.alias === null ? { ...read, alias: null } : read;
};

/** @param {any} value */
const isShortText = (value) => typeof value === "string" && value.length * 3 <= nameByteCountMax;

/**
 * Reads an `Op`.
 * @type {import("./readers.js").Reader}
 */
export const operation = object({
  op: identifier,
  n: int(1),
  base: int(),
  at: int(-Number.MAX_SAFE_INTEGER),
  epoch: optional(text()),
  do: list(
    object({
      e: text(),
      id: text(),
      ...parts,
      create: optional(bool),
      delete: optional(bool),
      restore: optional(bool),
    }),
    { min: 1, max: changesPerOperationMax },
  ),
});
