import { FaultError, wireFault } from "../replica/fault.js";
import { operation } from "../wire/rows.js";
import { isObject, WireError } from "../wire/readers.js";

/**
 * @typedef {import("../replica/batch.js").QueuedOp} QueuedOp
 * @typedef {import("../store/storage.js").LeftEdit} LeftEdit
 */

/**
 * Edits that the server does not have, to be kept in a file and taken back by any page of the same
 * library: each under its own id, with what its author had seen, so that it counts once.
 * @typedef {object} WaitingEdits
 * @property {"dogear.waiting"} format
 * @property {1} version
 * @property {string|null} library its id; null: the device has met no server yet
 * @property {WaitingEdit[]} edits oldest first
 * @property {unknown[]} [unreadable] what stood where edits could not be read, for a person to look at
 */

/**
 * One of them; `problem` says why the server refused it, if it did.
 * @typedef {LeftEdit & {problem?: import("../replica/events.js").Problem}} WaitingEdit
 */

/**
 * @param {QueuedOp[]} ops
 * @param {import("../replica/batch.js").Checkpoint|null} checkpoint
 * @param {unknown[]} [unreadable]
 * @returns {WaitingEdits}
 */
export function exported(ops, checkpoint, unreadable = []) {
  const present = checkpoint?.epoch ?? undefined;
  const edits = ops.map(({ op: { op, do: changes, base, at, epoch = present }, was, problem }) => ({
    op,
    changes,
    base,
    at,
    ...(epoch !== undefined && { epoch }),
    was: was ?? {},
    ...(problem && { problem }),
  }));
  const file = { format: FORMAT, version: 1, library: checkpoint?.library?.id ?? null, edits };
  return /** @type {WaitingEdits} */ (unreadable.length > 0 ? { ...file, unreadable } : file);
}

/**
 * The edits of a file, ready to be made again.
 * @param {unknown} json its parsed content
 * @param {string|null} library the id of the one they go to; null: not known yet
 * @returns {LeftEdit[]}
 * @throws {FaultError}
 */
export function imported(json, library) {
  const file = /** @type {any} */ (json);
  if (!isObject(json) || file.format !== FORMAT || !Array.isArray(file.edits)) {
    throw new FaultError({ code: "edits.unreadable" });
  }
  if (library !== null && typeof file.library === "string" && file.library !== library) {
    throw new FaultError({ code: "edits.otherLibrary" });
  }
  try {
    return file.edits.map(readEdit);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new FaultError({ code: "edits.broken", cause: wireFault(error) });
  }
}

/** @param {any} edit @param {number} index @returns {LeftEdit} */
function readEdit(edit, index) {
  const path = `edits[${index}]`;
  if (!isObject(edit)) throw new WireError("wrongType", path);
  const { op: id, changes, base: seen, at: made, epoch: counted, was } = edit;
  const whole = { op: id, n: 1, base: seen, at: made, do: changes };
  const { op, base, at, epoch, do: read } = operation(
    counted === undefined ? whole : { ...whole, epoch: counted },
    path,
  );
  // It has seen none of what was written on this device, unless that was the one it was made on.
  const order = 0;
  return { op, changes: read, base, at, ...(epoch !== undefined && { epoch }), was: texts(was), order };
}

/**
 * @param {any} was
 * @returns {import("../replica/batch.js").FormerTexts}
 */
function texts(was) {
  const isText = (/** @type {any} */ text) => text === null || typeof text === "string";
  const isSound = isObject(was) && Object.values(was).every(
    (fields) => isObject(fields) && Object.values(fields).every(isText),
  );
  return isSound ? was : {};
}

const FORMAT = "dogear.waiting";
