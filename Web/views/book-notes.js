import { glow, h, plainButton, setAttribute, setChildren, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { keepRowFocus } from "../elements/row-focus.js";
import { createTextBox } from "./text-box.js";
import { shortened } from "./value-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {ReturnType<typeof createNote>} Note */

/**
 * The quotes of a book and the notes about it, in the order of its pages, each written in place. One
 * that is added and left without a word goes again.
 * @param {Context} context
 * @param {() => Entity|undefined} current
 */
export function createNotes(context, current) {
  const { library, books, messages, deeds, drafts } = context;
  const { t } = messages;
  const list = h("ul", { class: "notes", "data-testid": "detail.notes" });
  const adders = /** @type {const} */ (["quote", "note"]).map((form) =>
    plainButton(
      "button small", `detail.notes.add.${form}`, () => void add(form), icon("add"), t(`note.add.${form}`),
    ));
  /** @type {Map<string, Note>} what stands on the page, by its id */
  const shown = new Map();
  /** @type {Set<string>} what was added here, and has no word yet */
  const blank = new Set();
  let shownBook = "";

  /** @param {"quote"|"note"} form */
  async function add(form) {
    const book = current();
    if (!book) return;
    const id = context.newId();
    blank.add(id);
    const keeping = deeds.addNote(book, form, id);
    // Mostly it is there at once, for whoever begins to write at once.
    if (!library.get("note", id)) await keeping;
    if (current()?.id !== book.id) return;
    draw(book);
    shown.get(id)?.focus();
  }

  /** @param {string} id */
  function left(id) {
    // Whoever looks into another window comes back.
    if (!document.hasFocus()) return;
    const note = library.get("note", id);
    if (!blank.delete(id) || !note || isWritten(note) || shown.get(id)?.isSettled === false) return;
    // No deed of a person's: nothing was there to be taken away.
    library.edit([{ e: "note", id, delete: true }]).catch(() => {});
  }

  /**
   * What the book has, and what somebody is still writing here, or was when the page went, whatever
   * became of it elsewhere.
   * @param {Entity} book
   */
  function notesOf(book) {
    const notes = books.notes(book.id)
      .filter((note) => isWritten(note) || shown.has(note.id) || blank.has(note.id));
    const writing = [...shown].flatMap(([id, { isSettled }]) => (isSettled ? [] : id));
    const left = drafts.texts.names().map((name) => name.split("/")[0]);
    const held = [...new Set([...writing, ...left])].flatMap((id) => library.get("note", id) ?? [])
      .filter(({ id, fields }) =>
        books.idOf(fields.book) === book.id && !notes.some((note) => note.id === id));
    return [...notes, ...held];
  }

  /**
   * @param {Entity} book
   * @param {ReadonlySet<string>} [changed] by somebody else
   */
  function draw(book, changed = new Set()) {
    const notes = notesOf(book);
    const ids = new Set(notes.map(({ id }) => id));
    for (const id of shown.keys()) if (!ids.has(id)) shown.delete(id);
    const nodes = notes.map((note) => {
      const one = shown.get(note.id) ?? createNote(context, note.id, () => left(note.id));
      shown.set(note.id, one);
      one.render(note, changed.has(`note/${note.id}`));
      return one.node;
    });
    keepRowFocus(list, () => setChildren(list, nodes), adders[0]);
    show(list, nodes.length > 0);
  }

  function flush() {
    for (const note of shown.values()) note.flush();
  }

  return {
    node: h(
      "section",
      { class: "book-notes" },
      h("h2", null, t("book.notes")),
      list,
      h("div", { class: "inline-actions" }, adders),
    ),
    flush,
    /**
     * @param {Entity} book
     * @param {ReadonlySet<string>} changed
     */
    render(book, changed) {
      if (shownBook !== book.id) {
        shownBook = book.id;
        shown.clear();
      }
      draw(book, changed);
    },
  };
}

/**
 * One of them: its words, where they stand in the book, and the way to be rid of it.
 * @param {Context} context
 * @param {string} id
 * @param {() => void} left what to do when the focus has gone from it
 */
function createNote(context, id, left) {
  const { library, messages, deeds } = context;
  const { t } = messages;
  const current = () => library.get("note", id);
  const form = current()?.fields.form ?? "note";
  const box = createTextBox(context, {
    field: "text",
    current,
    label: t(`note.${form}`),
    placeholder: t(`note.${form}.placeholder`),
    name: `note.${id}.text`,
  });
  // It orders the notes, so it is not saved under somebody's hands: that would move them away.
  const location = createTextBox(context, {
    field: "location",
    current,
    label: t("fieldName.location"),
    placeholder: t("fieldName.location"),
    name: `note.${id}.location`,
  });
  const remove = plainButton(
    "icon-button small", `note.${id}.remove`,
    () => {
      const note = current();
      if (note) deeds.removeNote(note);
    },
    icon("close"),
  );
  const node = h(
    "li",
    { class: "note", "data-form": form },
    box.node,
    h("div", { class: "note-foot" }, location.node, remove),
  );
  let isFirst = true;

  node.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !node.contains(relatedTarget)) left();
  });

  return {
    node,
    flush() {
      box.flush();
      location.flush();
    },
    focus: () => box.area.focus(),
    /** Whether nothing is written here that the library does not hold. */
    get isSettled() {
      return box.isSettled && location.isSettled;
    },
    /**
     * @param {Entity} note
     * @param {boolean} glows
     */
    render(note, glows) {
      const { text } = note.fields;
      for (const each of [box, location]) each.render(note, glows && !isFirst, !isFirst);
      if (glows && isFirst) glow(node);
      isFirst = false;
      setAttribute(remove, "aria-label", t("note.remove", { words: shortened(text || t(`note.${form}`)) }));
    },
  };
}

/** @param {Entity} note */
function isWritten({ fields: { text, location } }) {
  return Boolean(text || location);
}
