import { entityKey } from "./entity.js";

/** @typedef {import("./batch.js").QueuedOp} QueuedOp */

/**
 * How a view has to look at an entity again:
 * - `none`: ops stand as they stood; only what the server said of them is another thing.
 * - `onTop`: one more op lies on top of all others.
 * - `anything`: anything may be different.
 * @typedef {"none"|"onTop"|"anything"} Change
 */

/** Our own ops that show over the confirmed entities, by id and by entity. */
export class Overlay {
  /** @type {Map<string, QueuedOp>} */
  #ops = new Map();
  /** @type {Map<string, QueuedOp>} those the server has acked, in the order of its acks */
  #acked = new Map();
  /** @type {Map<string, QueuedOp[]>} */
  #byKey = new Map();

  /** The entities that have ops over them. */
  get keys() {
    return this.#byKey.keys();
  }

  /** Those the server has acked, which leave once the confirmed entities have their effect. */
  get ackedOps() {
    return [...this.#acked.values()];
  }

  /**
   * The ops over an entity, in order.
   * @param {string} key
   * @returns {readonly QueuedOp[]}
   */
  over(key) {
    return this.#byKey.get(key) ?? [];
  }

  /**
   * Lays an op over its entities.
   * @param {QueuedOp} queued
   * @returns {{key: string, change: Change}[]} how each of them is to be looked at again
   */
  cover(queued) {
    const id = queued.op.op;
    const former = this.#ops.get(id);
    this.#ops.set(id, queued);
    this.#acked.delete(id);
    if (queued.state === "acked") this.#acked.set(id, queued);
    const keys = keysOf(queued);
    if (!former) return keys.map((key) => ({ key, change: this.#insert(queued, key) }));
    if (showsAs(former, queued)) {
      for (const key of keys) {
        const ops = this.#byKey.get(key) ?? [];
        const place = ops.findIndex((each) => each.op.op === id);
        if (place >= 0) ops[place] = queued;
      }
      return keys.map((key) => ({ key, change: /** @type {Change} */ ("none") }));
    }
    this.#remove(former);
    for (const key of keys) this.#insert(queued, key);
    const all = new Set([...keysOf(former), ...keys]);
    return [...all].map((key) => ({ key, change: /** @type {Change} */ ("anything") }));
  }

  /**
   * Takes an op away.
   * @param {string} id
   * @returns {string[]} its entities
   */
  uncover(id) {
    const queued = this.#ops.get(id);
    if (!queued) return [];
    this.#ops.delete(id);
    this.#acked.delete(id);
    this.#remove(queued);
    return keysOf(queued);
  }

  /**
   * @param {QueuedOp} queued
   * @param {string} key
   * @returns {Change}
   */
  #insert(queued, key) {
    const ops = this.#byKey.get(key) ?? [];
    this.#byKey.set(key, ops);
    let place = ops.length;
    while (place > 0 && ops[place - 1].order > queued.order) place -= 1;
    ops.splice(place, 0, queued);
    return ops.length === place + 1 ? "onTop" : "anything";
  }

  /** @param {QueuedOp} queued */
  #remove(queued) {
    for (const key of keysOf(queued)) {
      const ops = this.#byKey.get(key) ?? [];
      const place = ops.findIndex((each) => each.op.op === queued.op.op);
      if (place >= 0) ops.splice(place, 1);
      if (ops.length === 0) this.#byKey.delete(key);
    }
  }
}

/**
 * The same op with what it does to any of `aliases` done to `key`, for which they stand.
 * @param {QueuedOp} queued
 * @param {string} key
 * @param {ReadonlySet<string>} aliases of its kind
 * @returns {QueuedOp}
 */
export function addressed(queued, key, aliases) {
  const id = key.slice(key.indexOf("/") + 1);
  const changes = queued.op.do.map((change) =>
    aliases.has(entityKey(change.e, change.id)) ? { ...change, id } : change,
  );
  const was = { ...queued.was };
  for (const alias of aliases) {
    if (was[alias]) was[key] = { ...was[alias], ...was[key] };
  }
  return { ...queued, op: { ...queued.op, do: changes }, was };
}

/**
 * Whether two states of an op show alike, in the same place.
 * @param {QueuedOp} former
 * @param {QueuedOp} queued
 */
function showsAs(former, queued) {
  if (former.order !== queued.order || former.op.base !== queued.op.base) return false;
  if (former.op.at !== queued.op.at || former.op.epoch !== queued.op.epoch) return false;
  if (former.op.do === queued.op.do && former.was === queued.was) return true;
  return JSON.stringify([former.op.do, former.was]) === JSON.stringify([queued.op.do, queued.was]);
}

/**
 * The entities an op touches, each once, in the order of its changes.
 * @param {QueuedOp} queued
 */
function keysOf(queued) {
  return [...new Set(queued.op.do.map((change) => entityKey(change.e, change.id)))];
}
