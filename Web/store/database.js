import { openTimeoutMilliseconds } from "./limits.js";
import { StorageError } from "./storage.js";

const SCHEMA_VERSION = 1;

/**
 * Opens the database `name`, making it where there is none.
 * @param {string} name
 * @returns {Promise<IDBDatabase>}
 * @throws {StorageError} when the browser does not let it be opened
 */
export async function openDatabase(name) {
  let isBlocked = false;
  let giveUp = () => {};
  try {
    const opening = indexedDB.open(name, SCHEMA_VERSION);
    // One that opens late is nobody's, and would stand in the way of others.
    giveUp = () => (opening.onsuccess = () => opening.result.close());
    opening.onblocked = () => (isBlocked = true);
    opening.onupgradeneeded = () => {
      const database = opening.result;
      // `state` has the checkpoint and the revisions, the glimpse, and what is unreadable; `entities`
      // and `ops` hold chunks, as JSON texts.
      database.createObjectStore("state");
      database.createObjectStore("entities");
      database.createObjectStore("ops");
      database.createObjectStore("outbox", { autoIncrement: true });
    };
    return await withTimeout(answer(opening), openTimeoutMilliseconds);
  } catch (error) {
    if (error instanceof DOMException && error.name === "VersionError") {
      throw new StorageError("newer", error);
    }
    giveUp();
    throw new StorageError(isBlocked ? "blocked" : "notLet", error);
  }
}

/**
 * What the database answers.
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
export function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Resolves when all that the transaction wrote is on the disk.
 * @param {IDBTransaction} transaction
 * @returns {Promise<void>}
 */
export function completion(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    // After a request that failed, too; only by then is its error the transaction's.
    transaction.onabort = () => reject(transaction.error);
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
