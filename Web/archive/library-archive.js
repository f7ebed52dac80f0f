import { isBlobName } from "../covers/blob-name.js";

/** What the document is called in an archive of a library (`LibraryArchive.swift`). */
export const documentName = "library.json";

const endings = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" };

/**
 * What a picture is called in it.
 * @param {string} id
 * @param {string} type
 */
export const pictureName = (id, type) =>
  `pictures/${id}.${endings[/** @type {keyof endings} */ (type)] ?? "webp"}`;

/**
 * Whether a file in it is the document. What was unpacked and packed again may have all in a folder.
 * @param {string} name
 */
export const isDocument = (name) => name.split("/").at(-1) === documentName;

/**
 * The picture that a file in it is, or null.
 * @param {string} name
 */
export function pictureCalled(name) {
  const [id, ending, ...more] = (name.split("/").at(-1) ?? "").split(".");
  const isPicture = more.length === 0 && Object.values(endings).includes(ending) && isBlobName(id);
  return isPicture ? id : null;
}

/**
 * The living books of a document, by their ids; null where a text is none, or not whole.
 * @param {string} text
 * @returns {string[]|null}
 */
export function booksIn(text) {
  try {
    const { format, entities } = JSON.parse(text);
    if (format !== "dogear") return null;
    return entities.filter((/** @type {any} */ { e, deleted }) => e === "book" && !deleted)
      .map((/** @type {any} */ { id }) => id);
  } catch {
    return null;
  }
}

/**
 * The pictures that the books of a document name, those in Trash included, each once and in order.
 * @param {string} text the document: an entity stands on a line, or all on one
 * @returns {string[]}
 */
export function picturesNamed(text) {
  const found = text.matchAll(/"cover":\s*"([0-9a-f]{64})"/g);
  return [...new Set(Array.from(found, ([, id]) => id))];
}
