import { canonical } from "../library/canonical.js";
import { fieldSpec, kinds } from "../library/schema.js";

/**
 * Dogear's own document of what this browser has, where the server cannot be asked for it: an entity to a
 * line, in order, as the server writes it (`DogearDocumentWriter.swift`).
 * @param {Pick<import("../views/context.js").Library, "get"|"list"|"trash">} library
 */
export function documentOf(library) {
  const all = Object.keys(kinds).flatMap((kind) => library.list(kind)).concat(library.trash());
  // A book that stands for another is in no list, but what was read of it names it still.
  for (const { fields } of library.list("alias")) {
    const book = library.get("book", String(fields.from));
    if (book?.alias) all.push(book);
  }
  const lines = all
    .map((entity) => ({ key: `${entity.kind} ${entity.id}`, text: canonical(lineOf(entity)) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  return `{"format":"dogear","version":1,"entities":[\n${lines.map(({ text }) => text).join(",\n")}\n]}\n`;
}

/** @param {import("../views/context.js").Entity} entity */
function lineOf({ kind, id, deleted, fields }) {
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  const isSet = (/** @type {string} */ field) => fieldSpec(kind, field)?.mergeClass === "set";
  const set = Object.fromEntries(given.filter(([field]) => !isSet(field)));
  const add = Object.fromEntries(given.filter(([field]) => isSet(field)));
  const has = (/** @type {object} */ value) => Object.keys(value).length > 0;
  return {
    e: kind, id, ...(has(set) && { set }), ...(has(add) && { add }), ...(deleted && { deleted }),
  };
}
