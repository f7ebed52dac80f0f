import { entityKey } from "../replica/entity.js";
import { changesContent, opsOf } from "./storage.js";

/**
 * @typedef {import("./storage.js").Storage} Storage
 * @typedef {import("./storage.js").Loaded} Loaded
 * @typedef {import("./storage.js").LeftEdit} LeftEdit
 * @typedef {import("../replica/batch.js").Batch} Batch
 */

/**
 * What a memory storage holds; several storages over the same disk are several tabs.
 * @typedef {object} MemoryDisk
 * @property {import("../replica/batch.js").Checkpoint|null} checkpoint
 * @property {Map<string, import("../replica/entity.js").Entity>} entities
 * @property {Map<string, import("../replica/batch.js").QueuedOp>} ops
 * @property {Map<string, LeftEdit>} outbox
 * @property {number} revision
 * @property {number} content the revision in which an entity or an op changed last
 * @property {{content: number, glimpse: object}|null} glimpse
 */

/**
 * An empty disk.
 * @returns {MemoryDisk}
 */
export function memoryDisk() {
  const [entities, ops, outbox] = [new Map(), new Map(), new Map()];
  return { checkpoint: null, entities, ops, outbox, revision: 0, content: 0, glimpse: null };
}

/**
 * Keeps a library for as long as the page lives: for tests, and where a browser keeps nothing.
 * @implements {Storage}
 */
export class MemoryStorage {
  /** @type {unknown[]} */
  unreadable = [];
  onlost = () => {};
  onended = async () => {};
  #disk;

  constructor(disk = memoryDisk()) {
    this.#disk = disk;
  }

  /** @returns {Promise<Loaded>} */
  async load() {
    const { checkpoint, entities, ops, revision } = this.#disk;
    const stored = {
      checkpoint,
      entities: [...entities.values()],
      ops: [...ops.values()].sort((left, right) => left.order - right.order),
    };
    return { stored, revision, isDamaged: false };
  }

  /** @param {Batch} batch */
  async persist(batch) {
    const disk = this.#disk;
    if (batch.checkpoint) disk.checkpoint = batch.checkpoint;
    if (batch.replace) disk.entities.clear();
    for (const entity of batch.entities ?? []) {
      disk.entities.set(entityKey(entity.kind, entity.id), entity);
    }
    for (const queued of batch.ops ?? []) disk.ops.set(queued.op.op, queued);
    for (const id of batch.removedOps ?? []) disk.ops.delete(id);
    for (const id of opsOf(batch)) disk.outbox.delete(id);
    disk.revision += 1;
    if (changesContent(batch)) disk.content = disk.revision;
    return disk.revision;
  }

  /** @param {LeftEdit[]} edits */
  async leave(...edits) {
    const { outbox } = this.#disk;
    // Of one that is left again the first is taken in, as it is from IndexedDB.
    for (const edit of edits) if (!outbox.has(edit.op)) outbox.set(edit.op, edit);
  }

  async outbox() {
    return [...this.#disk.outbox.values()];
  }

  /**
   * @param {number} revision
   * @param {object} glimpse
   */
  async remember(revision, glimpse) {
    const disk = this.#disk;
    if (disk.revision !== revision) return false;
    disk.glimpse = { content: disk.content, glimpse };
    return true;
  }

  async forget() {
    this.#disk.glimpse = null;
  }

  async recall() {
    const { checkpoint, content, glimpse, outbox } = this.#disk;
    if (glimpse?.content !== content || outbox.size > 0) return null;
    return { glimpse: glimpse.glimpse, checkpoint };
  }

  close() {}
}
