import assert from "node:assert/strict";
import { test } from "node:test";
import { facets, missingFields, valuesIn } from "../../Web/library/query-facets.js";
import { ruleFrom, ruleOf } from "../../Web/library/query-rule.js";
import { decodeFilters } from "../../Web/navigation/list-state.js";
import { all, ask, book, byTitle, indexOf } from "./support/queries.mjs";

/** What a book has of each facet that is no field of its own. */
function valuesOf(fields) {
  const wanted = facets.slice(4);
  return Object.fromEntries(wanted.map((facet) => [facet, [...valuesIn[facet](fields)]]));
}

test("filters of one facet add up, facets narrow each other", () => {
  const index = indexOf(
    book("a", { status: "read", format: "ebook" }),
    book("b", { status: "reading", format: "ebook" }),
    book("c", { status: "read", format: "paperback" }),
    book("d", {}),
  );
  const either = ask(index, { filters: { status: ["read", "reading"] } });
  assert.deepEqual(either.ids, ["a", "b", "c"]);
  const both = ask(index, { filters: { status: ["read"], format: ["ebook"] } });
  assert.deepEqual(both.ids, ["a"]);
});

test("a count says what choosing the value would show beside the other facets", () => {
  const index = indexOf(
    book("a", { status: "read", format: "ebook" }),
    book("b", { status: "reading", format: "ebook" }),
    book("c", { status: "read", format: "paperback" }),
  );
  const query = { list: all, q: "", filters: { status: ["read"] }, sort: byTitle };
  assert.deepEqual(Object.fromEntries(index.counts(query, "status")), { read: 2, reading: 1 });
  assert.deepEqual(Object.fromEntries(index.counts(query, "format")), { ebook: 1, paperback: 1 });
  assert.equal(index.query(query).scope, 3);
});

test("what is left out of a facet no book has, and a count says how many it hides", () => {
  const index = indexOf(
    book("a", { status: "read", tags: { sea: {}, dark: {} } }),
    book("b", { status: "toRead", tags: { sea: {} } }),
    book("c", { status: "read", tags: { land: {} } }),
    book("d", { status: "read" }),
  );
  const found = (filters) => ask(index, { filters }).ids.join("");
  const counts = (filters, facet) => Object.fromEntries(
    index.counts({ list: all, q: "", filters, sort: byTitle }, facet));
  assert.equal(found({ "-tag": ["dark"] }), "bcd");
  assert.equal(found({ tag: ["sea", "land"], "-tag": ["dark"] }), "bc");
  assert.equal(found({ tag: ["sea"], "-tag": ["sea"] }), "");
  assert.equal(found({ "-tag": ["sea", "land"], "-status": ["toRead"] }), "d");
  // "dark" hides one book; others count what they would show beside it.
  assert.deepEqual(counts({ "-tag": ["dark"] }, "tag"), { dark: 1, sea: 1, land: 1 });
  assert.deepEqual(counts({ tag: ["land"], "-tag": ["dark"] }, "tag"), { sea: 1, land: 1 });
  assert.deepEqual(counts({ tag: ["sea"], "-tag": ["dark"] }, "tag"), { dark: 1, sea: 1, land: 1 });
  assert.deepEqual(counts({ "-tag": ["dark"] }, "status"), { read: 2, toRead: 1 });
  assert.deepEqual(counts({ "-status": ["read"], "-tag": ["sea"] }, "status"), { read: 2 });
});

test("of tags all may be asked for, and a count says what one more would leave", () => {
  const index = indexOf(
    book("a", { tags: { sea: {}, dark: {}, old: {} } }),
    book("b", { tags: { sea: {}, dark: {} } }),
    book("c", { tags: { sea: {} } }),
    book("d", { tags: { dark: {}, old: {} } }),
  );
  const found = (filters) => ask(index, { filters }).ids.join("");
  const counts = (filters) => Object.fromEntries(
    index.counts({ list: all, q: "", filters, sort: byTitle }, "tag"));
  assert.equal(found({ "all-tag": ["dark", "sea"] }), "ab");
  assert.equal(found({ tag: ["dark", "sea"] }), "abcd");
  assert.equal(found({ "all-tag": ["dark", "sea"], "-tag": ["old"] }), "b");
  assert.equal(found({ "all-tag": ["sea", "nowhere"] }), "");
  assert.deepEqual(counts({ "all-tag": ["dark"] }), { sea: 2, dark: 3, old: 2 });
  assert.deepEqual(counts({ "all-tag": ["dark"], "-tag": ["old"] }), { sea: 1, dark: 1, old: 2 });
});

test("a saved filter keeps the tags that are asked for together, and asks for those of both", () => {
  const list = { k: "shelf", id: "s" };
  const filters = { "all-tag": ["dark", "old"], tag: ["sea"] };
  const base = { q: "", filters: { "all-tag": ["old", "sea"] }, author: null };
  assert.deepEqual(ruleFrom(list, { q: "", filters }, base).filters, {
    tag: ["sea"], "all-tag": ["old", "sea", "dark"],
  });
  const rule = ruleOf({ q: "", filters: { "all-tag": ["dark", "sea"], "all-status": ["read"] }, author: null });
  assert.deepEqual(rule.filters, { "all-tag": ["dark", "sea"] });
  const index = indexOf(book("a", { tags: { sea: {}, dark: {} } }), book("b", { tags: { sea: {} } }));
  index.setRules([{ id: "s", rule }]);
  assert.deepEqual(ask(index, { list }).ids, ["a"]);
});

test("what a book has of each facet", () => {
  const whole = valuesOf({
    contributors: [{ name: "Zoé" }, { name: "Zoe\u0301", role: "translator" }, { name: "x".repeat(201) }],
    series: [{ name: "Tides", number: 1 }, { name: "Sands" }], publisher: "Fen",
    languages: ["en-GB", "en", "pt-BR"], originalYear: 1995, published: "2001-05", rating: 475, pages: 699,
  });
  const { missing, ...own } = whole;
  assert.deepEqual(own, {
    author: ["Zoé"], series: ["Tides", "Sands"], publisher: ["Fen"], language: ["en", "pt"], decade: ["1990"],
    rating: ["4"], pages: ["500"],
  });
  assert.deepEqual(missing, ["cover", "description", "format", "isbn", "review", "shelf", "status", "tag"]);
  const edges = [
    [{ rating: 500 }, "rating", "5"], [{ rating: 99 }, "rating", "0"], [{ rating: 100 }, "rating", "1"],
    [{ pages: 1 }, "pages", "0"], [{ pages: 99 }, "pages", "0"], [{ pages: 100 }, "pages", "100"],
    [{ pages: 1000 }, "pages", "1000"], [{ pages: 100_000 }, "pages", "1000"],
    [{ originalYear: 1999 }, "decade", "1990"], [{ originalYear: 2000 }, "decade", "2000"],
    [{ originalYear: 5 }, "decade", "0"], [{ originalYear: -1 }, "decade", "-10"],
    [{ originalYear: -10 }, "decade", "-10"], [{ originalYear: -11 }, "decade", "-20"],
    [{ published: "1984-06-08" }, "decade", "1980"],
  ];
  for (const [fields, facet, value] of edges) {
    assert.deepEqual(valuesOf(fields)[facet], [value], JSON.stringify(fields));
  }
  const bare = valuesOf({ contributors: [], series: null, publisher: "", identifiers: { "goodreads:1": null }, tags: {} });
  assert.deepEqual(bare.missing, missingFields);
  for (const [facet, values] of Object.entries(bare)) if (facet !== "missing") assert.deepEqual(values, [], facet);
  // Whatever a filter may ask for, an address can say.
  for (const [facet, values] of Object.entries(whole)) {
    assert.deepEqual(decodeFilters({ [facet]: values })[facet], values.toSorted(), facet);
  }
});

test("facets that nobody looks at are counted when somebody does, and again when a book changes", () => {
  const by = (name, fields) => book(name, { ...fields, contributors: [{ name }] });
  const index = indexOf(by("Ada", { status: "read" }), by("Bo", { status: "read" }), by("Cy", { status: "toRead" }));
  const query = { list: all, q: "", filters: { status: ["read"] }, sort: byTitle };
  const counts = () => [...index.counts(query, "author")].toSorted().map(([name, count]) => `${name} ${count}`);
  assert.deepEqual(counts(), ["Ada 1", "Bo 1"]);
  assert.equal(index.counts(query, "author"), index.counts(query, "author"), "once");
  index.update("Cy", by("Cy", { status: "read" }));
  assert.deepEqual(counts(), ["Ada 1", "Bo 1", "Cy 1"]);
  assert.deepEqual([...index.counts({ ...query, q: "adq" }, "author")], [], "where nothing is meant");
  index.update("Dee", book("Dee", { title: "Harbour", status: "read", contributors: [{ name: "Dee" }] }));
  const likely = { ...query, q: "harbuor" };
  assert.equal(index.query(likely).isLikely, true);
  assert.deepEqual([...index.counts(likely, "author")], [["Dee", 1]]);
});

test("a rule may ask for any facet, and leave out", () => {
  const index = indexOf(
    book("a", { series: [{ name: "Tides" }], rating: 450 }), book("b", { series: [{ name: "Tides" }], status: "read" }),
    book("c", { originalYear: 1995, status: "read" }),
  );
  const rule = (filters) => ruleOf({ q: "", filters, author: null });
  index.setRules([
    { id: "s", rule: rule({ series: ["Tides"], "-status": ["read"] }) },
    { id: "d", rule: rule({ decade: ["1990"] }) }, { id: "m", rule: rule({ "-missing": ["rating"], "-mood": ["x"] }) },
  ]);
  const on = (id) => ask(index, { list: { k: "shelf", id } }).ids.join("");
  assert.deepEqual(["s", "d", "m"].map(on), ["a", "c", "a"]);
  const base = rule({ "-tag": ["dark"], decade: ["1990", "2000"] });
  const query = { q: "", filters: { "-tag": ["long"], decade: ["2000", "2010"] } };
  assert.deepEqual(ruleFrom({ k: "shelf", id: "s" }, query, base).filters,
    { "-tag": ["dark", "long"], decade: ["2000"] }, "left out by either");
});
