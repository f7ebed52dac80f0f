import assert from "node:assert/strict";
import { test } from "node:test";
import { changeOf, formOf, problemsOf, sameForm } from "../../Web/views/book-form.js";
import { reportCsv } from "../../Web/views/report.js";
import { newId } from "../../Web/views/new-id.js";

const book = {
  kind: "book",
  id: "b1",
  fields: {
    title: "The Glass Orchard",
    contributors: [{ name: "Mara Quill", role: "author" }],
    pages: 312,
    tags: { cosy: null, gift: null },
    identifiers: { "isbn:9789999900027": null, "goodreads:7": null },
    shelves: { s2: { position: "a" }, s1: null },
  },
};

test("a form that nobody touched changes nothing", () => {
  assert.equal(changeOf(formOf(book), formOf(book)), null);
  assert.ok(sameForm(formOf(book), formOf(structuredClone(book))));
});

test("a change names only the fields that differ, and sets by element", () => {
  const after = {
    ...formOf(book),
    title: " New ",
    pages: "",
    tags: "cosy, beach",
    shelves: ["s1"],
  };
  assert.deepEqual(changeOf(formOf(book), after), {
    set: { title: "New", pages: null },
    add: { tags: { beach: null } },
    del: { tags: ["gift"], shelves: ["s2"] },
  });
});

test("an ISBN is stored with thirteen digits, however it was typed", () => {
  const after = { ...formOf(undefined), title: "X", isbn: "99999-0002-X" };
  assert.deepEqual(
    changeOf(formOf(undefined), after)?.add,
    { identifiers: { "isbn:9789999900027": null } },
  );
});

test("people and series without a name are left out", () => {
  const after = {
    ...formOf(undefined),
    title: "X",
    people: [{ name: " Ann ", role: "editor" }, { name: "", role: "author" }],
    series: [{ name: "Tidewater", index: "2" }, { name: " ", index: "3" }],
  };
  assert.deepEqual(changeOf(formOf(undefined), after)?.set, {
    title: "X",
    contributors: [{ name: "Ann", role: "editor" }],
    series: [{ name: "Tidewater", index: "2" }],
  });
});

test("each bad field is named with its sentence", () => {
  const bad = {
    ...formOf(undefined),
    title: " ",
    pages: "0",
    originalYear: "12x",
    published: "1998-13",
    isbn: "9789999900028",
    languages: "english!",
  };
  assert.deepEqual(problemsOf(bad), {
    title: "field.titleNeeded",
    pages: "field.pagesBad",
    originalYear: "field.yearBad",
    published: "field.dateForm",
    isbn: "field.isbnBad",
    languages: "field.languageBad",
  });
  assert.deepEqual(problemsOf({ ...formOf(book), originalYear: "-750", published: "1998-05" }), {});
});

test("a report is a table whose cells no spreadsheet takes for formulas", () => {
  const rows = [{ row: 2, outcome: "failed", title: '=1+1 "x"', message: "no title,\nno book" }];
  assert.equal(
    reportCsv({ source: "goodreads", dry: false, counts: {}, rows }),
    'row,outcome,title,message\r\n2,failed,"\'=1+1 ""x""","no title,\nno book"\r\n',
  );
});

test("new ids are legal identifiers that sort by their moment", () => {
  const bytes = (count) => new Uint8Array(count).fill(255);
  assert.match(newId(1_700_000_000_000, bytes), /^[A-Za-z0-9_-]{1,64}$/);
  assert.ok(newId(1_700_000_000_000, bytes) < newId(1_700_000_000_001, () => new Uint8Array(16)));
});
