import { mayBeTwins } from "../catalog/twins.js";
import { APART_PREFIX, isApart } from "../library/joined.js";
import { shortTitleOf, titleOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * The books that may be this one a second time: those alike in what tells books, and those of which an
 * import said so, for their titles are nearly the same.
 * @param {Context} context
 * @param {Entity} book
 * @param {() => void} later is called where all books have to be looked through first
 */
export function twinsOf({ library, books }, book, later) {
  const alike = books.sharing(book.id, later).filter((other) => mayBeTwins(book, other));
  const told = [...(importedTwins(library.list("importRow")).get(book.id) ?? [])]
    .flatMap((id) => books.index.get(books.idOf(id)) ?? [])
    .filter((other) => other.id !== book.id && !isApart(book, other));
  return [...new Set([...alike, ...told])];
}

/** @type {WeakMap<readonly Entity[], Map<string, Set<string>>>} by the rows */
const known = new WeakMap();

/**
 * The books with which an import wants each of its books compared, and the other way round.
 * @param {readonly Entity[]} rows of imported files
 */
function importedTwins(rows) {
  const twins = known.get(rows) ?? new Map();
  if (known.has(rows)) return twins;
  known.set(rows, twins);
  for (const { fields: { book, twin } } of rows) {
    if (typeof book !== "string" || typeof twin !== "string") continue;
    for (const [one, other] of [[book, twin], [twin, book]]) {
      twins.set(one, (twins.get(one) ?? new Set()).add(other));
    }
  }
  return twins;
}

/**
 * That a reader may have a book twice: the two can be compared, and made one, or left as they are for
 * good.
 * @param {Context} context
 * @param {Entity} book
 * @param {Entity} twin
 * @returns {import("./notices.js").Notice}
 */
export function twinNotice(context, book, twin) {
  const { messages, deeds, panels } = context;
  const { t } = messages;
  return {
    key: `twin.${book.id}.${twin.id}`,
    title: titleOf(book),
    text: t("twins.text", { twin: twinWords(twin, context) }),
    choices: [
      {
        name: "compare",
        label: t("twins.compare"),
        act: () => panels.open("join", `${book.id} ${twin.id}`),
      },
      {
        name: "apart",
        label: t("twins.apart"),
        act() {
          const set = { [APART_PREFIX + twin.id]: true };
          const titles = { title: shortTitleOf(book), other: shortTitleOf(twin) };
          void deeds.undoable([[{ e: "book", id: book.id, set }]], t("twins.stay", titles));
        },
      },
    ],
  };
}

/**
 * A book beside one that is much like it: by what the other may not have.
 * @param {Entity} book
 * @param {Pick<Context, "messages">} context
 */
function twinWords(book, { messages: { t, date, day } }) {
  const { format, publisher, published, added } = book.fields;
  const details = [
    format && t(`format.${format}`),
    publisher,
    published && date(published),
    added && t("twins.added", { date: day(added) }),
  ].filter(Boolean);
  const title = t("quoted", { title: shortTitleOf(book) });
  return details.length > 0 ? `${title} (${details.join(", ")})` : title;
}
