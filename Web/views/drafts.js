import { draftMax } from "./limits.js";

const storageKey = "dogear.drafts";

/** The one draft of a new book; every other draft goes by the id of the book that it edits. */
export const newDraft = "new";

/** @typedef {import("./book-form.js").Form} Form */
/**
 * What was typed, and what the editor showed before: what others change meanwhile is neither.
 * @typedef {{form: Form, before: Form}} Draft
 */

/**
 * What was typed into an editor and not saved yet, by the editor's name. Kept on this device until
 * it is saved or discarded: leaving an editor never loses a word. All windows of a browser share
 * them.
 * @param {{getItem(key: string): string|null, setItem(key: string, value: string): void}} storage
 */
export function createDrafts(storage) {
  /** @type {Map<string, Draft>} what a storage that is full or forbidden does not take */
  const unwritten = new Map();
  /** @type {Map<string, string>} refused edits, by the draft in which they are being mended */
  const mended = new Map();
  const all = () => new Map([...read(storage), ...unwritten]);

  /** @param {Map<string, Draft>} kept */
  function write(kept) {
    try {
      storage.setItem(storageKey, JSON.stringify([...kept]));
      unwritten.clear();
    } catch {
      // A full storage keeps drafts for as long as the page is open.
      for (const [name, draft] of kept) unwritten.set(name, draft);
    }
  }

  return {
    /** @param {string} name */
    get: (name) => all().get(name),
    /**
     * @param {string} name
     * @param {Form} form
     * @param {Form} before
     */
    keep(name, form, before) {
      const kept = all();
      kept.delete(name);
      kept.set(name, { form, before });
      write(new Map([...kept].slice(-draftMax)));
    },
    /** @param {string} name */
    drop(name) {
      mended.delete(name);
      unwritten.delete(name);
      const kept = all();
      if (kept.delete(name)) write(kept);
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
 * @returns {[string, Draft][]}
 */
function read(storage) {
  try {
    const stored = JSON.parse(storage.getItem(storageKey) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((entry) => Array.isArray(entry) && entry[1]?.form && entry[1].before);
  } catch {
    return [];
  }
}
