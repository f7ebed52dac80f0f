import { entityKey } from "../replica/entity.js";
import { Chunks } from "./chunks.js";
import { ENTITIES_PER_CHUNK, OPEN_TIMEOUT_MS, OPS_PER_CHUNK } from "./limits.js";
import { StorageError } from "./storage.js";

/**
 * @typedef {import("./storage.js").Storage} Storage
 * @typedef {import("./storage.js").Loaded} Loaded
 * @typedef {import("./storage.js").LeftEdit} LeftEdit
 * @typedef {import("../replica/batch.js").Batch} Batch
 * @typedef {import("../replica/batch.js").QueuedOp} QueuedOp
 * @typedef {import("../replica/entity.js").Entity} Entity
 */

const SCHEMA_VERSION = 1;

/**
 * Opens the database `name`, making it where there is none.
 * @param {string} name
 * @param {IDBFactory} [factory]
 * @returns {Promise<IndexedDBStorage>}
 * @throws {StorageError} when the browser does not let it be opened
 */
export async function openIndexedDB(name, factory = indexedDB) {
  const opening = factory.open(name, SCHEMA_VERSION);
  opening.onupgradeneeded = () => {
    const database = opening.result;
    // `state` has the checkpoint and the revision; `entities` and `ops` hold chunks, as JSON texts.
    database.createObjectStore("state");
    database.createObjectStore("entities");
    database.createObjectStore("ops");
    database.createObjectStore("outbox", { autoIncrement: true });
  };
  const database = await withTimeout(answer(opening), OPEN_TIMEOUT_MS).catch((error) => {
    throw new StorageError("This browser does not let the library be kept on this device.", error);
  });
  // A newer page wants to upgrade: it is more important than we are.
  database.onversionchange = () => database.close();
  return new IndexedDBStorage(database);
}

/**
 * Keeps a library in IndexedDB, one transaction for each batch.
 * @implements {Storage}
 */
export class IndexedDBStorage {
  #database;
  /** @type {Chunks<Entity>} */
  #entities = emptyEntities();
  /** @type {Chunks<QueuedOp>} */
  #ops = emptyOps();
  #revision = 0;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.#database = database;
  }

  /** @returns {Promise<Loaded>} */
  async load() {
    try {
      return await this.#load();
    } catch (error) {
      throw explained(error);
    }
  }

  /** @returns {Promise<Loaded>} */
  async #load() {
    const transaction = this.#begin(["state", "entities", "ops"], "readonly");
    const [state, entities, ops] = await Promise.all([
      answer(transaction.objectStore("state").get("state")),
      readChunks(transaction.objectStore("entities"), emptyEntities()),
      readChunks(transaction.objectStore("ops"), emptyOps()),
    ]);
    this.#entities = entities.chunks;
    this.#ops = ops.chunks;
    this.#revision = state?.revision ?? 0;
    const stored = {
      checkpoint: state?.checkpoint ?? null,
      entities: this.#entities.items,
      ops: this.#ops.items.sort((left, right) => left.order - right.order),
    };
    const hasLostState = !state && (stored.entities.length > 0 || stored.ops.length > 0);
    const isDamaged = entities.isDamaged || ops.isDamaged || hasLostState;
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
      const transaction = this.#begin(["state", "entities", "ops", "outbox"], "readwrite");
      await this.#advance(transaction, batch, () => {
        writeChunks(transaction.objectStore("entities"), entities);
        writeChunks(transaction.objectStore("ops"), ops);
        if (batch.ops) clearOutbox(transaction.objectStore("outbox"), batch.ops);
      });
    } catch (error) {
      this.#entities.putBack(entities);
      this.#ops.putBack(ops);
      throw explained(error);
    }
    this.#revision += 1;
    return this.#revision;
  }

  /**
   * Writes the new state beside what `write` writes, unless somebody else has written meanwhile.
   * @param {IDBTransaction} transaction
   * @param {Batch} batch
   * @param {() => void} write
   */
  #advance(transaction, batch, write) {
    const states = transaction.objectStore("state");
    const reading = states.get("state");
    const done = completion(transaction);
    reading.onsuccess = () => {
      const state = reading.result ?? { checkpoint: null, revision: 0 };
      if (state.revision !== this.#revision) return transaction.abort();
      const checkpoint = batch.checkpoint ?? state.checkpoint;
      states.put({ checkpoint, revision: this.#revision + 1 }, "state");
      write();
    };
    return done;
  }

  /** @param {LeftEdit} edit */
  async leave(edit) {
    try {
      const transaction = this.#begin(["outbox"], "readwrite");
      transaction.objectStore("outbox").add(edit);
      await completion(transaction);
    } catch (error) {
      throw explained(error);
    }
  }

  /** @returns {Promise<LeftEdit[]>} */
  async outbox() {
    return answer(this.#begin(["outbox"], "readonly").objectStore("outbox").getAll());
  }

  close() {
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

function emptyEntities() {
  const keyOf = (/** @type {Entity} */ { kind, id }) => entityKey(kind, id);
  return new Chunks(ENTITIES_PER_CHUNK, keyOf);
}

function emptyOps() {
  return new Chunks(OPS_PER_CHUNK, (/** @type {QueuedOp} */ queued) => queued.op.op);
}

/**
 * @template Item
 * @param {IDBObjectStore} store
 * @param {Chunks<Item>} chunks
 */
async function readChunks(store, chunks) {
  const [keys, texts] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
  let isDamaged = false;
  keys.forEach((key, index) => {
    if (!chunks.load(Number(key), texts[index])) isDamaged = true;
  });
  return { chunks, isDamaged };
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
 * Takes the edits that are queued now out of the outbox.
 * @param {IDBObjectStore} outbox
 * @param {QueuedOp[]} ops
 */
function clearOutbox(outbox, ops) {
  const ids = new Set(ops.map((queued) => queued.op.op));
  const walking = outbox.openCursor();
  walking.onsuccess = () => {
    const cursor = walking.result;
    if (!cursor) return;
    if (ids.has(cursor.value.op)) cursor.delete();
    cursor.continue();
  };
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * @param {IDBTransaction} transaction
 * @returns {Promise<void>}
 */
function completion(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error ?? new StorageError(SUPERSEDED));
  });
}

/**
 * @template Result
 * @param {Promise<Result>} promise
 * @param {number} milliseconds
 * @returns {Promise<Result>}
 */
function withTimeout(promise, milliseconds) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("timeout")), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * @param {unknown} error
 * @returns {StorageError}
 */
function explained(error) {
  if (error instanceof StorageError) return error;
  if (error instanceof DOMException && error.name === "QuotaExceededError") {
    return new StorageError("There is no room left on this device to keep edits.", error);
  }
  return new StorageError("This browser could not read or keep the library on this device.", error);
}

const SUPERSEDED = "The copy on this device was changed or removed elsewhere. Reload this page.";
