import { freshCheckpoint, Unsaved } from "./batch.js";
import { EditQueue } from "./queue.js";
import { LibraryView } from "./view.js";

/**
 * @typedef {import("./batch.js").Batch} Batch
 * @typedef {import("./batch.js").Checkpoint} Checkpoint
 */

/**
 * Everything the replica keeps. One batch moves checkpoint, queue, view and disk alike, so that
 * they never disagree.
 */
export class Ledger {
  /** @readonly */
  queue;
  /** @readonly */
  view;
  /** @type {import("./fault.js").Fault|null} */
  #storageFault = null;
  /** Whether a disk that failed is to be tried again. */
  #isRetryDue = false;
  /** @type {Checkpoint} */
  #checkpoint;
  #unsaved = new Unsaved();
  /** The transaction on its way.
   * @type {{number: number, batch: Batch}|null} */
  #saving = null;
  #saves = 0;
  /** Ops that a crash would lose.
   * @type {Set<string>} */
  #volatile = new Set();
  /** Edits whose authors wait to hear that they are safe.
   * @type {Set<string>} */
  #unsettled = new Set();
  /** @type {{keys: Set<string>|null, remote: boolean}|null} */
  #changed = null;

  /**
   * @param {import("./batch.js").Stored|null} stored
   * @param {string} incarnation for a replica that begins
   */
  constructor(stored, incarnation) {
    this.#checkpoint = stored?.checkpoint ?? freshCheckpoint(incarnation);
    const entities = stored?.entities ?? [];
    const ops = stored?.ops ?? [];
    this.queue = new EditQueue(ops);
    this.view = stored?.view ?? new LibraryView({ checkpoint: this.#checkpoint, entities, ops });
    if (!stored?.checkpoint) this.#unsaved.add({ checkpoint: this.#checkpoint });
  }

  get checkpoint() {
    return this.#checkpoint;
  }

  /**
   * Moves everything on by one batch.
   * @param {Batch} batch
   * @param {boolean} [remote] whether somebody else's edit is in it
   */
  write(batch, remote = false) {
    if (batch.checkpoint) this.#checkpoint = batch.checkpoint;
    for (const id of batch.removedOps ?? []) this.queue.remove(id);
    for (const queued of batch.ops ?? []) {
      this.queue.put(queued);
      if (queued.state === "waiting") this.#volatile.add(queued.op.op);
    }
    this.#unsaved.add(batch);
    const keys = this.view.apply(batch);
    if (keys?.size === 0) return;
    this.#changed ??= { keys: new Set(), remote: false };
    this.#changed.remote ||= remote;
    if (keys === null) this.#changed.keys = null;
    for (const key of keys ?? []) this.#changed.keys?.add(key);
  }

  /** What views must look at again since the last call, or null. */
  takeChanged() {
    const changed = this.#changed;
    this.#changed = null;
    return changed && { keys: changed.keys && [...changed.keys], remote: changed.remote };
  }

  // The disk

  /** Why the disk did not take the last transaction; until one is through,
   * whatever is tried meanwhile. */
  get storageFault() {
    return this.#storageFault;
  }

  /** The next transaction, or null while one is on its way, or a disk that failed has its rest. */
  nextSave() {
    const isResting = this.#storageFault !== null && !this.#isRetryDue;
    if (this.#saving || isResting || this.#unsaved.isEmpty) return null;
    this.#isRetryDue = false;
    this.#saves += 1;
    this.#saving = { number: this.#saves, batch: this.#unsaved.take() };
    return this.#saving;
  }

  /** Lets a disk that failed have its next chance. */
  retrySaving() {
    this.#isRetryDue = true;
  }

  /**
   * The transaction is on the disk.
   * @param {number} number
   * @returns {string[]} the edits whose authors may hear it
   */
  persisted(number) {
    if (this.#saving?.number !== number) return [];
    const ids = (this.#saving.batch.ops ?? []).map((queued) => queued.op.op);
    this.#saving = null;
    this.#storageFault = null;
    for (const id of ids) if (!this.#unsaved.hasOp(id)) this.#volatile.delete(id);
    return this.settle(ids);
  }

  /**
   * The disk did not take the transaction; it goes with the next.
   * @param {number} number
   * @param {import("./fault.js").Fault} fault
   * @returns {boolean} whether it was the one on its way
   */
  notPersisted(number, fault) {
    if (this.#saving?.number !== number) return false;
    this.#unsaved.addBelow(this.#saving.batch);
    this.#saving = null;
    this.#storageFault = fault;
    return true;
  }

  /**
   * Whether an op may leave: it would survive a crash of ours. When the disk fails, the server is
   * the safer place.
   * @param {string} id
   */
  isSafe(id) {
    return this.#storageFault !== null || !this.#volatile.has(id);
  }

  /**
   * Somebody waits for the edit to be safe.
   * @param {string} id
   */
  expect(id) {
    this.#unsettled.add(id);
  }

  /**
   * The edits among `ids` that somebody waits for; they are safe now.
   * @param {string[]} ids
   */
  settle(ids) {
    return ids.filter((id) => this.#unsettled.delete(id));
  }

  /**
   * A new incarnation: the same queue with n from 1 (SYNC §3, fork).
   * @param {string} incarnation
   */
  renumber(incarnation) {
    const ops = this.queue.renumbered(incarnation);
    const checkpoint = { ...this.#checkpoint, incarnation, lastN: ops.length, sent: null };
    this.write({ checkpoint, ops });
  }
}
