import { JOINED_FIELD } from "../library/joined.js";
import { fieldWords, valueWords } from "./value-words.js";

/** @typedef {import("./context.js").Change} Change */
/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("../transport/history.js").HistoryEntry} HistoryEntry */

const lives = ["created", "deleted", "restored", "revived", "aliased", "separated"];

/**
 * What a change was about: "Title", "Shelf “Next”", "The book".
 * @param {HistoryEntry} entry
 * @param {Pick<Context, "messages"|"books">} context
 */
export function subjectWords({ field = "", element, life }, context) {
  const { t } = context.messages;
  if (life) return t("history.life");
  const name = fieldWords(field, context.messages);
  return element === undefined ? name : t("history.element", {
    field: name, element: elementName(field, element, context),
  });
}

/**
 * What a change did, in one sentence, where no two values stand for it.
 * @param {HistoryEntry} entry
 * @param {Pick<Context, "messages"|"books">} context
 * @param {readonly HistoryEntry[]} [known] of the book, the newest first
 * @returns {string|null}
 */
export function eventWords(entry, { messages: { t } }, known = []) {
  const { field = "", element, life, from, to, written } = entry;
  if (life && to === "revived" && isOfJoining(entry, known)) return t("history.revivedJoined");
  if (life) return t(lives.includes(to) ? `history.${to}` : "history.changed");
  if (element === undefined) return null;
  const place = field === "shelves" ? "shelf" : "element";
  if (to === undefined) return t(`history.${place}.removed`);
  if (written === undefined && same(from, to)) return t(`history.${place}.stays`);
  // Who added what another had added, without knowing of it, added it as well.
  const isAdded = from === undefined || (written !== undefined && same(from, written));
  return t(isAdded ? `history.${place}.added` : `history.${place}.changed`);
}

/**
 * Whether it was a joining with another book that a change met: the last one before it, or with it.
 * @param {HistoryEntry} entry
 * @param {readonly HistoryEntry[]} known
 */
function isOfJoining({ seq }, known) {
  const last = known.find((entry) => entry.field === JOINED_FIELD && entry.seq <= seq);
  return typeof last?.to === "string";
}

/**
 * The value before and after, in words; a text keeps its own.
 * @param {HistoryEntry} entry
 * @param {Context} context
 */
export function valuesOf({ field = "", from, to }, context) {
  return { before: valueWords(field, from, context), after: valueWords(field, to, context) };
}

/**
 * The value of an entry that is not what came of it: what lost against another, else what was
 * before.
 * @param {HistoryEntry} entry
 */
export function formerValue({ from, to, written }) {
  return written !== undefined && same(from, to) ? written : from;
}

/**
 * The change that brings back what was before, or null where that is what is there now, or cannot
 * be: a title is never empty, and the life of a book has its own ways, with what it was joined with.
 * @param {Entity} entity
 * @param {HistoryEntry} entry
 * @returns {Change|null}
 */
export function restoring({ kind, id, fields }, entry) {
  const { field, element, life } = entry;
  const from = formerValue(entry);
  if (life || field === undefined || field === JOINED_FIELD) return null;
  const subject = { e: kind, id };
  if (element === undefined) {
    const value = from ?? null;
    if (same(fields[field] ?? null, value) || (field === "title" && value === null)) return null;
    return { ...subject, set: { [field]: value } };
  }
  const elements = fields[field] ?? {};
  const isThere = Object.hasOwn(elements, element);
  if (from === undefined) return isThere ? { ...subject, del: { [field]: [element] } } : null;
  if (isThere && same(elements[element], from)) return null;
  return { ...subject, add: { [field]: { [element]: from } } };
}

/**
 * @param {string} field
 * @param {string} element
 * @param {Pick<Context, "messages"|"books">} context
 */
function elementName(field, element, { messages: { t }, books }) {
  return field === "shelves" ? (books.shelfName(element) ?? t("list.shelfGone")) : element;
}

/** @param {unknown} a @param {unknown} b */
function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
