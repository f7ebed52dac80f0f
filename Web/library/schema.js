import { any } from "./field-type.js";
import { book } from "./schema-book.js";
import {
  alias, conflict, goal, importRow, loan, note, progress, reading, shelf,
} from "./schema-kinds.js";
import { authored, server } from "./schema-spec.js";
import { folded } from "./text.js";

/**
 * @typedef {import("./schema-spec.js").FieldSpec} FieldSpec
 * @typedef {import("./schema-spec.js").KindSpec} KindSpec
 * @typedef {import("../wire/rows.js").Change} Change
 */

/** The kind of the records that keep the losers of conflicts. */
export const CONFLICT_KIND = "conflict";
/** The kind of the records that say which book stands for which. */
export const ALIAS_KIND = "alias";
/** The field of any entity that says it was edited and deleted at once. */
const REVIVED_FIELD = "revived";
/** What begins the name of a field that a person or an import made up. */
const CUSTOM_PREFIX = "custom.";

/**
 * The kinds and fields of a library (BOOKS §5) and how each merges (SYNC §1); Swift's `Schema` is
 * the same. Add-only. Kinds and fields that stand nowhere here pass untouched, as authored
 * registers and sets.
 * @type {Readonly<Record<string, KindSpec>>}
 */
export const kinds = Object.freeze({
  book, reading, progress, shelf, note, loan, goal, importRow, [CONFLICT_KIND]: conflict,
  [ALIAS_KIND]: alias,
});

const revived = server(any);
const custom = authored(any);

/**
 * What is known of a kind, or undefined.
 * @param {string} kind
 * @returns {KindSpec|undefined}
 */
export function kindSpec(kind) {
  return Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
}

/**
 * What is known of a field of a kind, or undefined.
 * @param {string} kind
 * @param {string} field
 * @returns {FieldSpec|undefined}
 */
export function fieldSpec(kind, field) {
  if (field === REVIVED_FIELD) return revived;
  const fields = kindSpec(kind)?.fields;
  if (fields && Object.hasOwn(fields, field)) return fields[field];
  return field.startsWith(CUSTOM_PREFIX) ? custom : undefined;
}

/**
 * Whether a change does something that a person did: it creates, restores, or writes an authored
 * field. Such a change brings back what a concurrent deletion took.
 * @param {Change} change
 */
export function isAuthoredChange({ e, set, add, del, create, restore }) {
  if (create || restore) return true;
  return [set, add, del].some((fields) =>
    Object.keys(fields ?? {}).some((field) => fieldSpec(e, field)?.isAuthored ?? true),
  );
}

/**
 * What makes spellings of an element of a field the same one: tags fold their case, all else is
 * exact but for Unicode normalisation.
 * @param {string} kind
 * @param {string} field
 * @param {string} element
 */
export function elementKey(kind, field, element) {
  const type = fieldSpec(kind, field)?.type;
  return type?.is === "set" && type.element === "tag" ? folded(element) : element.normalize("NFC");
}
