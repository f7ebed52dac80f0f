/**
 * How far this replica has come and who it is: the one record stored beside rows and ops.
 * @typedef {object} Checkpoint
 * @property {string} incarnation this installation's life; n counts within it
 * @property {number} lastN last n given to an op
 * @property {number} lastOrder last place given in the queue, across incarnations
 * @property {{n: number, op: string}|null} sent last op the server acked to us
 * @property {string|null} epoch the server database's life that `cursor` belongs to, and `base` of
 *   every kept op that names no other
 * @property {number} cursor last sequence applied
 * @property {boolean} complete whether the first sync has reached the head once
 * @property {number} watermark what the server's backups hold
 * @property {number} clockOffset time in the library − our clock, ms
 * @property {number} [nowOffset] server clock − ours, ms, where the server tells
 * @property {string|null} account
 * @property {{id: string, name: string}|null} library
 * @property {{id: string, name: string}|null} device
 * @property {{id: string, name: string}[]} devices
 */

/**
 * One op of ours from its creation until it may be forgotten.
 * @typedef {object} QueuedOp
 * @property {import("../wire/rows.js").Op} op
 * @property {string} incarnation the one `op.n` counts in
 * @property {number} order place in the queue
 * @property {"waiting"|"acked"|"refused"} state
 * @property {number} [seq] when acked: its sequence
 * @property {string} [epoch] when acked: what `seq` belongs to
 * @property {number} [ackedAt] when acked: the server's clock, ms
 * @property {import("./events.js").Problem} [problem] when refused
 * @property {FormerTexts} [was] the texts that the op's texts were made from. Kept here only; the
 *   server finds them by `base`
 */

/**
 * Texts by `kind/id` and field: what an author had in front of them, null where there was none.
 * @typedef {Record<string, Record<string, string|null>>} FormerTexts
 */

/**
 * What one transaction of the storage writes, whole or not at all. The same batch brings a view
 * up to date, here and in other tabs.
 * @typedef {object} Batch
 * @property {Checkpoint} [checkpoint]
 * @property {boolean} [replace] true: `entities` are all there are
 * @property {import("./entity.js").Entity[]} [entities] confirmed entities, as they are now
 * @property {QueuedOp[]} [ops]
 * @property {string[]} [removedOps] ids
 */

/**
 * What a storage holds.
 * @typedef {object} Stored
 * @property {Checkpoint|null} checkpoint
 * @property {import("./entity.js").Entity[]} entities
 * @property {QueuedOp[]} ops in order
 * @property {import("./view.js").LibraryView} [view] that shows it, where one is made already
 */

import { entityKey } from "./entity.js";

/**
 * An epoch that no server has: for a cursor that belongs to none we know. It makes every server
 * send all anew, and count what was made on it as having seen nothing.
 */
export const UNKNOWN_EPOCH = "unknown";

/**
 * A replica that has met no server yet.
 * @param {string} incarnation
 * @returns {Checkpoint}
 */
export function freshCheckpoint(incarnation) {
  return {
    incarnation,
    lastN: 0,
    lastOrder: 0,
    sent: null,
    epoch: null,
    cursor: 0,
    complete: false,
    watermark: 0,
    clockOffset: 0,
    account: null,
    library: null,
    device: null,
    devices: [],
  };
}

/** Batches on their way to the storage, later ones laid over earlier ones. */
export class Unsaved {
  /** @type {Checkpoint|undefined} */
  #checkpoint;
  #replace = false;
  /** @type {Map<string, import("./entity.js").Entity>} */
  #entities = new Map();
  /** @type {Map<string, QueuedOp>} */
  #ops = new Map();
  /** @type {Set<string>} */
  #removedOps = new Set();
  #isEmpty = true;

  get isEmpty() {
    return this.#isEmpty;
  }

  /**
   * Lays `batch` over what is there.
   * @param {Batch} batch
   */
  add(batch) {
    this.#isEmpty = false;
    if (batch.replace) {
      this.#replace = true;
      this.#entities.clear();
    }
    if (batch.checkpoint) this.#checkpoint = batch.checkpoint;
    for (const entity of batch.entities ?? []) {
      this.#entities.set(entityKey(entity.kind, entity.id), entity);
    }
    for (const queued of batch.ops ?? []) {
      this.#ops.set(queued.op.op, queued);
      this.#removedOps.delete(queued.op.op);
    }
    for (const id of batch.removedOps ?? []) {
      this.#ops.delete(id);
      this.#removedOps.add(id);
    }
  }

  /**
   * Lays what is there over `batch`, which did not reach the storage.
   * @param {Batch} batch
   */
  addBelow(batch) {
    const above = this.take();
    this.add(batch);
    this.add(above);
  }

  /**
   * Whether the op is yet to be written.
   * @param {string} id
   */
  hasOp(id) {
    return this.#ops.has(id);
  }

  /**
   * Everything as one batch; nothing is left.
   * @returns {Batch}
   */
  take() {
    /** @type {Batch} */
    const batch = {};
    if (this.#checkpoint) batch.checkpoint = this.#checkpoint;
    if (this.#replace) batch.replace = true;
    if (this.#entities.size > 0 || this.#replace) batch.entities = [...this.#entities.values()];
    if (this.#ops.size > 0) batch.ops = [...this.#ops.values()];
    if (this.#removedOps.size > 0) batch.removedOps = [...this.#removedOps];
    this.#checkpoint = undefined;
    this.#replace = false;
    this.#entities = new Map();
    this.#ops = new Map();
    this.#removedOps = new Set();
    this.#isEmpty = true;
    return batch;
  }
}
