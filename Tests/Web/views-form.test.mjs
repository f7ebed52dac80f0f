import assert from "node:assert/strict";
import { test } from "node:test";
import { changeOf, formOf, problemsOf, sameForm, tagsOf } from "../../Web/views/book-form.js";
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

test("every tag comes back from the form as it was, also one with a comma or quotes", () => {
  const tags = ["love, war", 'a "b" c', '"q', '"r", s"', " blank ", "plain", ",", '"'];
  const fields = { title: "X", tags: Object.fromEntries(tags.map((tag) => [tag, null])) };
  const before = formOf({ ...book, fields });
  assert.deepEqual(tagsOf(before.tags), tags);
  assert.match(before.tags, /^"love, war", a "b" c, /);
  const rest = before.tags.replace('"love, war", ', "");
  assert.deepEqual(changeOf(before, { ...before, tags: rest }), { del: { tags: ["love, war"] } });
  assert.deepEqual(tagsOf(' love,war ,, "x" y, "open'), ["love", "war", '"x" y', '"open']);
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

test("people and series keep what no control shows, but not what belonged to an old name", () => {
  const mara = { name: "Mara Quill", sort: "Quill, Mara", role: "author", born: 1950 };
  const ann = { name: "Ann", orcid: "7" };
  const tide = { name: "Tidewater", index: "2", number: 2, of: 5 };
  const before = formOf({
    ...book,
    fields: { title: "X", contributors: [mara, ann], series: [tide, { name: "Fen", number: 3 }] },
  });
  const [first, second] = before.people;
  const [tidewater, fen] = before.series;
  const set = (after) => changeOf(before, { ...before, ...after })?.set;
  assert.deepEqual(
    set({ people: [first, second, { name: "Bo", role: "editor" }] }),
    { contributors: [mara, ann, { name: "Bo", role: "editor" }] },
  );
  assert.deepEqual(
    set({ people: [{ ...first, role: "editor" }] }),
    { contributors: [{ ...mara, role: "editor" }] },
  );
  assert.deepEqual(
    set({ people: [{ ...first, name: "Mara Fenn" }, second] }),
    { contributors: [{ name: "Mara Fenn", role: "author", born: 1950 }, ann] },
  );
  assert.deepEqual(
    set({ series: [{ ...tidewater, name: "Tide" }, { ...fen, index: "4" }] }),
    { series: [{ ...tide, name: "Tide" }, { name: "Fen", index: "4" }] },
  );
  assert.deepEqual(
    set({ series: [{ ...tidewater, index: "" }, fen] }),
    { series: [{ name: "Tidewater", of: 5 }, { name: "Fen", number: 3 }] },
  );
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

test("numbers are read as people write them", () => {
  const read = (pages) => changeOf(formOf(undefined), { ...formOf(undefined), pages })?.set?.pages;
  const numbers = {
    "312": 312, "100,000": 100000, "1\u202f200": 1200, "\uff13\uff11\uff12": 312, " 7 ": 7,
  };
  for (const [typed, number] of Object.entries(numbers)) assert.equal(read(typed), number, typed);
  for (const typed of ["1e3", "0x10", "12,5", "1,0000", "3.5", "10,000,"]) {
    assert.equal(problemsOf({ ...formOf(book), pages: typed }).pages, "field.pagesBad", typed);
  }
  const year = { ...formOf(book), originalYear: "\u2212500" };
  assert.deepEqual(changeOf(formOf(book), year)?.set, { originalYear: -500 });
  assert.deepEqual(problemsOf(year), {});
});

test("a date is read without its hyphens, too", () => {
  const read = (published) => changeOf(formOf(undefined), { ...formOf(undefined), published })?.set?.published;
  const dates = {
    "20240531": "2024-05-31", "2024-05-31": "2024-05-31", " 2024 ": "2024", "2024-05": "2024-05",
    "\uff12\uff10\uff12\uff14": "2024",
  };
  for (const [typed, date] of Object.entries(dates)) assert.equal(read(typed), date, typed);
  for (const typed of ["20241331", "2024053", "31.5.2024"]) {
    assert.equal(problemsOf({ ...formOf(book), published: typed }).published, "field.dateForm", typed);
  }
});

test("a report is a table whose cells no spreadsheet takes for formulas", () => {
  const rows = [{ row: 2, outcome: "failed", title: '=1+1 "x"', message: "no title,\nno book" }];
  assert.equal(
    reportCsv({ source: "goodreads", dry: false, counts: {}, rows }),
    'row,outcome,title,message,text\r\n2,failed,"\'=1+1 ""x""","no title,\nno book",\r\n',
  );
});

test("a report has the whole text of a row that could not be read, to mend it and bring it in again", () => {
  const raw = `2,"Reed,${"x".repeat(200)}`;
  const rows = [{ row: 3, outcome: "failed", title: "2,Reed…", message: "not closed", raw }];
  assert.equal(
    reportCsv({ source: "goodreads", dry: false, counts: {}, rows }),
    `row,outcome,title,message,text\r\n3,failed,"2,Reed…",not closed,"${raw.replaceAll('"', '""')}"\r\n`,
  );
});

test("new ids are legal identifiers that sort by their moment", () => {
  const bytes = (count) => new Uint8Array(count).fill(255);
  assert.match(newId(1_700_000_000_000, bytes), /^[A-Za-z0-9_-]{1,64}$/);
  assert.ok(newId(1_700_000_000_000, bytes) < newId(1_700_000_000_001, () => new Uint8Array(16)));
});

test("what no field may hold is no part of what a form says: nobody sees it, so nobody could mend it", () => {
  const form = {
    ...formOf(undefined),
    title: "The\0 Glass\tOrchard\ud83d", subtitle: "A\fTale\u2028", review: "One.\f\n\tTwo\u0085.",
    people: [{ name: "Mara\u0001 Quill", role: "author" }], series: [{ name: "Tide\0", index: "\x012" }],
    publisher: "\0", languages: "en\0, fr", tags: "sea\0, \u0085sky", isbn: "9780306406157\0",
  };
  assert.deepEqual(problemsOf(form), {});
  assert.deepEqual(changeOf(formOf(undefined), form), {
    set: {
      title: "The Glass Orchard", subtitle: "A Tale", review: "One.\n\tTwo.", languages: ["en", "fr"],
      contributors: [{ name: "Mara Quill", role: "author" }], series: [{ name: "Tide", index: "2" }],
    },
    add: { tags: { sea: null, sky: null }, identifiers: { "isbn:9780306406157": null } },
  });
});
