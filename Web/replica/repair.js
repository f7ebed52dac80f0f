import { freshCheckpoint, UNKNOWN_EPOCH } from "./batch.js";

/**
 * @typedef {import("./batch.js").Stored} Stored
 * @typedef {import("./batch.js").Checkpoint} Checkpoint
 * @typedef {import("./batch.js").Batch} Batch
 */

/**
 * What to go on with when a part of the storage could not be read: the books that could be read
 * show until all are fetched anew, and unsent edits go out under a new incarnation, because an n
 * may be missing among them.
 * @param {Stored} stored what could be read
 * @param {string} incarnation
 * @returns {{stored: {checkpoint: Checkpoint} & Stored, batch: Batch}} what the replica takes up,
 *   and what the storage must write for it
 */
export function repaired(stored, incarnation) {
  const waiting = stored.ops.filter((queued) => queued.state === "waiting");
  // Acked ops are safe on the server; pushing them all again would only hide others' newer edits.
  const removedOps = stored.ops.flatMap(({ state, op }) => (state === "acked" ? [op.op] : []));
  const former = stored.checkpoint?.epoch ?? UNKNOWN_EPOCH;
  const stamped = (/** @type {import("./batch.js").QueuedOp} */ queued) => ({
    ...queued,
    op: { ...queued.op, epoch: queued.op.epoch ?? former },
  });
  const renumbered = waiting.map(stamped).map((queued, position) => ({
    ...queued,
    incarnation,
    op: { ...queued.op, n: position + 1 },
  }));
  const refused = stored.ops.filter((queued) => queued.state === "refused").map(stamped);
  const checkpoint = {
    ...(stored.checkpoint ?? freshCheckpoint(incarnation)),
    incarnation,
    lastN: renumbered.length,
    lastOrder: Math.max(0, ...stored.ops.map((queued) => queued.order)),
    sent: null,
    // It makes the replica pull everything anew (SYNC §3, reset).
    epoch: UNKNOWN_EPOCH,
    cursor: 0,
  };
  const ops = [...renumbered, ...refused].sort((left, right) => left.order - right.order);
  return {
    stored: { checkpoint, entities: stored.entities, ops },
    batch: { checkpoint, ops, removedOps },
  };
}
