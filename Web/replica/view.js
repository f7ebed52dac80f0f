import { applyOperation, entityKey } from "./entity.js";

/**
 * @typedef {import("./entity.js").Entity} Entity
 * @typedef {import("./batch.js").QueuedOp} QueuedOp
 * @typedef {import("./batch.js").Batch} Batch
 * @typedef {import("./batch.js").Stored} Stored
 */

/**
 * What a person sees: confirmed entities with our own unconfirmed ops replayed on top (SYNC §3).
 * Applying a batch costs as much as the batch touches; entities it does not touch stay the same
 * objects.
 */
export class LibraryView {
  /** @type {Map<string, Entity>} */
  #confirmed = new Map();
  /** @type {Map<string, Map<string, Entity>>} by kind, then id */
  #shown = new Map();
  /** @type {Map<string, QueuedOp>} ops shown over the confirmed entities, by id */
  #overlay = new Map();
  /** @type {Map<string, QueuedOp[]>} the same by entity, in order */
  #overlayByKey = new Map();
  /** @type {Map<string, readonly Entity[]>} */
  #lists = new Map();
  /** @type {readonly Entity[]|null} */
  #trash = null;
  /** @type {import("./batch.js").Checkpoint|null} */
  checkpoint = null;

  /** @param {Stored|null} [stored] */
  constructor(stored) {
    if (!stored) return;
    this.apply({
      checkpoint: stored.checkpoint ?? undefined,
      replace: true,
      entities: stored.entities,
      ops: stored.ops,
    });
  }

  /**
   * The entity, living or deleted.
   * @param {string} kind
   * @param {string} id
   */
  get(kind, id) {
    return this.#shown.get(kind)?.get(id);
  }

  /**
   * The living entities of a kind; the same array until one of them changes.
   * @param {string} kind
   */
  list(kind) {
    let list = this.#lists.get(kind);
    if (!list) {
      list = Object.freeze([...(this.#shown.get(kind)?.values() ?? [])].filter((e) => !e.deleted));
      this.#lists.set(kind, list);
    }
    return list;
  }

  /** The deleted entities of all kinds. */
  trash() {
    this.#trash ??= Object.freeze(
      [...this.#shown.values()].flatMap((byID) => [...byID.values()].filter((e) => e.deleted)),
    );
    return this.#trash;
  }

  /** How many entities the server has confirmed. */
  get confirmedCount() {
    return this.#confirmed.size;
  }

  /**
   * The entity as the server confirmed it.
   * @param {string} key
   */
  confirmed(key) {
    return this.#confirmed.get(key);
  }

  /**
   * Brings the view up to date.
   * @param {Batch} batch
   * @returns {Set<string>|null} the keys that may have changed; null: any may
   */
  apply(batch) {
    if (batch.checkpoint) this.checkpoint = batch.checkpoint;
    if (batch.replace) this.#confirmed.clear();
    /** @type {Set<string>} */
    const keys = new Set();
    for (const entity of batch.entities ?? []) {
      const key = entityKey(entity.kind, entity.id);
      this.#confirmed.set(key, entity);
      keys.add(key);
    }
    for (const id of batch.removedOps ?? []) this.#uncover(id, keys);
    for (const queued of batch.ops ?? []) {
      this.#uncover(queued.op.op, keys);
      if (this.#isShown(queued)) this.#cover(queued, keys);
    }
    if (batch.checkpoint) {
      for (const queued of [...this.#overlay.values()]) {
        if (!this.#isShown(queued)) this.#uncover(queued.op.op, keys);
      }
    }
    if (batch.replace) return this.#rebuild();
    for (const key of keys) this.#refresh(key);
    return keys;
  }

  /**
   * An acked op shows until the confirmed entities have its effect.
   * @param {QueuedOp} queued
   */
  #isShown({ state, seq = 0, epoch }) {
    if (state === "waiting") return true;
    if (state === "refused") return false;
    return epoch !== this.checkpoint?.epoch || seq > (this.checkpoint?.cursor ?? 0);
  }

  /**
   * @param {QueuedOp} queued
   * @param {Set<string>} keys
   */
  #cover(queued, keys) {
    this.#overlay.set(queued.op.op, queued);
    for (const key of keysOf(queued)) {
      keys.add(key);
      const ops = this.#overlayByKey.get(key) ?? [];
      const place = ops.findIndex((each) => each.order > queued.order);
      ops.splice(place < 0 ? ops.length : place, 0, queued);
      this.#overlayByKey.set(key, ops);
    }
  }

  /**
   * @param {string} id
   * @param {Set<string>} keys
   */
  #uncover(id, keys) {
    const queued = this.#overlay.get(id);
    if (!queued) return;
    this.#overlay.delete(id);
    for (const key of keysOf(queued)) {
      keys.add(key);
      const left = (this.#overlayByKey.get(key) ?? []).filter((each) => each !== queued);
      if (left.length > 0) this.#overlayByKey.set(key, left);
      else this.#overlayByKey.delete(key);
    }
  }

  /** @returns {null} */
  #rebuild() {
    this.#shown.clear();
    for (const [key, entity] of this.#confirmed) this.#show(key, entity.kind, entity.id);
    for (const key of this.#overlayByKey.keys()) this.#refresh(key);
    this.#lists.clear();
    this.#trash = null;
    return null;
  }

  /** @param {string} key */
  #refresh(key) {
    const slash = key.indexOf("/");
    const kind = key.slice(0, slash);
    this.#show(key, kind, key.slice(slash + 1));
    this.#lists.delete(kind);
    this.#trash = null;
  }

  /**
   * @param {string} key
   * @param {string} kind
   * @param {string} id
   */
  #show(key, kind, id) {
    let entity = this.#confirmed.get(key);
    for (const { op } of this.#overlayByKey.get(key) ?? []) {
      entity = applyOperation(entity, { kind, id }, op, this.checkpoint?.device?.id ?? "");
    }
    const byID = this.#shown.get(kind) ?? new Map();
    if (entity) this.#shown.set(kind, byID.set(id, entity));
    else byID.delete(id);
  }
}

/** @param {QueuedOp} queued */
function keysOf(queued) {
  return new Set(queued.op.do.map((change) => entityKey(change.e, change.id)));
}
