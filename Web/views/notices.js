import { h, plainButton, setChildren, setText, show } from "../elements/dom.js";
import { JOINED_FIELD, joinedWith } from "../library/joined.js";
import * as actions from "./actions.js";
import { inOperations } from "./batch.js";
import { clipped, titleOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {{name: string, label: string, act: () => void}} Choice */
/**
 * Something that merging did by itself and a person should know, in a sentence, with what can be
 * done about it.
 * @typedef {{key: string, title: string, text: string, choices: Choice[]}} Notice
 */

/**
 * Everything that is to be told about the library: books that a deletion met while somebody
 * changed them, or wrote in them; books that two devices added; shelves that were deleted while in use
 * (SYNC §2).
 * @param {Context} context
 * @returns {Notice[]}
 */
export function noticesOf(context) {
  const { library, books } = context;
  const deleted = library.trash().filter(({ kind }) => kind === "book");
  return [
    ...revivedIn(library.list("book")).flatMap((book) => bookNotices(context, book)),
    ...deleted.flatMap((book) => takenAlong(context, book)),
    ...library.list("alias").flatMap((alias) => {
      const book = library.get("book", String(alias.fields.to));
      return alias.fields.notice && book && !book.fields.revived ? [joined(context, alias, book)] : [];
    }),
    ...books.recovered().map((shelf) => recovered(context, shelf)),
  ];
}

/** @type {WeakMap<readonly Entity[], readonly Entity[]>} by all books */
const revivedOf = new WeakMap();

/**
 * The books that were kept although somebody deleted them. The number of notices stands in each drawing of
 * the window, and most of these come without a change of a book.
 * @param {readonly Entity[]} books
 */
function revivedIn(books) {
  const known = revivedOf.get(books) ?? books.filter(({ fields }) => fields.revived);
  revivedOf.set(books, known);
  return known;
}

/**
 * What is to be told about one book.
 * @param {Context} context
 * @param {Entity} book
 * @returns {Notice[]}
 */
export function bookNotices(context, book) {
  const aliases = context.library
    .list("alias")
    .filter(({ fields }) => fields.notice && fields.to === book.id);
  return [
    ...(book.fields.revived ? [revivedNotice(context, book)] : []),
    ...aliases.map((alias) => joined(context, alias, book)),
  ];
}

/**
 * A book that was deleted, or joined with another one, on one device and edited on another, and so was
 * kept: deleting it again, or letting it be, is one tap.
 * @param {Context} context
 * @param {Entity} book
 * @returns {Notice}
 */
function revivedNotice(context, book) {
  const { scene, books, messages: { t }, deeds } = context;
  const { deleted, edited } = book.fields.revived;
  const other = joinedWith(book);
  // A book of its own from here on.
  const kept = { revived: null, ...(other !== null && { [JOINED_FIELD]: null }) };
  const title = other === null ? undefined : books.index.get(books.idOf(other))?.fields.title;
  return {
    key: `revived.${book.id}`,
    title: titleOf(book),
    text: t(other === null ? "revived.text" : "revived.joined", {
      deleter: deviceOf(context, deleted), editor: deviceOf(context, edited, "device.another"),
      other: title === undefined ? t("revived.other") : t("quoted", { title: clipped(title) }),
    }),
    choices: [
      { name: "keep", label: t("revived.keep"), act: () => void deeds.set(book, kept) },
      {
        name: "delete",
        label: t("delete"),
        act: () => void scene.dispatch(actions.askToDelete(book.id)),
      },
    ],
  };
}

/**
 * What was written in a book that another device was deleting: a quote is no edit of the book, so it went
 * with it.
 * @param {Context} context
 * @param {Entity} book in Trash
 * @returns {Notice[]}
 */
function takenAlong(context, book) {
  const { library, books, messages, deeds } = context;
  const { t } = messages;
  // Behind the deletion as the server has it; one of our own it may not have yet.
  const isBehind = (/** @type {Entity} */ { seq = 0 }) =>
    book.by !== library.device?.id && (seq === 0 || seq > (book.seq ?? 0));
  const notes = books.notes(book.id).filter((note) =>
    note.fields.text && ((note.at ?? 0) > (book.at ?? 0) || isBehind(note)));
  if (notes.length === 0) return [];
  const words = notes.slice(0, 3).map(({ fields }) => t("quoted", { title: clipped(fields.text) }));
  const rest = notes.length - words.length;
  const letGo = notes.map(({ kind, id }) => ({ e: kind, id, delete: true }));
  return [{
    key: `taken.${book.id}`,
    title: titleOf(book),
    text: t("taken.text", {
      deleter: deviceOf(context, book),
      writer: deviceOf(context, notes[0], "device.another"),
      words: messages.list(rest > 0 ? [...words, t("more.count", { count: rest })] : words),
    }),
    choices: [
      { name: "restore", label: t("taken.restore"), act: () => deeds.restore(book) },
      {
        name: "letGo",
        label: t("taken.letGo"),
        act: () => void deeds.undoable(inOperations(letGo), t("taken.gone", { count: notes.length })),
      },
    ],
  }];
}

/**
 * A book that was added on two devices, and so became one.
 * @param {Context} context
 * @param {Entity} alias
 * @param {Entity} book
 * @returns {Notice}
 */
function joined(context, alias, book) {
  const { messages: { t }, deeds, notify } = context;
  return {
    key: `joined.${alias.id}`,
    title: titleOf(book),
    text: t("joined.text", { device: deviceOf(context, alias.fields, "device.another") }),
    choices: [
      { name: "fine", label: t("joined.fine"), act: () => void deeds.set(alias, { notice: null }) },
      {
        name: "separate",
        label: t("joined.separate"),
        async act() {
          const change = { e: alias.kind, id: alias.id, delete: true };
          if (await deeds.edit([change])) notify(t("joined.separated"));
        },
      },
    ],
  };
}

/**
 * A shelf that was deleted while somebody put a book on it.
 * @param {Context} context
 * @param {Entity} shelf
 * @returns {Notice}
 */
function recovered(context, shelf) {
  const { books, messages, deeds } = context;
  const { t } = messages;
  const { added, deleted } = shelf.fields.recovered;
  const titles = books.placesOn(shelf.id).map(({ id }) => books.index.get(id)?.fields.title ?? "");
  const shown = titles.slice(0, 3).map((title) => t("quoted", { title }));
  const rest = titles.length - shown.length;
  return {
    key: `recovered.${shelf.id}`,
    title: t("recovered.name", { name: shelf.fields.name ?? "" }),
    text: [
      t("recovered.text", {
        deleter: deviceOf(context, deleted), adder: deviceOf(context, added, "device.another"),
      }),
      shown.length > 0 &&
        t("recovered.members", {
          titles: messages.list(rest > 0 ? [...shown, t("more.count", { count: rest })] : shown),
        }),
    ].filter(Boolean).join(" "),
    choices: [
      { name: "restore", label: t("recovered.restore"), act: () => deeds.restore(shelf) },
      { name: "letGo", label: t("recovered.letGo"), act: () => deeds.letGo(shelf) },
    ],
  };
}

/**
 * @param {Context} context
 * @param {{by?: string}|undefined} version
 * @param {string} [unknown] what to call one without a name, at the beginning of a sentence or within
 */
function deviceOf({ library, messages: { t } }, version, unknown = "conflicts.unknownDevice") {
  return library.deviceName(version?.by ?? "") ?? t(unknown);
}

/**
 * The notices of one place, patched as they come and go; each with its title where `isNamed`.
 * @param {{isNamed: boolean}} options
 */
export function createNotices({ isNamed }) {
  const node = h("div", { class: "notices", hidden: true });
  /** @type {Map<string, {node: HTMLElement, show: (notice: Notice) => void}>} */
  const cards = new Map();
  return {
    node,
    /** @param {readonly Notice[]} notices */
    render(notices) {
      const keys = new Set(notices.map(({ key }) => key));
      for (const key of cards.keys()) if (!keys.has(key)) cards.delete(key);
      setChildren(node, notices.map((notice) => {
        const card = cards.get(notice.key) ?? createCard(notice, isNamed);
        cards.set(notice.key, card);
        card.show(notice);
        return card.node;
      }));
      show(node, notices.length > 0);
    },
  };
}

/**
 * @param {Notice} notice
 * @param {boolean} isNamed
 */
function createCard({ key, choices }, isNamed) {
  let now = choices;
  const title = h("h3", { dir: "auto" });
  const text = h("p", null);
  const [kind] = key.split(".");
  const buttons = choices.map(({ name }, at) =>
    plainButton("button small", `${kind}.${name}`, () => now[at]?.act()),
  );
  return {
    node: h(
      "div",
      { class: "notice", role: "note", "data-testid": `notice.${key}` },
      isNamed ? title : null,
      text,
      h("div", { class: "notice-choices" }, buttons),
    ),
    /** @param {Notice} notice */
    show(notice) {
      now = notice.choices;
      setText(title, notice.title);
      setText(text, notice.text);
      for (const [at, button] of buttons.entries()) setText(button, now[at]?.label ?? "");
    },
  };
}
