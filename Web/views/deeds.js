import { restoringChange } from "../library/joined.js";
import { daysMax } from "../library/limits.js";
import { createCatalogDeeds } from "./catalog-deeds.js";
import { deedWords } from "./deed-words.js";
import { goalId } from "./goals.js";
import { clipped, sentenceOf, shortTitleOf } from "./sentences.js";
import { createShelfDeeds } from "./shelf-deeds.js";
import { createUndo } from "./undo.js";

/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./context.js").Change} Change */
/** @typedef {import("./context.js").Library} Library */
/** @typedef {import("./context.js").Making} Making */
/** @typedef {import("../messages/messages.js").Messages} Messages */
/** @typedef {{started?: string, finished?: string, outcome: string}} Span */
/**
 * What an edit was made on, where that is not what shows now; and who hears of a failure instead of
 * everybody.
 * @typedef {{made?: Making, failed?: (error: unknown) => void}} How
 */

/**
 * What a person does to the library, in words of books rather than operations. Everything can be
 * undone; what takes something away offers it at once.
 * @param {{
 *   library: Library,
 *   messages: Messages,
 *   notify: import("./context.js").Context["notify"],
 *   newId: () => string,
 *   now: () => number,
 *   today: () => string,
 *   books: import("./books.js").Books,
 *   random: () => number,
 * }} parts `random` gives whole numbers from 0 up to `KEY_RANDOM_END`
 */
export function createDeeds({ library, messages, notify, newId, now, today, books, random }) {
  const { t } = messages;
  const undo = createUndo({
    library, messages, notify, fail: (error) =>
      void notify(t("notice.notKept", { reason: sentenceOf(error, messages) })),
  });

  /**
   * Sends changes as one operation, and tells a person when even this device could not keep them.
   * @param {Change[]} changes
   * @param {How} [how]
   */
  async function edit(changes, how) {
    const words = deedWords(changes, { library, messages });
    return (await undo.perform([changes], words, how?.failed, how?.made)) !== null;
  }

  /**
   * Does something and offers its undo beside the word about it.
   * @param {Change[][]} lists one for each operation
   * @param {string} sentence
   * @param {string} [name] of the notice; a newer one of that name replaces it
   * @param {How} [how]
   */
  async function undoable(lists, sentence, name = "notice.deed", how = undefined) {
    if (lists.length === 0) return true;
    const words = deedWords(lists.flat(), { library, messages });
    const deed = await undo.perform(lists, words, how?.failed, how?.made);
    // The sentence is about all of it. Of what was not kept a person has heard.
    if (!deed || deed.edits.length < lists.length) return false;
    deed.unsay = notify(sentence, { action: t("undo"), act: () => void undo.undo(deed), name });
    return true;
  }

  /**
   * @param {Entity} book
   * @param {Record<string, unknown>} fields
   * @param {How} [how]
   */
  const set = (book, fields, how) => edit([{ e: book.kind, id: book.id, set: fields }], how);

  /**
   * @param {Entity} book
   * @param {string|null} status
   * @param {Change[]} [before] done with it
   * @param {How} [how]
   */
  function setStatus(book, status, before = [], how = undefined) {
    const sentence = t("notice.status", { title: shortTitleOf(book), status: t(`status.${status}`) });
    const change = { e: book.kind, id: book.id, set: { status } };
    return undoable([[...before, change]], sentence, "notice.status", how);
  }

  /**
   * Changes a read-through, and with it the status of its book, where that is to be another.
   * @param {Entity} book
   * @param {string|undefined} status
   * @param {Change[]} changes
   * @param {How} [how]
   */
  const readOn = (book, status, changes, how) =>
    status && status !== book.fields.status ? setStatus(book, status, changes, how) : edit(changes, how);

  return {
    edit,
    set,
    undoable,
    undo: () => void undo.undo(),
    redo: () => void undo.redo(),
    ...createShelfDeeds({ library, messages, edit, undoable, newId, random }),
    ...createCatalogDeeds({ library, messages, edit, undoable, now }),

    /**
     * A new book and nothing about it but these fields and sets.
     * @param {Omit<Change, "e"|"id"|"create">} content
     * @param {string} [id]
     */
    async create(content, id = newId()) {
      const fields = { ...content.set, added: now() };
      const kept = await edit([{ ...content, e: "book", id, create: true, set: fields }]);
      return kept ? id : null;
    },

    /**
     * @param {Entity} book
     * @param {string|null} status
     */
    status: (book, status) => void setStatus(book, status),

    /**
     * @param {Entity} book
     * @param {number|null} rating
     */
    rate: (book, rating) => void set(book, { rating }),

    /**
     * @param {Entity} entity
     * @param {(error: unknown) => void} [failed] hears when this device cannot keep it
     */
    delete(entity, failed) {
      const change = { e: entity.kind, id: entity.id, delete: true };
      const sentence = t("notice.deleted", { title: shortTitleOf(entity) });
      void undoable([[change]], sentence, "notice.deleted", { failed });
    },

    /** @param {Entity} entity */
    restore(entity) {
      const sentence = t("notice.restored", { title: shortTitleOf(entity) });
      void undoable([[restoringChange(entity)]], sentence, "notice.deleted");
    },

    /**
     * @param {Entity} book
     * @param {string[]} tags
     */
    addTags(book, tags) {
      const add = { tags: Object.fromEntries(tags.map((tag) => [tag, null])) };
      void edit([{ e: "book", id: book.id, add }]);
    },

    /**
     * @param {Entity} book
     * @param {string} tag
     */
    removeTag: (book, tag) =>
      void undoable(
        [[{ e: "book", id: book.id, del: { tags: [tag] } }]],
        t("notice.tagRemoved", { tag: clipped(tag) }),
      ),

    /** @param {Entity} reading */
    removeReading: (reading) =>
      void undoable(
        [[{ e: "reading", id: reading.id, delete: true }]], t("notice.readingRemoved"),
      ),

    /**
     * Says how far this device has come. Where no read-through goes on, one begins with it; and the
     * book is one that is being read.
     * @param {Entity} book
     * @param {{unit: string, value: number, total: number, fraction: number}} place
     * @param {string|null} started when a new read-through began, if that is known
     */
    progress(book, place, started) {
      const device = library.device?.id;
      if (device === undefined) return Promise.resolve(false);
      const open = books.openReading(book.id);
      const reading = open?.id ?? newId();
      const span = { ...(started !== null && { started }), outcome: "reading" };
      const begin = { e: "reading", id: reading, create: true, set: { book: book.id, span } };
      const id = `${reading}~${device}`;
      const noted = notedOn(today(), library.get("progress", id));
      const mark = { e: "progress", id, set: { ...place, at: now() }, ...noted };
      return readOn(book, "reading", open ? [mark] : [begin, mark]);
    },

    /**
     * The book is read, and so is its read-through, today.
     * @param {Entity} book
     */
    finish(book) {
      const open = books.openReading(book.id);
      const span = { ...open?.fields.span, finished: today(), outcome: "read" };
      void edit([
        { e: "book", id: book.id, set: { status: "read" } },
        ...(open ? [{ e: "reading", id: open.id, set: { span } }] : []),
      ]);
    },

    /**
     * A read-through of the book, a new one or one that is noted, and what that says of its status.
     * @param {Entity} book
     * @param {Span} span
     * @param {string} [reading] the id of one that is noted
     * @param {Making} [made] what its author saw, where that is not what shows now
     */
    async noteReading(book, span, reading, made) {
      const others = books.readings(book.id).filter(({ id }) => id !== reading);
      const status = statusAfter(book.fields.status, span, others.find(isOpen));
      const set = reading === undefined ? { book: book.id, span } : { span };
      const change = { e: "reading", id: reading ?? newId(), set };
      if (reading === undefined) return readOn(book, status, [{ ...change, create: true }]);
      if (!library.get("reading", reading)?.deleted) return readOn(book, status, [change], { made });
      // Removed elsewhere while it was changed here: who saves it wants it.
      const isKept = await readOn(book, status, [{ ...change, restore: true }]);
      if (isKept) notify(t("notice.readingBack"), { name: "notice.reading" });
      return isKept;
    },

    /**
     * A quote of the book or a note about it, to be written.
     * @param {Entity} book
     * @param {"quote"|"note"} form
     * @param {string} id
     */
    addNote: (book, form, id) =>
      edit([{ e: "note", id, create: true, set: { book: book.id, form } }]),

    /**
     * What is meant to be read in a year.
     * @param {number} year
     * @param {import("./goals.js").Metric} metric
     * @param {number} target
     * @param {string} [id] of the goal, where there is one
     */
    setGoal(year, metric, target, id = goalId(year, metric)) {
      const goal = library.get("goal", id);
      const life = goal ? goal.deleted && { restore: true } : { create: true };
      return edit([{ e: "goal", id, ...life, set: goal ? { target } : { year, metric, target } }]);
    },

    /** @param {Entity} goal */
    removeGoal: (goal) =>
      void undoable(
        [[{ e: "goal", id: goal.id, delete: true }]],
        t("notice.goalRemoved", { year: String(goal.fields.year) }),
      ),

    /** @param {Entity} note */
    removeNote: (note) =>
      void undoable(
        [[{ e: "note", id: note.id, delete: true }]],
        t("notice.noteRemoved", { form: t(`note.${note.fields.form ?? "note"}`) }),
      ),
  };
}

/** @typedef {ReturnType<typeof createDeeds>} Deeds */

/** @param {Entity} reading */
const isOpen = ({ fields }) => fields.span?.outcome === "reading";

/**
 * What the change of a progress that notes a place says of its day: nothing where it is known, or there are as
 * many as there can be. A progress whose only note was taken back comes back without the days of that.
 * @param {string} day
 * @param {Entity|undefined} record
 */
function notedOn(day, record) {
  const days = Object.keys(record?.fields.days ?? {});
  const add = { days: { [day]: null } };
  if (record?.deleted) return { restore: true, ...(days.length > 0 && { del: { days } }), add };
  return !days.includes(day) && days.length < daysMax && { add };
}

/**
 * The status of a book once a read-through of it is noted: one that goes on is being read, and the end
 * of the only one that does, or of the first that is noted at all, is the book's.
 * @param {string|null|undefined} status
 * @param {Span} span
 * @param {Entity|undefined} open another that goes on
 */
function statusAfter(status, { outcome, finished }, open) {
  if (outcome === "reading") return outcome;
  return finished && (!status || (status === "reading" && !open)) ? outcome : undefined;
}
