import { FaultError } from "../replica/fault.js";

/**
 * Where a library is kept on this device: the contract that every storage fulfils, and that
 * Tests/Web/support/store-contract.mjs holds them to. One storage holds one library.
 *
 * Only one holder at a time may `persist`: the leader among the tabs. The rest is for all.
 * @typedef {object} Storage
 * @property {() => Promise<Loaded>} load what is kept; damaged parts are left out, which `isDamaged` tells
 * @property {(batch: Batch) => Promise<number>} persist writes a batch whole or not at all, takes
 *   its ops, also those it removes, out of the outbox, and gives the new revision. Durable when it
 *   resolves
 * @property {(...edits: LeftEdit[]) => Promise<void>} leave puts edits of a tab that does not lead into
 *   the outbox, all or none. Durable when it resolves
 * @property {() => Promise<LeftEdit[]>} outbox the edits left, oldest first
 * @property {(revision: number, glimpse: object) => Promise<boolean>} remember keeps what a window
 *   shows of the library as it is at `revision`, in place of what was kept before; false, and nothing,
 *   where the library has another by now
 * @property {() => Promise<void>} forget lets go of that
 * @property {() => Promise<Remembered|null>} recall what was remembered, as long as the library is
 *   still what it was; null once any entity or op has changed, or an edit waits in the outbox
 * @property {unknown[]} unreadable what stood in records of edits that could not be read, as far as
 *   the last `load` found it: kept for good, by the batch after it
 * @property {() => void} onlost hears that everything was taken away while the page lives: the next
 *   `persist` writes all of it anew
 * @property {() => Promise<unknown>} onended hears that a newer version of the app waits to change what
 *   is kept here: as soon as the promise resolves, nothing more is read or written
 * @property {() => void} close
 */

/**
 * @typedef {import("../replica/batch.js").Batch} Batch
 * @typedef {import("../replica/batch.js").Stored} Stored
 */

/**
 * @typedef {object} Loaded
 * @property {Stored} stored
 * @property {number} revision rises by one with every batch; 0: nothing was ever kept
 * @property {boolean} isDamaged whether something could not be read
 */

/**
 * What a window showed of the library that is here, and how far that had come: small beside it, so
 * it can be painted before the rest is read.
 * @typedef {{glimpse: any, checkpoint: import("../replica/batch.js").Checkpoint|null}} Remembered
 */

/**
 * An edit made in a tab that does not lead, with what is known of its making.
 * @typedef {{op: string, changes: import("../wire/rows.js").Change[], at: number}
 *   & import("../replica/events.js").Making} LeftEdit
 */

/**
 * Whether a batch changes what a person may see, and not merely how far the sync has come.
 * @param {Batch} batch
 */
export function changesContent({ replace, entities, ops, removedOps }) {
  return Boolean(replace) || [entities, ops, removedOps].some((items) => items && items.length > 0);
}

/**
 * The ops that a batch writes or removes, which the outbox has no more part in.
 * @param {Batch} batch
 */
export function opsOf({ ops = [], removedOps = [] }) {
  return new Set([...ops.map((queued) => queued.op.op), ...removedOps]);
}

/** Why a storage did not do what it was asked to. */
export class StorageError extends FaultError {
  /**
   * @param {"blocked"|"closed"|"failed"|"full"|"newer"|"notLet"|"superseded"} code
   * @param {unknown} [cause]
   */
  constructor(code, cause) {
    super({ code: `storage.${code}` }, cause);
  }
}

/**
 * The disk has something else than what was read from it and written since: nothing more can be written
 * before it is read anew.
 */
export class SupersededError extends StorageError {
  constructor() {
    super("superseded");
  }
}
