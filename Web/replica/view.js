import { addressed, Overlay } from "./overlay.js";
import { Aliases } from "./aliases.js";
import { applyOperation, entityKey } from "./entity.js";
import { fieldSpec } from "../library/schema.js";

/**
 * @typedef {import("./entity.js").Entity} Entity
 * @typedef {import("./batch.js").QueuedOp} QueuedOp
 * @typedef {import("./batch.js").Batch} Batch
 * @typedef {import("./batch.js").Stored} Stored
 */

/**
 * What a person sees: confirmed entities with our own unconfirmed ops replayed on top (SYNC §3).
 * Applying a batch costs as much as the batch touches, and one more edit of an entity as much as
 * that edit, however many wait; entities it does not touch stay the same objects.
 *
 * An entity that stands for another (SYNC §2, the same book created twice) is found by its id, but
 * stands in no list; what we do to it shows on the one it stands for.
 */
export class LibraryView {
  /** @type {Map<string, Entity>} */
  #confirmed = new Map();
  /** @type {Map<string, Map<string, Entity>>} by kind, then id */
  #shown = new Map();
  #overlay = new Overlay();
  #aliases = new Aliases();
  /** @type {Map<string, readonly Entity[]>} */
  #lists = new Map();
  /** @type {readonly Entity[]|null} */
  #trash = null;
  /** @type {import("./batch.js").Checkpoint|null} */
  checkpoint = null;

  /** @param {Stored|null} [stored] */
  constructor(stored) {
    if (!stored) return;
    this.fill(stored.entities);
    this.complete(stored.checkpoint, stored.ops);
  }

  /**
   * Takes in some of the entities that are stored; `complete` follows the last.
   * @param {readonly Entity[]} entities
   */
  fill(entities) {
    for (const entity of entities) {
      const { kind, id, alias } = entity;
      const key = entityKey(kind, id);
      this.#confirmed.set(key, entity);
      if (alias !== undefined) this.#aliases.set(key, entityKey(kind, alias));
      const byID = this.#shown.get(kind);
      if (byID) byID.set(id, entity);
      else this.#shown.set(kind, new Map([[id, entity]]));
    }
  }

  /**
   * Takes in what is stored beside the entities.
   * @param {import("./batch.js").Checkpoint|null} checkpoint
   * @param {readonly QueuedOp[]} ops
   */
  complete(checkpoint, ops) {
    this.checkpoint = checkpoint;
    for (const queued of ops) if (this.#isShown(queued)) this.#overlay.cover(queued);
    this.#replayAll();
  }

  /**
   * The entity, living or deleted, or an alias.
   * @param {string} kind
   * @param {string} id
   */
  get(kind, id) {
    return this.#shown.get(kind)?.get(id);
  }

  /**
   * The entity that `id` names, through whatever aliases.
   * @param {string} kind
   * @param {string} id
   */
  resolve(kind, id) {
    return this.#at(this.#aliases.targetOf(entityKey(kind, id)));
  }

  /**
   * The living entities of a kind; the same array until one of them changes.
   * @param {string} kind
   */
  list(kind) {
    let list = this.#lists.get(kind);
    if (!list) {
      list = Object.freeze([...(this.#shown.get(kind)?.values() ?? [])].filter(isListed));
      this.#lists.set(kind, list);
    }
    return list;
  }

  /** The deleted entities of all kinds that can be restored. */
  trash() {
    this.#trash ??= Object.freeze(
      [...this.#shown.values()].flatMap((byID) => [...byID.values()].filter(isInTrash)),
    );
    return this.#trash;
  }

  /** All entities as they show: living, deleted and aliases. */
  get entities() {
    return [...this.#shown.values()].flatMap((byID) => [...byID.values()]);
  }

  /** All as the server confirmed them. */
  get confirmedEntities() {
    return [...this.#confirmed.values()];
  }

  /**
   * The entity as the server confirmed it.
   * @param {string} key
   */
  confirmed(key) {
    return this.#confirmed.get(key);
  }

  /**
   * The texts that `changes` would write over, as they show now: null where there is none yet. An
   * entity that nobody made has none at all.
   * @param {import("../wire/rows.js").Change[]} changes
   * @returns {import("./batch.js").FormerTexts}
   */
  textsUnder(changes) {
    /** @type {import("./batch.js").FormerTexts} */
    const texts = {};
    for (const { e: kind, id, set = {} } of changes) {
      const entity = this.resolve(kind, id);
      if (!entity) continue;
      for (const field of Object.keys(set)) {
        if (fieldSpec(kind, field)?.mergeClass !== "text") continue;
        (texts[entityKey(kind, id)] ??= {})[field] = entity.fields[field] ?? null;
      }
    }
    return texts;
  }

  /**
   * Our op whose values show where `changes` write, and not yet what the server made of them: what is
   * confirmed, and may be newer, lies hidden under it, so who goes on from it has seen no more than its
   * author had. So does all of an entity that shows only because of an op: what is done to it goes
   * where the server puts that op, be it into a life before a restore, or into a twin that shows beside
   * it. Of several, the first.
   * @param {import("../wire/rows.js").Change[]} changes
   * @returns {import("../wire/rows.js").Op|undefined}
   */
  covering(changes) {
    /** @type {QueuedOp|undefined} */
    let first;
    for (const { e: kind, id, set = {} } of changes) {
      const key = this.#aliases.targetOf(entityKey(kind, id));
      const over = this.#opsOver(key);
      const [maker] = over;
      if (maker && !this.#confirmed.has(key) && (!first || maker.order < first.order)) first = maker;
      const ops = [...over].reverse();
      for (const field of Object.keys(set)) {
        const covering = ops.find((queued) => valueOf(queued, key, field) !== undefined);
        if (!covering) continue;
        const value = valueOf(covering, key, field);
        // A text that shows otherwise than it was written has taken in what is confirmed.
        const shown = this.resolve(kind, id)?.fields[field];
        if (typeof value === "string" && shown !== value) continue;
        if (!first || covering.order < first.order) first = covering;
      }
    }
    return first?.op;
  }

  /**
   * Brings the view up to date.
   * @param {Batch} batch
   * @returns {Set<string>|null} the keys that may have changed; null: any may
   */
  apply(batch) {
    if (batch.checkpoint) this.checkpoint = batch.checkpoint;
    const work = new Work();
    if (batch.replace) this.#replace(batch.entities ?? []);
    else for (const entity of batch.entities ?? []) this.#confirm(entity, work);
    for (const id of batch.removedOps ?? []) this.#uncover(id, work);
    for (const queued of batch.ops ?? []) {
      if (this.#isShown(queued)) this.#cover(queued, work);
      else this.#uncover(queued.op.op, work);
    }
    if (batch.checkpoint) {
      for (const queued of this.#overlay.ackedOps) {
        if (!this.#isShown(queued)) this.#uncover(queued.op.op, work);
      }
    }
    if (batch.replace) return this.#replayAll();
    for (const key of work.keys) this.#refresh(key, work);
    return work.keys;
  }

  // What a batch changes

  /**
   * These and no others are confirmed; our ops are laid on them afterwards.
   * @param {readonly Entity[]} entities
   */
  #replace(entities) {
    this.#confirmed.clear();
    this.#aliases.clear();
    this.#shown.clear();
    this.fill(entities);
  }

  /**
   * @param {Entity} entity
   * @param {Work} work
   */
  #confirm(entity, work) {
    const { kind, id, alias } = entity;
    const key = entityKey(kind, id);
    const before = this.#aliases.targetOf(key);
    this.#confirmed.set(key, entity);
    this.#aliases.set(key, alias === undefined ? undefined : entityKey(kind, alias));
    work.redo(key);
    for (const target of [before, this.#aliases.targetOf(key)]) if (target !== key) work.redo(target);
  }

  /**
   * @param {QueuedOp} queued
   * @param {Work} work
   */
  #cover(queued, work) {
    for (const { key, change } of this.#overlay.cover(queued)) {
      const target = this.#aliases.targetOf(key);
      work.keys.add(target);
      if (change === "none") continue;
      const isAlone = target === key && this.#aliases.of(key).size === 0;
      if (change === "onTop" && isAlone) work.lay(queued, key);
      else work.stale.add(target);
    }
  }

  /**
   * @param {string} id of an op
   * @param {Work} work
   */
  #uncover(id, work) {
    for (const key of this.#overlay.uncover(id)) work.redo(this.#aliases.targetOf(key));
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

  // Replay

  /** @returns {null} */
  #replayAll() {
    for (const key of this.#overlay.keys) this.#replay(this.#aliases.targetOf(key));
    this.#lists.clear();
    this.#trash = null;
    return null;
  }

  /**
   * @param {string} key
   * @param {Work} work
   */
  #refresh(key, work) {
    if (work.stale.has(key)) return this.#replay(key);
    const ops = work.onTop.get(key);
    if (ops) this.#show(key, this.#edited(this.#at(key), key, ops));
  }

  /** @param {string} key */
  #replay(key) {
    const entity = this.#confirmed.get(key);
    // What is done to an alias shows where it leads.
    const isAlias = this.#aliases.targetOf(key) !== key;
    this.#show(key, isAlias ? entity : this.#edited(entity, key, this.#opsOver(key)));
  }

  /**
   * @param {string} key
   * @returns {readonly QueuedOp[]}
   */
  #opsOver(key) {
    const standIns = this.#aliases.of(key);
    if (standIns.size === 0) return this.#overlay.over(key);
    const ops = new Set([key, ...standIns].flatMap((each) => this.#overlay.over(each)));
    return [...ops]
      .sort((left, right) => left.order - right.order)
      .map((queued) => addressed(queued, key, standIns));
  }

  /**
   * @param {Entity|undefined} entity
   * @param {string} key
   * @param {readonly QueuedOp[]} ops
   */
  #edited(entity, key, ops) {
    const by = this.checkpoint?.device?.id ?? "";
    const name = named(key);
    return ops.reduce(
      (edited, { op, was }) => applyOperation(edited, name, op, by, was?.[key]),
      entity,
    );
  }

  /** @param {string} key */
  #at(key) {
    const { kind, id } = named(key);
    return this.get(kind, id);
  }

  /**
   * @param {string} key
   * @param {Entity|undefined} entity
   */
  #show(key, entity) {
    const { kind, id } = named(key);
    const byID = this.#shown.get(kind) ?? new Map();
    if (entity) this.#shown.set(kind, byID.set(id, entity));
    else byID.delete(id);
    this.#lists.delete(kind);
    this.#trash = null;
  }
}

/** What one batch leaves to be looked at again. */
class Work {
  /** @type {Set<string>} */
  keys = new Set();
  /** @type {Set<string>} entities to be made anew from what is confirmed */
  stale = new Set();
  /** @type {Map<string, QueuedOp[]>} ops on top of entities that are otherwise as they were */
  onTop = new Map();

  /** @param {string} key */
  redo(key) {
    this.keys.add(key);
    this.stale.add(key);
  }

  /**
   * @param {QueuedOp} queued
   * @param {string} key
   */
  lay(queued, key) {
    const ops = this.onTop.get(key);
    if (ops) ops.push(queued);
    else this.onTop.set(key, [queued]);
  }
}

/** @param {string} key */
function named(key) {
  const slash = key.indexOf("/");
  return { kind: key.slice(0, slash), id: key.slice(slash + 1) };
}

/**
 * What an op sets a field of an entity to; undefined where it does not.
 * @param {QueuedOp} queued
 * @param {string} key
 * @param {string} field
 */
export function valueOf({ op }, key, field) {
  const writing = op.do.filter(
    ({ e: kind, id, set = {} }) => entityKey(kind, id) === key && Object.hasOwn(set, field),
  );
  return writing.at(-1)?.set?.[field];
}

/** @param {Entity} entity */
const isListed = ({ deleted, alias }) => !deleted && alias === undefined;

/** @param {Entity} entity */
const isInTrash = ({ deleted, alias, purged }) => deleted && alias === undefined && !purged;
