import { draftMax } from "./limits.js";

const storageKey = "dogear.drafts";

/** @typedef {import("./book-form.js").Form} Form */

/**
 * What was typed into an editor and not saved yet, by the editor's name. Kept on this device until
 * it is saved or discarded: leaving an editor never loses a word.
 * @param {{getItem(key: string): string|null, setItem(key: string, value: string): void}} storage
 */
export function createDrafts(storage) {
  /** @type {Map<string, Form>} */
  const kept = new Map(read(storage));
  /** @type {Map<string, string>} refused edits, by the draft in which they are being mended */
  const mended = new Map();

  function write() {
    try {
      storage.setItem(storageKey, JSON.stringify([...kept]));
    } catch {
      // A full storage keeps drafts for as long as the page is open.
    }
  }

  return {
    /** @param {string} name */
    get(name) {
      return kept.get(name);
    },
    /**
     * @param {string} name
     * @param {Form} form
     */
    keep(name, form) {
      kept.delete(name);
      kept.set(name, form);
      for (const oldest of kept.keys()) {
        if (kept.size <= draftMax) break;
        kept.delete(oldest);
      }
      write();
    },
    /** @param {string} name */
    drop(name) {
      mended.delete(name);
      if (kept.delete(name)) write();
    },
    /**
     * The draft stands for a refused edit, which may go once the draft is saved.
     * @param {string} name
     * @param {string} op
     */
    mends: (name, op) => void mended.set(name, op),
    /**
     * The refused edit that the draft stands for.
     * @param {string} name
     */
    mending: (name) => mended.get(name),
  };
}

/** @typedef {ReturnType<typeof createDrafts>} Drafts */

/**
 * @param {{getItem(key: string): string|null}} storage
 * @returns {[string, Form][]}
 */
function read(storage) {
  try {
    const stored = JSON.parse(storage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((entry) => Array.isArray(entry) && entry[1]) : [];
  } catch {
    return [];
  }
}
