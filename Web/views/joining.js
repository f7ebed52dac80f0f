import { canonical } from "../library/canonical.js";
import { JOINED_FIELD } from "../library/joined.js";
import * as limits from "../library/limits.js";
import { elementKey, fieldSpec } from "../library/schema.js";
import { scalarCount } from "../library/text.js";

/** @typedef {import("./context.js").Change} Change */
/** @typedef {import("./context.js").Entity} Entity */
/**
 * A field in which books differ that are to be one: what stands in them, the first of the one that stays
 * where that has something; `ids`: the books that say it. `both` is one value that has all of them, but for
 * the texts that it has no room for, which are to stand `beside` it; or undefined. `suggested` is the place
 * of the likeliest, `options.length` for `both`.
 * @typedef {{value: unknown, ids: string[]}} Option
 * @typedef {{field: string, options: Option[], both: unknown, beside: string[], suggested: number}} Question
 * @typedef {{readings: readonly Entity[], notes: readonly Entity[], loans: readonly Entity[]}} Belongings
 */

/** What a person wrote, of which nothing is let go unasked. */
const written = ["review", "note"];

/** Lists of which one may want all. */
const lists = ["contributors", "series", "languages"];

/** How far a reader has come with a book. */
const statuses = ["toRead", "paused", "reading", "abandoned", "read"];

/** What stands first in a question about a book; the rest follows as it comes. */
const order = ["title", "subtitle", "contributors", "series", "cover", "status", "rating", "review", "note"];

/**
 * What several books would be as one: the values of fields in which they agree, or which only one has,
 * or where one of the values says all that the others do; and what a person has to choose.
 * @param {readonly Entity[]} books the one that stays first
 * @param {(field: string, value: unknown) => string} wordsOf what reads the same is the same
 * @returns {{settled: Record<string, unknown>, questions: Question[]}}
 */
export function planOf(books, wordsOf) {
  /** @type {Record<string, unknown>} */
  const settled = {};
  /** @type {Question[]} */
  const questions = [];
  for (const field of fieldsOf(books)) {
    const options = optionsOf(books, field, wordsOf);
    if (options.length === 0) continue;
    const values = options.map(({ value }) => value);
    const one = values.length === 1 ? values[0] : settle(field, values);
    if (one !== undefined) settled[field] = one;
    else questions.push(questionOf(field, options));
  }
  return { settled, questions };
}

/**
 * Books in the order in which one of them is likely to stay: the one of which most is known, and of
 * several that which was here first.
 * @param {readonly Entity[]} books
 */
export function fullestFirst(books) {
  const size = (/** @type {Entity} */ { fields }) =>
    Object.values(fields).filter((value) => !isEmpty(value)).length;
  return [...books].sort((a, b) =>
    size(b) - size(a) || (a.fields.added ?? 0) - (b.fields.added ?? 0));
}

/**
 * The registers and texts that any of them has.
 * @param {readonly Entity[]} books
 */
function fieldsOf(books) {
  const all = [...new Set(books.flatMap(({ fields }) => Object.keys(fields)))].filter((field) => {
    const mergeClass = fieldSpec("book", field)?.mergeClass;
    return (mergeClass === "register" || mergeClass === "text") && !field.startsWith("custom.dogear.");
  });
  const place = (/** @type {string} */ field) => (order.indexOf(field) + 1 || order.length + 1);
  return all.sort((a, b) => place(a) - place(b));
}

/**
 * @param {readonly Entity[]} books
 * @param {string} field
 * @param {(field: string, value: unknown) => string} wordsOf
 */
function optionsOf(books, field, wordsOf) {
  /** @type {Map<string, Option>} */
  const options = new Map();
  for (const { id, fields } of books) {
    const value = fields[field];
    if (isEmpty(value)) continue;
    const words = wordsOf(field, value).trim();
    const known = options.get(words);
    known?.ids.push(id);
    // Of two that read the same, the one that says more to a program.
    if (!known) options.set(words, { value, ids: [id] });
    else if (canonical(value).length > canonical(known.value).length) known.value = value;
  }
  return [...options.values()];
}

/** @param {unknown} value */
const isEmpty = (value) => value === null || value === undefined || value === "" ||
  (Array.isArray(value) && value.length === 0) || (typeof value === "string" && value.trim() === "");

/**
 * The one of several values that needs no question, or undefined.
 * @param {string} field
 * @param {any[]} values
 * @returns {unknown}
 */
function settle(field, values) {
  if (typeof values[0] === "boolean") return values.includes(true);
  if (field === "added") return Math.min(...values);
  if (field === "subjects") return union(values);
  // What nobody sees here, a program's own.
  if (field === "workKey" || field.startsWith("custom.")) return values[0];
  if (written.includes(field)) return values.find((text) => holds(text, values));
  // "2019" and "2019-05" are one date, known more or less exactly.
  if (field === "published") {
    return values.find((date) => values.every((other) => date === other || date.startsWith(`${other}-`)));
  }
  if (field !== "acquired") return undefined;
  const members = Object.assign({}, ...[...values].reverse());
  const agree = values.every((value) => Object.keys(value).every(
    (name) => canonical(value[name]) === canonical(members[name])));
  return agree ? members : undefined;
}

/**
 * @param {string} field
 * @param {Option[]} options
 * @returns {Question}
 */
function questionOf(field, options) {
  const values = /** @type {any[]} */ (options.map(({ value }) => value));
  const { both, beside } = written.includes(field)
    ? oneBelowTheOther(values) : { both: lists.includes(field) ? union(values) : undefined, beside: [] };
  return { field, options, both, beside, suggested: suggestedOf(field, values) };
}

/**
 * @param {string} field
 * @param {any[]} values
 */
function suggestedOf(field, values) {
  if (written.includes(field)) return values.length;
  if (field === "status") return greatest(values, (status) => statuses.indexOf(status));
  if (lists.includes(field)) return greatest(values, (list) => list.length);
  if (fieldSpec("book", field)?.mergeClass === "text") return greatest(values, (text) => text.length);
  // "Dune (Dune Chronicles, #1)" is how a program names a series.
  if (field === "title") return greatest(values, (title) => Number(!/\)\s*$/.test(title)));
  return 0;
}

/**
 * The place of the first of the greatest.
 * @param {any[]} values
 * @param {(value: any) => number} sizeOf
 */
function greatest(values, sizeOf) {
  const sizes = values.map(sizeOf);
  return sizes.indexOf(Math.max(...sizes));
}

/** @param {any[][]} lists */
function union(lists) {
  return [...new Map(lists.flat().map((each) => [canonical(each), each])).values()];
}

/**
 * Whether a text has all words of the others, in their order.
 * @param {string} text
 * @param {readonly string[]} others
 */
const holds = (text, others) => others.every((other) => inLine(text).includes(inLine(other)));

/** @param {string} text */
const inLine = (text) => text.replace(/\s+/g, " ").trim();

/**
 * All texts, the longest first; where they are longer together than a text can be, the others beside that.
 * @param {readonly string[]} texts
 */
function oneBelowTheOther(texts) {
  /** @type {string[]} */
  const all = [];
  for (const text of [...texts].sort((a, b) => b.length - a.length)) {
    if (!all.some((longer) => holds(longer, [text]))) all.push(text.trim());
  }
  const text = all.join("\n\n");
  const hasRoom = scalarCount(text) <= limits.longTextLengthMax;
  return hasRoom ? { both: text, beside: [] } : { both: all[0], beside: all.slice(1) };
}

/**
 * What makes several books one: the one that stays gets the values and what stands in the others' sets,
 * what belongs to the others is its own from then on, and they go to Trash, where they say which book
 * they are now. The books go last: whatever is cut off before that has lost nothing.
 * @param {{
 *   books: readonly Entity[], values: Record<string, unknown>, belongings: Belongings[],
 *   progress: ReadonlySet<string>, beside?: readonly {id: string, text: string}[],
 * }} parts the book that stays first, as in `belongings`; `progress`: the read-throughs in which some
 *   device has a place; `beside`: texts that become notes of it
 * @returns {Change[]}
 */
export function joiningChanges({ books, values, belongings, progress, beside = [] }) {
  const [kept, ...others] = books;
  const changed = Object.entries(values).filter(
    ([field, value]) => canonical(kept.fields[field] ?? null) !== canonical(value));
  // Each by itself, for all of them may be more than an operation has room for.
  const [texts, registers] = [true, false].map((isText) =>
    changed.filter(([field]) => (fieldSpec("book", field)?.mergeClass === "text") === isText));
  const add = addedSets(kept, others);
  const [own, ...theirs] = belongings;
  return [
    ...(registers.length + Object.keys(add).length > 0 ? [{
      e: "book", id: kept.id,
      ...(registers.length > 0 && { set: Object.fromEntries(registers) }),
      ...(Object.keys(add).length > 0 && { add }),
    }] : []),
    ...texts.map((text) => ({ e: "book", id: kept.id, set: Object.fromEntries([text]) })),
    ...beside.map(({ id, text }) => ({ e: "note", id, create: true, set: { book: kept.id, form: "note", text } })),
    ...goingOver(kept.id, own.readings, theirs.map(({ readings }) => readings), (one, other) =>
      !progress.has(other.id) && one.fields.span && isSame(one.fields.span, other.fields.span)),
    ...goingOver(kept.id, own.notes, theirs.map(({ notes }) => notes), (one, other) =>
      one.fields.text && isSame(one.fields.text, other.fields.text)),
    ...goingOver(kept.id, own.loans, theirs.map(({ loans }) => loans), (one, other) =>
      isSame(one.fields.person, other.fields.person) && isSame(one.fields.out, other.fields.out)),
    ...others.map(({ id }) => ({ e: "book", id, set: { [JOINED_FIELD]: kept.id }, delete: true })),
  ];
}

/**
 * What stands in the sets of the others and in none of the book that stays, in whatever spelling.
 * @param {Entity} kept
 * @param {readonly Entity[]} others
 */
function addedSets({ fields: own }, others) {
  /** @type {Record<string, Record<string, unknown>>} */
  const add = {};
  for (const field of ["identifiers", "tags", "shelves"]) {
    const keyOf = (/** @type {string} */ element) => elementKey("book", field, element);
    const known = new Set(Object.keys(own[field] ?? {}).map(keyOf));
    for (const { fields } of others) {
      for (const [element, value] of Object.entries(fields[field] ?? {})) {
        if (known.has(keyOf(element))) continue;
        known.add(keyOf(element));
        (add[field] ??= {})[element] = value;
      }
    }
  }
  return add;
}

/**
 * What belonged to the others belongs to the book that stays. What it has by then from another book
 * stands there once: that takes what the other knows besides.
 * @param {string} book
 * @param {readonly Entity[]} own
 * @param {readonly (readonly Entity[])[]} theirs by the books
 * @param {(one: Entity, other: Entity) => unknown} isTold whether both tell of the same
 * @returns {Change[]}
 */
function goingOver(book, own, theirs, isTold) {
  const here = [...own];
  return theirs.flatMap((list) => {
    // Of one book each tells of something else, however alike they are.
    const left = new Set(here);
    return list.flatMap((other) => {
      const { kind: e, id, fields } = other;
      const twin = [...left].find((one) => isTold(one, other) && agrees(one, other));
      if (!twin) {
        here.push(other);
        return [{ e, id, set: { book } }];
      }
      left.delete(twin);
      const missing = Object.entries(fields).filter(
        ([field, value]) => !isEmpty(value) && isEmpty(twin.fields[field]));
      const more = missing.length > 0 ? [{ e, id: twin.id, set: Object.fromEntries(missing) }] : [];
      return [...more, { e, id, delete: true }];
    });
  });
}

/**
 * Whether two say nothing that is different, but for the book.
 * @param {Entity} one
 * @param {Entity} other
 */
const agrees = (one, other) => Object.entries(other.fields).every(([field, value]) =>
  field === "book" || isEmpty(value) || isEmpty(one.fields[field]) || isSame(one.fields[field], value));

/** @param {unknown} a @param {unknown} b */
const isSame = (a, b) => canonical(a ?? null) === canonical(b ?? null);
