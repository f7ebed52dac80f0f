import { entityKey } from "../replica/entity.js";
import { Chunks } from "./chunks.js";
import { answer, completion, openDatabase } from "./database.js";
import { chunksPerRead, entitiesPerChunk, operationsPerChunk } from "./limits.js";
import { changesContent, opsOf, StorageError, SupersededError } from "./storage.js";

/**
 * @typedef {import("./storage.js").Storage} Storage
 * @typedef {import("./storage.js").Loaded} Loaded
 * @typedef {import("./storage.js").LeftEdit} LeftEdit
 * @typedef {import("../replica/batch.js").Batch} Batch
 * @typedef {import("../replica/batch.js").QueuedOp} QueuedOp
 * @typedef {import("../replica/entity.js").Entity} Entity
 * @typedef {{number: number, text: string|null}[]} Records
 */

/**
 * Opens the database `name`, making it where there is none.
 * @param {string} name
 * @returns {Promise<IndexedDBStorage>}
 * @throws {StorageError} when the browser does not let it be opened
 */
export async function openIndexedDB(name) {
  const open = () => openDatabase(name);
  return new IndexedDBStorage(await open(), open);
}

/**
 * Keeps a library in IndexedDB, one transaction for each batch.
 *
 * A browser, or a person, may take the database away while the page lives. It is opened anew then, and
 * the next batch, which whoever is told of it makes at once, writes all that the page knows: nothing is
 * lost that was in any page.
 * @implements {Storage}
 */
export class IndexedDBStorage {
  /** @type {unknown[]} */
  unreadable = [];
  onlost = () => {};
  onended = async () => {};
  #database;
  #open;
  /** @type {Promise<void>|null} while a database that was taken away is opened anew */
  #opening = null;
  #isLost = false;
  /**
   * Why nothing more is read or written, if so.
   * @type {"newer"|"closed"|null}
   */
  #end = null;
  /** @type {Chunks<Entity>} */
  #entities = emptyEntities();
  /** @type {Chunks<QueuedOp>} */
  #ops = emptyOps();
  /** @type {import("../replica/batch.js").Checkpoint|null} */
  #checkpoint = null;
  #revision = 0;

  /**
   * @param {IDBDatabase} database
   * @param {() => Promise<IDBDatabase>} open gives it again
   */
  constructor(database, open) {
    this.#database = database;
    this.#open = open;
    this.#watch();
  }

  #watch() {
    const database = this.#database;
    database.onclose = () => this.#lose(database);
    database.onversionchange = ({ newVersion }) => {
      // Who deletes it has no version for it.
      if (newVersion !== null) return void this.#giveWay(database);
      database.close();
      this.#lose(database);
    };
  }

  /** @param {IDBDatabase} database that a newer page wants to upgrade, which is more important */
  async #giveWay(database) {
    await this.onended();
    this.#end = "newer";
    database.close();
  }

  /** @param {IDBDatabase} database that was taken away; by now another may be open in its place */
  #lose(database) {
    if (this.#isLost || database !== this.#database) return;
    this.#isLost = true;
    this.onlost();
  }

  /**
   * Does something with the database, which is opened anew where it was taken away.
   * @template Result
   * @param {() => Promise<Result>} work may be done twice
   * @returns {Promise<Result>}
   * @throws {StorageError}
   */
  async #with(work) {
    try {
      await this.#ready();
      return await work();
    } catch (error) {
      // The browser closes first, and tells afterwards.
      if (!(error instanceof DOMException) || error.name !== "InvalidStateError") {
        throw explained(error);
      }
    }
    this.#lose(this.#database);
    try {
      await this.#ready();
      return await work();
    } catch (error) {
      throw explained(error);
    }
  }

  async #ready() {
    if (this.#end) throw new StorageError(this.#end);
    if (!this.#isLost) return;
    this.#opening ??= this.#reopen().finally(() => (this.#opening = null));
    await this.#opening;
  }

  async #reopen() {
    // While a browser still takes it away, it refuses whoever asks first.
    this.#database = await this.#open().catch(this.#open);
    this.#isLost = false;
    this.#watch();
  }

  /** @returns {Promise<Loaded>} */
  load() {
    return this.#with(() => this.#load());
  }

  /** @returns {Promise<Loaded>} */
  async #load() {
    const transaction = this.#begin(["state", "entities", "ops"], "readonly");
    const states = transaction.objectStore("state");
    const [state, remains, entities, ops] = await Promise.all([
      answer(states.get("state")),
      answer(states.get("unreadable")),
      readChunks(transaction.objectStore("entities"), emptyEntities()),
      readChunks(transaction.objectStore("ops"), emptyOps()),
    ]);
    this.#entities = entities.chunks;
    this.#ops = ops.chunks;
    this.unreadable = [...(remains ?? []), ...ops.unreadable];
    this.#revision = state?.revision ?? 0;
    this.#checkpoint = state?.checkpoint ?? null;
    const stored = {
      checkpoint: state?.checkpoint ?? null,
      entities: this.#entities.items,
      ops: this.#ops.items.sort((left, right) => left.order - right.order),
    };
    const hasLostState = !state && (stored.entities.length > 0 || stored.ops.length > 0);
    const isDamaged = entities.unreadable.length + ops.unreadable.length > 0 || hasLostState;
    return { stored, revision: this.#revision, isDamaged };
  }

  /** @param {Batch} batch */
  async persist(batch) {
    if (batch.replace) this.#entities.clear();
    for (const entity of batch.entities ?? []) this.#entities.put(entity);
    for (const queued of batch.ops ?? []) this.#ops.put(queued);
    for (const id of batch.removedOps ?? []) this.#ops.remove(id);
    const entities = this.#entities.takeDirty();
    const ops = this.#ops.takeDirty();
    try {
      await this.#with(() => this.#write(batch, entities, ops));
    } catch (error) {
      this.#entities.putBack(entities);
      this.#ops.putBack(ops);
      throw error;
    }
    this.#checkpoint = batch.checkpoint ?? this.#checkpoint;
    this.#revision += 1;
    return this.#revision;
  }

  /**
   * Writes what a batch has changed, unless somebody else has written meanwhile; where nothing is
   * left, everything.
   * @param {Batch} batch
   * @param {Records} entities
   * @param {Records} ops
   */
  #write(batch, entities, ops) {
    const transaction = this.#begin(["state", "entities", "ops", "outbox"], "readwrite");
    const states = transaction.objectStore("state");
    const reading = states.get("state");
    /** @type {unknown} */
    let refusal;
    const write = () => {
      const isGone = reading.result === undefined && this.#revision > 0;
      const former = isGone ? { revision: this.#revision } : (reading.result ?? NOTHING);
      if (former.revision !== this.#revision) throw new SupersededError();
      const checkpoint = batch.checkpoint ?? this.#checkpoint;
      const next = this.#revision + 1;
      const content = isGone || changesContent(batch) ? next : contentOf(former);
      states.put({ checkpoint, revision: next, content }, "state");
      // Before the records go.
      if (this.unreadable.length > 0) states.put(this.unreadable, "unreadable");
      writeChunks(transaction.objectStore("entities"), isGone ? this.#entities.records : entities);
      writeChunks(transaction.objectStore("ops"), isGone ? this.#ops.records : ops);
      clearOutbox(transaction.objectStore("outbox"), opsOf(batch));
    };
    reading.onsuccess = () => {
      try {
        write();
      } catch (error) {
        // What is thrown on into the browser is nobody's, and does not say why the transaction went.
        refusal = error;
        transaction.abort();
      }
    };
    return completion(transaction).catch((error) => {
      throw refusal ?? error;
    });
  }

  /** @param {LeftEdit[]} edits */
  leave(...edits) {
    return this.#with(async () => {
      const transaction = this.#begin(["outbox"], "readwrite");
      for (const edit of edits) transaction.objectStore("outbox").add(edit);
      await completion(transaction);
    });
  }

  /** @returns {Promise<LeftEdit[]>} */
  outbox() {
    return this.#with(async () =>
      answer(this.#begin(["outbox"], "readonly").objectStore("outbox").getAll()),
    );
  }

  /**
   * @param {number} revision
   * @param {object} glimpse
   */
  remember(revision, glimpse) {
    return this.#with(async () => {
      const transaction = this.#begin(["state"], "readwrite");
      const states = transaction.objectStore("state");
      const state = await answer(states.get("state"));
      const isSame = state?.revision === revision;
      if (isSame) states.put({ content: contentOf(state), glimpse }, "glimpse");
      await completion(transaction);
      return isSame;
    });
  }

  forget() {
    return this.#with(async () => {
      const transaction = this.#begin(["state"], "readwrite");
      transaction.objectStore("state").delete("glimpse");
      await completion(transaction);
    });
  }

  /** @returns {Promise<import("./storage.js").Remembered|null>} */
  recall() {
    return this.#with(async () => {
      const transaction = this.#begin(["state", "outbox"], "readonly");
      const states = transaction.objectStore("state");
      const [state, kept, left] = await Promise.all([
        answer(states.get("state")),
        answer(states.get("glimpse")),
        answer(transaction.objectStore("outbox").count()),
      ]);
      if (!state || !kept || kept.content !== contentOf(state) || left > 0) return null;
      return { glimpse: kept.glimpse, checkpoint: state.checkpoint };
    });
  }

  close() {
    this.#end ??= "closed";
    this.#database.close();
  }

  /**
   * @param {string[]} stores
   * @param {IDBTransactionMode} mode
   */
  #begin(stores, mode) {
    // Chromium calls a relaxed transaction done before it is on the disk.
    return this.#database.transaction(stores, mode, { durability: "strict" });
  }
}

/**
 * The revision in which an entity or an op changed last. A page that knew of no glimpses did not
 * write it: then anything may have changed in the last.
 * @param {{revision: number, content?: number}} state
 */
function contentOf({ revision, content = revision }) {
  return content;
}

function emptyEntities() {
  const keyOf = (/** @type {Entity} */ { kind, id }) => entityKey(kind, id);
  return new Chunks(entitiesPerChunk, keyOf);
}

function emptyOps() {
  return new Chunks(operationsPerChunk, (/** @type {QueuedOp} */ queued) => queued.op.op);
}

/**
 * @template Item
 * @param {IDBObjectStore} store
 * @param {Chunks<Item>} chunks
 */
async function readChunks(store, chunks) {
  const keys = await answer(store.getAllKeys());
  /** @type {unknown[]} */
  const unreadable = [];
  /** @type {Promise<void>[]} */
  const readings = [];
  for (let from = 0; from < keys.length; from += chunksPerRead) {
    const some = keys.slice(from, from + chunksPerRead);
    const reading = answer(store.getAll(IDBKeyRange.bound(some[0], some[some.length - 1])));
    readings.push(
      reading.then((texts) =>
        some.forEach((key, index) => {
          if (!chunks.load(Number(key), texts[index])) unreadable.push(texts[index]);
        }),
      ),
    );
  }
  await Promise.all(readings);
  return { chunks, unreadable };
}

/**
 * @param {IDBObjectStore} store
 * @param {{number: number, text: string|null}[]} records
 */
function writeChunks(store, records) {
  for (const { number, text } of records) {
    if (text === null) store.delete(number);
    else store.put(text, number);
  }
}

/**
 * Takes edits that are queued, or were, out of the outbox.
 * @param {IDBObjectStore} outbox
 * @param {Set<string>} ids
 */
function clearOutbox(outbox, ids) {
  if (ids.size === 0) return;
  const walking = outbox.openCursor();
  walking.onsuccess = () => {
    const cursor = walking.result;
    if (!cursor) return;
    if (ids.has(cursor.value.op)) cursor.delete();
    cursor.continue();
  };
}

/**
 * @param {unknown} error
 * @returns {StorageError}
 */
function explained(error) {
  if (error instanceof StorageError) return error;
  if (error instanceof DOMException && error.name === "QuotaExceededError") {
    return new StorageError("full", error);
  }
  return new StorageError("failed", error);
}

/** The state of a database in which nothing was ever written. */
const NOTHING = { revision: 0 };
