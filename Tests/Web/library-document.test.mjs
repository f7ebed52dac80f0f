import assert from "node:assert/strict";
import { test } from "node:test";
import { documentOf } from "../../Web/archive/library-document.js";
import { ChangingLibrary } from "./support/changing-library.mjs";

/** The lines of the document of `library`. */
const entitiesIn = (library) => JSON.parse(documentOf(library)).entities;

test("a document without the server has the books that stand for others, and each once", async () => {
  const library = new ChangingLibrary();
  await library.edit([
    { e: "book", id: "root", create: true, set: { title: "Fen" } },
    { e: "book", id: "twin", create: true, set: { title: "Fen!", pages: 312 } },
    { e: "book", id: "gone", create: true, set: { title: "Reed" } },
    { e: "reading", id: "r1", create: true, set: { book: "twin", span: { outcome: "reading" } } },
  ]);
  library.alias("twin", "root");
  library.come({ e: "alias", id: "twin", create: true, set: { from: "twin", to: "root" } });
  await library.edit([{ e: "book", id: "gone", delete: true }]);
  const entities = entitiesIn(library);
  assert.deepEqual(
    entities.map(({ e, id }) => `${e} ${id}`),
    ["alias twin", "book gone", "book root", "book twin", "reading r1"]);
  const twin = entities.find(({ e, id }) => e === "book" && id === "twin");
  assert.deepEqual(twin.set, { pages: 312, title: "Fen!" });
  const reading = entities.find(({ e }) => e === "reading");
  assert.ok(entities.some(({ e, id }) => e === "book" && id === reading.set.book));
});

test("a document has nothing of a book that stood for another and is there no more", () => {
  const library = new ChangingLibrary();
  library.come({ e: "alias", id: "twin", create: true, set: { from: "twin", to: "root" } });
  assert.deepEqual(entitiesIn(library).map(({ e, id }) => `${e} ${id}`), ["alias twin"]);
});
