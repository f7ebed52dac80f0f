import assert from "node:assert/strict";
import { test } from "node:test";
import { booksIn, isDocument, pictureCalled, pictureName, picturesNamed } from "../../Web/archive/library-archive.js";
import { bytesOf, entriesOf, isArchive } from "../../Web/archive/read.js";
import { ArchiveWriter } from "../../Web/archive/write.js";
import { vectors } from "./support/vectors.mjs";

const hex = async (blob) => Buffer.from(await blob.arrayBuffer()).toString("hex");

for (const { name, given, expect } of vectors("archive", "written.json")) {
  test(`an archive is written to the byte: ${name}`, async () => {
    const writer = new ArchiveWriter();
    const many = Array.from({ length: given.count ?? 0 }, (_, number) => (
      { name: String(number).padStart(5, "0"), text: "x" }
    ));
    for (const { name, text } of given.files ?? many) await writer.add(name, new Blob([text]));
    const { blob } = writer;
    if (expect.hex !== undefined) assert.equal(await hex(blob), expect.hex);
    else assert.deepEqual([blob.size, await hex(blob.slice(-98))], [expect.byteCount, expect.end]);
  });
}

for (const { name, given, expect } of vectors("archive", "read.json")) {
  test(`an archive is read, or says why not: ${name}`, async () => {
    const archive = new Blob([Buffer.from(given.hex, "hex")]);
    const read = async () => {
      const files = [];
      for (const entry of await entriesOf(archive)) {
        files.push({ name: entry.name, text: new TextDecoder().decode(await bytesOf(archive, entry, 1_000)) });
      }
      return files;
    };
    if (expect.files) assert.deepEqual(await read(), expect.files);
    else await assert.rejects(read(), { code: expect.problem });
  });
}

for (const { name, when, expect } of vectors("archive", "names.json")) {
  test(`a file's name says what it is: ${name}`, () => {
    assert.equal(isDocument(when), expect === "document");
    assert.equal(pictureCalled(when), expect === "document" ? null : expect);
  });
}

test("a file that says that it is large is not read to find that out", async () => {
  const writer = new ArchiveWriter();
  await writer.add("library.json", new Blob(["x".repeat(200)]));
  const [entry] = await entriesOf(writer.blob);
  await assert.rejects(bytesOf(writer.blob, entry, 199), { code: "tooLarge" });
  assert.equal((await bytesOf(writer.blob, entry, 200)).length, 200);
});

test("a document's books are those that it does not hold in Trash", () => {
  const entities = [
    { e: "book", id: "a" }, { e: "book", id: "b", deleted: true }, { e: "shelf", id: "c" },
  ];
  assert.deepEqual(booksIn(JSON.stringify({ format: "dogear", version: 1, entities })), ["a"]);
  for (const text of ["", "{", "[]", "null", '{"format":"other","entities":[]}', '{"format":"dogear"}']) {
    assert.equal(booksIn(text), null, text);
  }
});

test("an archive is told by its first bytes", async () => {
  assert.equal(await isArchive(new ArchiveWriter().blob), true);
  assert.equal(await isArchive(new Blob(["Title,Author\n"])), false);
  assert.equal(await isArchive(new Blob(["PK"])), false);
});

test("a document's pictures are those of its books, each once, and each has a name", () => {
  const [one, two] = ["1".repeat(64), "2".repeat(64)];
  const text = `{"cover":"${two}"}\n{"cover": "${one}"}\n{"cover":"https://x"}\n{"cover":"${two}"}`;
  assert.deepEqual(picturesNamed(text), [two, one]);
  assert.equal(pictureCalled(pictureName(one, "image/jpeg")), one);
});
