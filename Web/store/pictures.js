import { answer, completion } from "./database.js";

/**
 * What is known of a picture that is kept here. `own` is 1 where this browser made it and still answers for
 * it; `epoch` that in which the server has it, null where it does not.
 * @typedef {{id: string, at: number, own?: 1, epoch: string|null}} About
 * @typedef {{type: string, bytes: ArrayBuffer}} Content
 */

const name = "dogear.pictures";

/**
 * The pictures of covers that this browser has, under their own names: those made here until the server has
 * them for good, and those seen last. What is known of them stands beside their bytes, to be read without
 * them.
 */
export class PictureStore {
  /** @type {Promise<IDBDatabase>|null} */
  #opening = null;

  /**
   * A picture.
   * @param {string} id
   * @returns {Promise<Blob|undefined>}
   */
  async get(id) {
    const { bytes } = await this.#stores("readonly");
    /** @type {Content|undefined} */
    const content = await answer(bytes.get(id));
    return content && new Blob([content.bytes], { type: content.type });
  }

  /**
   * Keeps a picture, durably.
   * @param {About} what
   * @param {Content} content
   */
  async keep(what, content) {
    const { transaction, about, bytes } = await this.#stores("readwrite");
    const isKept = completion(transaction);
    about.put(what);
    bytes.put(content, what.id);
    await isKept;
  }

  /**
   * The pictures that this browser answers for.
   * @returns {Promise<About[]>}
   */
  async own() {
    const { about } = await this.#stores("readonly");
    return answer(about.index("own").getAll());
  }

  /**
   * Notes something else of a picture, if it is still here.
   * @param {string} id
   * @param {(what: About) => About} change
   */
  async note(id, change) {
    const { transaction, about } = await this.#stores("readwrite");
    const isNoted = completion(transaction);
    /** @type {About|undefined} */
    const what = await answer(about.get(id));
    if (what) about.put(change(what));
    await isNoted;
  }

  /**
   * Lets the oldest go of those that others answer for, but for so many.
   * @param {number} countMax
   */
  async prune(countMax) {
    const { transaction, about, bytes } = await this.#stores("readwrite");
    const isDone = completion(transaction);
    let excess = await answer(about.count()) - countMax;
    const oldest = about.index("at").openCursor();
    oldest.onsuccess = () => {
      const cursor = oldest.result;
      if (!cursor || excess <= 0) return;
      if (cursor.value.own !== 1) {
        excess -= 1;
        bytes.delete(cursor.value.id);
        cursor.delete();
      }
      cursor.continue();
    };
    await isDone;
  }

  /** @param {IDBTransactionMode} mode */
  async #stores(mode) {
    this.#opening ??= this.#open();
    const database = await this.#opening;
    const transaction = database.transaction(["about", "bytes"], mode, { durability: "strict" });
    return {
      transaction, about: transaction.objectStore("about"), bytes: transaction.objectStore("bytes"),
    };
  }

  async #open() {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => {
      const about = opening.result.createObjectStore("about", { keyPath: "id" });
      about.createIndex("at", "at");
      about.createIndex("own", "own");
      opening.result.createObjectStore("bytes");
    };
    try {
      const database = await answer(opening);
      const forget = () => (this.#opening = null);
      // A person, or the browser, may take it away; the next question opens it anew.
      database.onclose = forget;
      database.onversionchange = () => {
        database.close();
        forget();
      };
      return database;
    } catch (error) {
      this.#opening = null;
      throw error;
    }
  }
}
