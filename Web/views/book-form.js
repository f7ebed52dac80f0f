import { isbn13 } from "../library/isbn.js";
import { onOneLine, withoutControls } from "../library/text.js";
import { addProblem, fieldProblem } from "../library/validate.js";
import { wholeNumber, writtenDate } from "./typed.js";

/**
 * The editor's fields as text, and the way back: what a person typed, as one change of the book.
 * Pure, so that every rule here is tested without a browser.
 */

/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./context.js").Change} Change */
/**
 * @typedef {{
 *   title: string, subtitle: string, originalTitle: string, sortTitle: string,
 *   people: {name: string, role: string, was?: any}[],
 *   series: {name: string, index: string, was?: any}[],
 *   status: string, rating: number|null, published: string, originalYear: string,
 *   publisher: string, pages: string, format: string, languages: string, isbn: string,
 *   tags: string, shelves: string[], description: string, review: string, note: string,
 * }} Form
 * `was` a row was read from: it has members that no control shows.
 * @typedef {import("../library/problem.js").Problem} Problem
 * @typedef {Partial<Record<keyof Form, string|Problem>>} Problems
 */

/** What the author role is called where a contributor names none. */
const author = "author";

/**
 * @param {Entity|undefined} book
 * @returns {Form}
 */
export function formOf(book) {
  const fields = book?.fields ?? {};
  const people = list(fields.contributors).map(
    (was) => ({ name: was.name ?? "", role: was.role ?? author, was }),
  );
  const series = list(fields.series).map(
    (was) => ({ name: was.name ?? "", index: placeOf(was), was }),
  );
  return {
    title: fields.title ?? "",
    subtitle: fields.subtitle ?? "",
    originalTitle: fields.originalTitle ?? "",
    sortTitle: fields.sortTitle ?? "",
    people: people.length > 0 ? people : [{ name: "", role: author }],
    series: series.length > 0 ? series : [{ name: "", index: "" }],
    status: fields.status ?? "",
    rating: fields.rating ?? null,
    published: fields.published ?? "",
    originalYear: text(fields.originalYear),
    publisher: fields.publisher ?? "",
    pages: text(fields.pages),
    format: fields.format ?? "",
    languages: list(fields.languages).join(", "),
    isbn: isbnsOf(fields).join(", "),
    tags: Object.keys(fields.tags ?? {}).map(tagText).join(", "),
    shelves: Object.keys(fields.shelves ?? {}).sort(),
    description: fields.description ?? "",
    review: fields.review ?? "",
    note: fields.note ?? "",
  };
}

/**
 * What somebody has before them who opens the form of a book; its texts are in the form itself.
 * @param {Pick<import("./context.js").Library, "making">} library
 * @param {Entity|undefined} book
 */
export function seenIn(library, book) {
  if (!book) return undefined;
  const set = Object.fromEntries(Object.keys(readers).map((field) => [field, null]));
  const making = library.making([{ e: "book", id: book.id, set }]);
  return making && { ...making, was: undefined };
}

/**
 * On what a change of a book was made (SYNC §2, *base*), however late it is sent.
 * @param {import("./context.js").Making|undefined} seen when the form was opened
 * @param {Form} before as the form showed it then
 * @param {Change} change
 */
export function madeOn(seen, before, { id, set = {} }) {
  const texts = /** @type {const} */ (["description", "review", "note"]);
  const changed = texts.filter((field) => Object.hasOwn(set, field));
  const was = Object.fromEntries(changed.map((field) => [field, before[field] || null]));
  return seen && { ...seen, was: { [`book/${id}`]: was } };
}

/**
 * Whether two forms say the same.
 * @param {Form} a
 * @param {Form} b
 */
export function sameForm(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * What is wrong with the fields: the key of a sentence, or the library's own problem, for each.
 * @param {Form} form
 * @returns {Problems}
 */
export function problemsOf(form) {
  /** @type {Problems} */
  const problems = {};
  for (const [field, read] of Object.entries(readers)) {
    const problem = fieldProblem("book", field, read(form));
    if (problem) problems[controlOf(field)] = problem;
  }
  const tags = Object.fromEntries(tagsOf(form.tags).map((tag) => [tag, null]));
  const tagProblem = addProblem("book", "tags", tags);
  if (tagProblem) problems.tags = tagProblem;
  // What a person types needs gentler words than what a program sends.
  if (onOneLine(form.title) === "") problems.title = "field.titleNeeded";
  if (problems.pages) problems.pages = "field.pagesBad";
  if (problems.originalYear) problems.originalYear = "field.yearBad";
  if (problems.published) problems.published = "field.dateForm";
  if (problems.languages) problems.languages = "field.languageBad";
  if (parts(form.isbn).some((one) => isbn13(one) === null)) problems.isbn = "field.isbnBad";
  return problems;
}

/**
 * The control that a field of a book is edited by.
 * @param {string} field
 */
function controlOf(field) {
  return /** @type {keyof Form} */ (field === "contributors" ? "people" : field);
}

/**
 * The change that turns `before` into `after`: only fields that differ, sets as additions and
 * removals, so that whatever others change meanwhile stays.
 * @param {Form} before
 * @param {Form} after
 * @returns {Omit<Change, "e"|"id">|null} null when nothing differs
 */
export function changeOf(before, after) {
  /** @type {Record<string, unknown>} */
  const set = {};
  for (const [field, read] of Object.entries(readers)) {
    const [old, now] = [read(before), read(after)];
    if (JSON.stringify(old) !== JSON.stringify(now)) set[field] = now;
  }
  const sets = {
    tags: difference(tagsOf(before.tags), tagsOf(after.tags)),
    shelves: difference(before.shelves, after.shelves),
    identifiers: difference(isbnKeys(before.isbn), isbnKeys(after.isbn)),
  };
  /** @type {Record<string, Record<string, null>>} */
  const add = {};
  /** @type {Record<string, string[]>} */
  const del = {};
  for (const [field, { added, removed }] of Object.entries(sets)) {
    if (added.length > 0) add[field] = Object.fromEntries(added.map((element) => [element, null]));
    if (removed.length > 0) del[field] = removed;
  }
  const change = {
    ...(Object.keys(set).length > 0 && { set }),
    ...(Object.keys(add).length > 0 && { add }),
    ...(Object.keys(del).length > 0 && { del }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

/**
 * How each register is read from the form.
 * @type {Record<string, (form: Form) => unknown>}
 */
const readers = {
  title: (form) => onOneLine(form.title),
  subtitle: (form) => orNull(form.subtitle),
  originalTitle: (form) => orNull(form.originalTitle),
  sortTitle: (form) => orNull(form.sortTitle),
  contributors: (form) => nullIfEmpty(form.people.filter(named).map(personOf)),
  series: (form) => nullIfEmpty(form.series.filter(named).map(seriesOf)),
  status: (form) => orNull(form.status),
  rating: (form) => form.rating,
  published: (form) => orNull(writtenDate(form.published)),
  originalYear: (form) => wholeNumber(form.originalYear),
  publisher: (form) => orNull(form.publisher),
  pages: (form) => wholeNumber(form.pages),
  format: (form) => orNull(form.format),
  languages: (form) => nullIfEmpty(parts(form.languages)),
  description: (form) => textOrNull(form.description),
  review: (form) => textOrNull(form.review),
  note: (form) => textOrNull(form.note),
};

/** @param {{name: string}} one */
function named({ name }) {
  return onOneLine(name) !== "";
}

/** @param {Form["people"][number]} row */
function personOf({ name, role, was }) {
  const now = { ...was, name: onOneLine(name), role };
  // Whom nobody touched stays as they were, and who has another name is filed under that.
  if (role === author && was && !was.role) delete now.role;
  if (now.name !== was?.name?.trim()) delete now.sort;
  return now;
}

/** @param {Form["series"][number]} row */
function seriesOf({ name, index, was }) {
  const now = { ...was, name: onOneLine(name) };
  // A tab in a number is no space that somebody meant.
  const place = withoutControls(index).trim();
  if (place === placeOf(was)) return now;
  // The number says where the book stood before.
  delete now.number;
  delete now.index;
  return place === "" ? now : { ...now, index: place };
}

/** @param {any} series */
function placeOf(series) {
  return String(series?.index ?? series?.number ?? "");
}

/**
 * @param {readonly string[]} before
 * @param {readonly string[]} after
 */
function difference(before, after) {
  return {
    added: after.filter((element) => !before.includes(element)),
    removed: before.filter((element) => !after.includes(element)),
  };
}

/**
 * @param {string} typed
 */
function isbnKeys(typed) {
  return parts(typed).map((one) => `isbn:${isbn13(one) ?? one}`);
}

/** @param {Record<string, any>} fields */
function isbnsOf(fields) {
  return Object.keys(fields.identifiers ?? {})
    .filter((key) => key.startsWith("isbn:"))
    .map((key) => key.slice("isbn:".length));
}

/** @param {string} typed */
function parts(typed) {
  return [...new Set(typed.split(",").map(onOneLine).filter(Boolean))];
}

/**
 * A tag among others that are parted by commas. One that would be read as anything else stands in
 * quotes, its own ones doubled, as in CSV: so every tag comes back from the form as it was.
 * @param {string} tag
 */
function tagText(tag) {
  return /^["\s]|,|\s$/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag;
}

/** @param {string} typed */
export function tagsOf(typed) {
  const found = onOneLine(typed).matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]+))/g);
  const tags = [...found].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare.trim());
  return [...new Set(tags.filter(Boolean))];
}

/** @param {string} typed */
function orNull(typed) {
  return onOneLine(typed) || null;
}

/** @param {string} typed */
function textOrNull(typed) {
  return withoutControls(typed).trim() || null;
}

/**
 * @template Item
 * @param {Item[]} items
 */
function nullIfEmpty(items) {
  return items.length === 0 ? null : items;
}

/** @param {unknown} value @returns {any[]} */
function list(value) {
  return Array.isArray(value) ? value : [];
}

/** @param {unknown} value */
function text(value) {
  return value === null || value === undefined ? "" : String(value);
}
