/**
 * Books that a person found to be one: of two, one stays, and the other lies in Trash with the id of the
 * one that stays, so that every device finds it. Restored, it is a book of its own again.
 */

/** The field of a book in Trash that names the book it was joined with. */
export const JOINED_FIELD = "custom.dogear.joined";

/** What begins the fields of a book that name books it is not: one field for each, so that two devices
 * that say it at once say the same. */
export const APART_PREFIX = "custom.dogear.apart.";

/**
 * The id of the book that this one was joined with, or null.
 * @param {{deleted?: boolean, fields: {readonly [field: string]: any}}|undefined} book
 * @returns {string|null}
 */
export function joinedInto(book) {
  return book?.deleted ? joinedWith(book) : null;
}

/**
 * The same of a book that may be back: whoever changed it while it was joined has kept it.
 * @param {{fields: {readonly [field: string]: any}}} book
 * @returns {string|null}
 */
export function joinedWith({ fields }) {
  const id = fields[JOINED_FIELD];
  return typeof id === "string" ? id : null;
}

/**
 * Whether a book is joined with another, or was.
 * @param {{fields: {readonly [field: string]: any}}|undefined} book
 */
export const wasJoined = (book) => book !== undefined && Object.hasOwn(book.fields, JOINED_FIELD);

/**
 * What takes something out of Trash: what was joined is a book of its own again.
 * @param {{kind: string, id: string, deleted?: boolean, fields: {readonly [field: string]: any}}} entity
 */
export const restoringChange = (entity) => ({
  e: entity.kind, id: entity.id, restore: true,
  ...(joinedInto(entity) !== null && { set: { [JOINED_FIELD]: null } }),
});

/**
 * Whether a person said of two books that they are not the same.
 * @param {{id: string, fields: {readonly [field: string]: any}}} one
 * @param {{id: string, fields: {readonly [field: string]: any}}} other
 */
export const isApart = (one, other) =>
  one.fields[APART_PREFIX + other.id] === true || other.fields[APART_PREFIX + one.id] === true;
