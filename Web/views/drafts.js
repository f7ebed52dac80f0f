/** What the editor of a new book goes by; every other one goes by the id of the book that it edits. */
export const newDraft = "new";

/**
 * The name of the draft of an editor in this window. Drafts of old had the editor's name alone.
 * @param {{readonly id: string}} scene
 * @param {string} editor
 */
export const draftIn = ({ id }, editor) => `${editor}/${id}`;

/**
 * The name of the draft about a book: its own, or that which was begun about one that was joined with it.
 * @param {Pick<Stash<unknown>, "names">} texts
 * @param {(id: string) => string} idOf
 * @param {string} prefix of all such names
 * @param {string} book
 */
export const draftAbout = (texts, idOf, prefix, book) => texts.names().find((name) =>
  name.startsWith(prefix) && idOf(name.slice(prefix.length)) === book) ?? prefix + book;

/** @typedef {import("./book-form.js").Form} Form */
/**
 * What was typed, and what the editor showed before, which was `seen` so: what others change meanwhile
 * is neither.
 * @typedef {{form: Form, before: Form, seen?: import("./context.js").Making}} Draft
 */
/**
 * Words that were written in place, and what they were made on.
 * @typedef {{text: string, made?: import("./context.js").Making}} TextDraft
 */
/** @typedef {import("../scene/storages.js").PageStorage} PageStorage */

/**
 * What was typed into an editor and not saved yet, by the editor's name and its window: two may edit one
 * book, each its own way. Kept on this device until it is saved or discarded: leaving an editor never
 * loses a word, however many are left. All are in one place, where another window finds those of one
 * that is no more; a scene carries none (NAVIGATION §3.1 has room for 20), so that none has to give way
 * to another.
 * @param {PageStorage} storage
 */
export function createDrafts(storage) {
  /** @type {Stash<Draft>} */
  const kept = createStash(storage, "dogear.drafts", ({ form, before }) => form && before);
  /** @type {Map<string, string>} refused edits, by the draft in which they are being mended */
  const mended = new Map();
  /** @type {Partial<Form>} */
  let begun = {};

  return {
    /** What was written in place and is not safe yet, by entity, field and window. */
    texts: /** @type {Stash<TextDraft>} */ (
      createStash(storage, "dogear.texts", ({ text }) => typeof text === "string")
    ),
    get: kept.get,
    /**
     * The other drafts of what an editor is about, the newest first: those of other windows, and of books
     * that were joined with it.
     * @param {{readonly id: string}} scene
     * @param {string} editor
     * @param {(id: string) => string} idOf
     */
    elsewhere: (scene, editor, idOf) => kept.names().reverse().filter((name) =>
      name !== draftIn(scene, editor) && idOf(name.split("/")[0]) === editor),
    /** Whether what was typed outlives the page. */
    isWritten: kept.isWritten,
    /**
     * @param {string} name
     * @param {Form} form
     * @param {Form} before
     * @param {import("./context.js").Making} [seen]
     */
    keep: (name, form, before, seen) => kept.keep(name, { form, before, seen }),
    /** @param {string} name */
    drop(name) {
      mended.delete(name);
      kept.drop(name);
    },
    /**
     * What the editor of a new book that opens next begins with, unless there is a draft of one.
     * @param {Partial<Form>} fields
     */
    begin: (fields) => void (begun = fields),
    /** What it begins with; asked for once. */
    beginning() {
      const fields = begun;
      begun = {};
      return fields;
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
 * Items by name under one key of a storage, as many as it takes: none goes for another. What it does
 * not take is here for as long as the page is, and is not `isWritten`.
 * @template Item
 * @typedef {{get(name: string): Item|undefined, names(): string[], isWritten(name: string): boolean,
 *   keep(name: string, item: Item): void, drop(name: string): void,
 *   saved(name: string, saving: unknown): Promise<void>}} Stash
 */

/**
 * @param {PageStorage} storage
 * @param {string} key
 * @param {(item: any) => unknown} isSound
 * @returns {Stash<any>}
 */
function createStash(storage, key, isSound) {
  /** @type {Map<string, any>} what a storage that is full or forbidden does not take */
  const unwritten = new Map();
  const all = () => new Map([...read(), ...unwritten]);

  /** @returns {[string, any][]} */
  function read() {
    try {
      const stored = JSON.parse(storage.getItem(key) ?? "[]");
      if (!Array.isArray(stored)) return [];
      return stored.filter((entry) => Array.isArray(entry) && entry[1] && isSound(entry[1]));
    } catch {
      return [];
    }
  }

  /** @param {[string, any][]} items */
  function write(items) {
    try {
      storage.setItem(key, JSON.stringify(items));
      unwritten.clear();
    } catch {
      // A full storage keeps them for as long as the page is open.
    }
  }

  /** @param {string} name */
  function drop(name) {
    unwritten.delete(name);
    const items = all();
    if (items.delete(name)) write([...items]);
  }

  return {
    get: (name) => all().get(name),
    names: () => [...all().keys()],
    isWritten: (name) => !unwritten.has(name),
    keep(name, item) {
      const items = all();
      items.delete(name);
      unwritten.set(name, item);
      write([...items.set(name, item)]);
    },
    drop,
    /**
     * Drops what was written once it is kept elsewhere, which `saving` says, unless there is more by then.
     * @param {string} name
     * @param {unknown} saving
     */
    async saved(name, saving) {
      const textNow = () => all().get(name)?.text;
      const text = textNow();
      if ((await saving) && textNow() === text) drop(name);
    },
  };
}
