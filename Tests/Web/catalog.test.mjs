import assert from "node:assert/strict";
import { test } from "node:test";
import { createCatalog } from "../../Web/catalog/catalog.js";
import { bookOf, itemOf, pageOf } from "../../Web/catalog/identity.js";
import { isbnList, linesWithoutIsbn } from "../../Web/catalog/isbn-list.js";
import { OwnedBooks } from "../../Web/catalog/owned.js";
import { createSkipped } from "../../Web/catalog/skipped.js";
import { libraryEyes } from "../../Web/scene/library-eyes.js";
import { createAttempts } from "../../Web/views/attempts.js";
import { createCatalogDeeds } from "../../Web/views/catalog-deeds.js";
import { createCatalogSearch } from "../../Web/views/catalog-search.js";
import { createFeedSequence } from "../../Web/views/feed-sequence.js";
import { createIsbnLookup } from "../../Web/views/isbn-lookup.js";
import { RequestError } from "../../Web/views/request.js";

const entry = (id, title, author, more = {}) => ({
  id, book: bookOf(id), fields: { title, contributors: [{ name: author, role: "author" }] }, ...more,
});
const emma = itemOf(entry("emma", "Emma", "Jane Austen", { isbns: ["9780141439587"] }));
const book = (id, fields, more = {}) => ({ kind: "book", id, fields, ...more });
const by = (name) => [{ name, role: "author" }];

/** A catalogue of `count` books that answers when told to, and notes what it was asked. */
function slowCatalog(count) {
  const asked = [];
  const ask = (path) => new Promise((resolve, reject) => asked.push({ path, resolve, reject }));
  const page = (number) => ({
    items: Array.from({ length: Math.max(0, Math.min(20, count - (number - 1) * 20)) }, (_, at) =>
      entry(`b${(number - 1) * 20 + at}`, `Book ${at}`, "Somebody")),
    total: count, more: number * 20 < count,
  });
  return { catalog: createCatalog({ ask }), asked, answer: (at, number) => asked[at].resolve(page(number)) };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

test("an answer of the catalogue is read without trust", () => {
  for (const hostile of [null, 1, [], {}, { items: 1 }, { items: [null, { id: 1 }, { id: "a" }] }]) {
    assert.deepEqual(pageOf(hostile).items, []);
  }
  assert.equal(pageOf({ items: [entry("a", "A", "B"), 5], more: "yes" }).items.length, 1);
  assert.equal(emma.book.id, "starter-emma");
});

test("a page is asked for once, however many want it, and again after a failure", async () => {
  const { catalog, asked, answer } = slowCatalog(30);
  const wishes = [catalog.search("x y", 1), catalog.search("x y", 1)];
  assert.deepEqual(asked.map(({ path }) => path), ["/v1/catalog/search?q=x+y&page=1"]);
  asked[0].reject(new Error("away"));
  await assert.rejects(Promise.all(wishes));
  assert.equal(catalog.found("x y", 1), undefined);
  const again = catalog.search("x y", 1);
  answer(1, 1);
  assert.equal((await again).items.length, 20);
  assert.equal(catalog.found("x y", 1)?.total, 30);
  assert.equal((await catalog.item("b3")).id, "b3");
  assert.equal(asked.length, 2);
});

test("an owned book is known by itself, by an edition's number, by title and author", () => {
  const owned = (...books) => new OwnedBooks(books).find(emma);
  assert.equal(owned(book("starter-emma", { title: "Renamed" })), "starter-emma");
  assert.equal(owned(book("b1", { title: "?", identifiers: { "isbn:9780141439587": null } })), "b1");
  assert.equal(owned(book("b2", { title: "EMMA", contributors: by("Austen, Jane") })), "b2");
  assert.equal(owned(book("b2", { title: "The Emma (Penguin, #3)", contributors: by("J. Austen") })), "b2");
  assert.equal(owned(book("b3", { title: "Emma", contributors: by("Alexander McCall Smith") })), null);
  assert.equal(owned(book("b4", { title: "Emma" })), null);
  assert.equal(owned(book("b5", { title: "Emma Brown", contributors: by("Jane Austen") })), null);
});

test("what is owned follows the library", () => {
  const books = new OwnedBooks([]);
  const mine = book("b1", { title: "Emma", contributors: by("Jane Austen") });
  books.update("b1", mine);
  assert.equal(books.find(emma), "b1");
  books.update("b1", { ...mine, fields: { ...mine.fields, title: "Persuasion" } });
  assert.equal(books.find(emma), null);
  books.update("b2", mine);
  books.update("b2", { ...mine, deleted: true });
  assert.equal(books.find(emma), null);
  books.update("b3", { ...mine, alias: "b9" });
  assert.equal(books.find(emma), null);
  books.update("b2", undefined);
  assert.equal(books.withIsbn("9780141439587"), null);
});

test("a list of ISBNs is read as people write them", () => {
  const isbns = (text) => isbnList(text).map(({ isbn }) => isbn);
  const [a, b] = ["9780141439587", "9780192802637"];
  assert.deepEqual(isbns(`${a}\n${b}`), [a, b]);
  assert.deepEqual(isbns(`978-0-14-143958-7, 0-19-280263-1;${a}`), [a, b]);
  assert.deepEqual(isbns(`${a} ${b}`), [a, b]);
  assert.deepEqual(isbns("978 0 14 143958 7"), [a]);
  assert.deepEqual(isbns(`ISBN-13: ${a} (Emma, 1815)\nPersuasion – ISBN ${b}`), [a, b]);
  assert.deepEqual(isbnList("9780141439588"), [{ written: "9780141439588", isbn: null }]);
  assert.deepEqual(isbns("Emma, 1815, 474 pages, on 2024-05-31"), []);
  assert.equal(isbnList(Array.from({ length: 500 }, (_, at) => 9780000000000 + at).join("\n")).length, 200);
});

test("an ISBN with a digit too few or too many is told, not passed over", () => {
  const written = (text) => isbnList(text).map((one) => one.written);
  const a = "9780141439587";
  for (const wrong of ["978014143958", "978-0-14-14395-7", "97801414395877", "019280263", "978 0 14 143958"]) {
    assert.deepEqual(isbnList(`${a}\n${wrong}`)[1], { written: wrong, isbn: null });
  }
  assert.deepEqual(written(`${a} 978019280263`), [a, "978019280263"]);
  // What stands beside a whole number is a note about it.
  assert.deepEqual(written("0-19-280263-1 12"), ["0-19-280263-1"]);
});

test("lines of a list that hold no ISBN are told as they were written", () => {
  const text = "My books:\r\n9780141439587\n\n  Dune, Frank Herbert 1965 \n978014143958\n-----\nEmma – ISBN 0192802631";
  assert.deepEqual(linesWithoutIsbn(text), ["My books:", "Dune, Frank Herbert 1965"]);
  assert.deepEqual(linesWithoutIsbn("9780141439587, Emma; 474 pages"), []);
});

test("the feed loads as many pages as its place needs, and each once", async () => {
  const { catalog, asked, answer } = slowCatalog(70);
  const skipped = createSkipped(memory());
  const feed = createFeedSequence({ catalog, skipped }, () => {});
  feed.begin("", { id: "b20", off: 0, idx: 20, near: [] });
  assert.equal(feed.state, "busy");
  answer(0, 1);
  await turn();
  answer(1, 2);
  await turn();
  assert.equal(feed.items.length, 40);
  assert.equal(feed.state, "idle");
  feed.next();
  feed.next();
  assert.deepEqual(asked.map(({ path }) => path), [1, 2, 3].map((n) => `/v1/catalog?seed=covers&page=${n}`));
  asked[2].reject(new Error("away"));
  await turn();
  assert.equal(feed.state, "failed");
  feed.next();
  assert.equal(asked.length, 3, "after a failure only the person tries again");
  feed.retry();
  answer(3, 3);
  await turn();
  assert.equal(feed.items.length, 60);
  feed.next();
  answer(4, 4);
  await turn();
  feed.next();
  assert.equal(feed.isComplete, true);
  assert.equal(asked.length, 5);
});

test("what was skipped before does not come back, and pages go on until there is something", async () => {
  const { catalog, asked, answer } = slowCatalog(60);
  const storage = memory();
  const skipped = createSkipped(storage);
  for (let at = 0; at < 20; at += 1) skipped.set(`b${at}`, true);
  skipped.set("b5", false);
  const feed = createFeedSequence({ catalog, skipped: createSkipped(storage) }, () => {});
  feed.begin("", null);
  answer(0, 1);
  await turn();
  answer(1, 2);
  await turn();
  assert.deepEqual(feed.items.map(({ id }) => id).slice(0, 3), ["b5", "b20", "b21"]);
  assert.equal(feed.items.length, 21);
  assert.equal(asked.length, 2);
  storage.setItem("dogear.feed.skipped", "{broken");
  assert.equal(createSkipped(storage).all().size, 0);
});

test("shuffled, the feed has neither what is read nor given up, but the cover that is come back to", async () => {
  const { catalog, asked, answer } = slowCatalog(30);
  const skipped = createSkipped(memory());
  skipped.set("b0", true);
  const statuses = { b1: "read", b2: "abandoned", b3: "toRead", b4: "reading", b5: "paused", b6: null, b7: "read" };
  const books = {
    owned: ({ id }) => (id in statuses ? book(`starter-${id}`, { status: statuses[id] }) : undefined),
  };
  let read;
  const library = { whole: new Promise((resolve) => (read = resolve)) };
  const feed = createFeedSequence({ catalog, skipped, books, library }, () => {});
  const first = () => feed.items.slice(0, 6).map(({ id }) => id);
  feed.begin("s1", { id: "b7", off: 0, idx: 3, near: [] });
  await turn();
  assert.deepEqual(asked, [], "what is read is not known yet");
  assert.equal(feed.state, "busy");
  read();
  await turn();
  answer(0, 1);
  await turn();
  answer(1, 2);
  await turn();
  assert.deepEqual(asked.map(({ path }) => path), [1, 2].map((n) => `/v1/catalog?seed=s1&page=${n}`));
  assert.deepEqual(first(), ["b3", "b4", "b5", "b6", "b7", "b8"]);
  // Read meanwhile, it stays where it was shown, and is gone another time.
  statuses.b3 = "read";
  assert.equal(first()[0], "b3");
  feed.begin("s1", null);
  await turn();
  await turn();
  assert.deepEqual(first(), ["b4", "b5", "b6", "b8", "b9", "b10"]);
  // Two orders at once: the later one is it, and the other one's end says nothing.
  const told = [];
  const hasty = createFeedSequence({ catalog, skipped, books, library }, () => told.push(hasty.state));
  hasty.begin("s8", null);
  hasty.begin("s9", null);
  await turn();
  assert.equal(hasty.state, "busy");
  assert.deepEqual(told, ["busy", "busy"]);
  assert.deepEqual(asked.slice(2).map(({ path }) => path), ["/v1/catalog?seed=s9&page=1"]);
  // The usual order has them all, and waits for nothing.
  feed.begin("", null);
  answer(3, 1);
  await turn();
  assert.deepEqual(first(), ["b1", "b2", "b3", "b4", "b5", "b6"]);
});

test("what failed is tried again once for each alert, and only the last one can be", () => {
  const told = [];
  const attempts = createAttempts({ dispatch: (action) => told.push(action) });
  let tries = 0;
  attempts.failed("catalog", () => (tries += 100));
  attempts.failed("catalog", () => (tries += 1));
  const [first, second] = told.map(({ retry }) => retry);
  assert.deepEqual(told[1], { t: "failed", code: "catalog", retry: second });
  assert.equal(attempts.again(first), false);
  assert.equal(attempts.again(second), true);
  assert.equal(attempts.again(second), false);
  assert.equal(tries, 1);
});

test("a window knows a result by the living book that it became", () => {
  const books = new Map([["starter-emma", book("starter-emma", {})]]);
  const eyes = libraryEyes({ get: (_kind, id) => books.get(id) });
  assert.equal(eyes.added("emma"), "starter-emma");
  assert.equal(eyes.added("persuasion"), null);
  books.set("starter-emma", { ...books.get("starter-emma"), deleted: true });
  assert.equal(eyes.added("emma"), null);
  // Joined with another, it is that one.
  books.set("starter-emma", { ...book("starter-emma", { "custom.dogear.joined": "b1" }), deleted: true });
  assert.equal(eyes.added("emma"), "starter-emma");
  assert.equal(eyes.merged("starter-emma"), "b1");
  assert.equal(eyes.merged("b1"), null);
});

test("a window knows a tag however a book spells it", () => {
  const tags = { ["poésie".normalize("NFD")]: null, sea: null };
  const eyes = libraryEyes({ list: () => [book("a", {}), book("b", { tags })] });
  const life = (tag) => eyes.value("tag", tag);
  assert.deepEqual(["poésie", "sea", "land"].map(life), ["alive", "alive", "absent"]);
});

/** @returns {Pick<Storage, "getItem"|"setItem">} */
function memory() {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

const orchard = entry("OL1M", "The Glass Orchard", "Mara Quill", {
  isbns: ["9789999900027"], add: { identifiers: { "isbn:9789999900027": null, "olid:OL1M": null } },
});

test("a book of Open Library is one of its own, whose numbers go into a set", async () => {
  const item = itemOf({ ...orchard, fields: { ...orchard.fields, workKey: "OL1W" } });
  assert.equal(item.book.id, "openlibrary-OL1M");
  assert.deepEqual(Object.keys(item.book.fields.identifiers), ["isbn:9789999900027", "olid:OL1M"]);
  assert.equal(bookOf("OL1"), "starter-OL1");
  assert.deepEqual(itemOf({ ...orchard, add: 5 }).add, {});
  const edits = [];
  const deeds = createCatalogDeeds({
    library: { get: () => undefined }, messages: { t: (key) => key }, now: () => 7,
    edit: async (changes) => edits.push(...changes) > 0, undoable: async () => true,
  });
  assert.equal(await deeds.addItem(item), "openlibrary-OL1M");
  assert.deepEqual(edits, [{
    e: "book", id: "openlibrary-OL1M", create: true,
    set: { title: "The Glass Orchard", contributors: by("Mara Quill"), workKey: "OL1W", added: 7 },
    add: { identifiers: { "isbn:9789999900027": null, "olid:OL1M": null } },
  }]);
});

test("another edition of a work is owned, and a book by whatever id of it", () => {
  const item = itemOf({ ...orchard, fields: { ...orchard.fields, workKey: "OL1W" } });
  const owned = (fields) => new OwnedBooks([book("b1", { title: "?", ...fields })]).find(item);
  assert.equal(owned({ workKey: "OL1W" }), "b1");
  assert.equal(owned({ identifiers: { "olid:OL1M": null } }), "b1");
  assert.equal(owned({ workKey: "OL2W" }), null);
});

test("a book of the same name is not owned where its volume, its edition or its author is another", () => {
  const airbender = { title: "Avatar: The Last Airbender", contributors: by("Gene Luen Yang") };
  const named = { ...airbender, title: `${airbender.title} (The Promise, #1)` };
  const first = { ...named, series: [{ name: "The Promise", index: "1" }] };
  const isbn = (number) => ({ identifiers: { [`isbn:${number}`]: null } });
  const is = (item, own) =>
    new OwnedBooks([book("b1", own)]).find({ id: "x", book: book("x", item), add: {}, isbns: [] }) === "b1";
  assert.equal(is(airbender, first), true);
  assert.equal(is({ ...airbender, series: [{ name: "The Promise", number: 2 }] }, first), false);
  assert.equal(is({ ...airbender, series: [{ name: "The Promise", number: 2 }] }, named), false);
  assert.equal(is({ ...airbender, subtitle: "The promise. Part 2" }, first), false);
  assert.equal(is({ ...airbender, subtitle: "The promise. Part 2" }, named), false);
  assert.equal(is({ ...airbender, subtitle: "The Search" }, { ...airbender, subtitle: "The Rift" }), false);
  assert.equal(is({ ...airbender, subtitle: "A Graphic Novel" }, { ...first, subtitle: "A graphic novel" }), true);
  assert.equal(is({ ...airbender, subtitle: "A Graphic Novel" }, airbender), true);
  assert.equal(is({ ...airbender, ...isbn("9781595828750") }, { ...airbender, ...isbn("9781595828118") }), false);
  assert.equal(is({ ...airbender, ...isbn("9781595828750") }, airbender), true);
  // Of one work there are volumes, too.
  assert.equal(is({ workKey: "OL1W", series: [{ index: "2" }] }, { workKey: "OL1W", series: [{ index: "1" }] }), false);
  const poems = (name) => ({ title: "Selected Poems", contributors: by(name) });
  const isAuthor = (one, other) => is(poems(one), poems(other));
  assert.equal(isAuthor("John Smith", "Anna Smith"), false);
  assert.equal(isAuthor("John Smith", "Jane Smith"), false);
  assert.equal(isAuthor("John A. Smith", "John B. Smith"), false);
  assert.equal(isAuthor("John Smith", "Smith, J. R."), true);
  assert.equal(isAuthor("J.R.R. Tolkien", "Tolkien, John Ronald Reuel"), true);
  assert.equal(isAuthor("Homer", "Homer"), true);
});

test("of several books of a name the one is owned that nothing speaks against", () => {
  const poems = (name) => ({ title: "Selected Poems", contributors: by(name) });
  const books = new OwnedBooks([book("b1", poems("Jane Smith")), book("b2", poems("John Smith"))]);
  assert.equal(books.find({ id: "x", book: book("x", poems("John Smith")), add: {}, isbns: [] }), "b2");
});

test("who asks for a number owns a book by its id or its numbers, not by its name or its work", () => {
  const item = itemOf({ ...orchard, fields: { ...orchard.fields, workKey: "OL1W" } });
  const owned = (id, fields) => new OwnedBooks([book(id, fields)]).find(item, true);
  assert.equal(owned("b1", { title: "The Glass Orchard", contributors: by("Mara Quill") }), null);
  assert.equal(owned("b1", { title: "?", workKey: "OL1W" }), null);
  assert.equal(owned("b1", { title: "?", identifiers: { "olid:OL1M": null } }), "b1");
  assert.equal(owned("b1", { title: "?", identifiers: { "isbn:9789999900027": null } }), "b1");
  assert.equal(owned("openlibrary-OL1M", { title: "?" }), "openlibrary-OL1M");
});

/** A catalogue that knows nothing, and an Open Library that answers as told; both note what they are asked. */
function twoCatalogs(answer, others = ["openLibrary"]) {
  const asked = [];
  const ask = async (path) => {
    asked.push(path);
    if (path.endsWith("in=openLibrary")) return answer();
    return { items: [], total: 0, more: false, others };
  };
  return { catalog: createCatalog({ ask }), asked };
}

const nothingOwned = { withIsbn: () => undefined };

test("a number is asked of Open Library where nobody here knows it", async () => {
  const { catalog, asked } = twoCatalogs(async () => ({ items: [orchard], total: 1 }));
  const lookup = createIsbnLookup({ catalog, books: nothingOwned }, () => {});
  await lookup.begin(isbnList("9789999900027"));
  assert.equal(lookup.rows[0].state, "found");
  assert.equal(lookup.rows[0].item.id, "OL1M");
  assert.deepEqual(asked.map((path) => path.includes("in=")), [false, true]);
});

test("what the library has, and what nobody may be asked about, stays here", async () => {
  for (const [books, others, state] of [
    [{ withIsbn: () => "b1" }, ["openLibrary"], "found"], [nothingOwned, [], "none"],
  ]) {
    const { catalog, asked } = twoCatalogs(async () => assert.fail("not asked"), others);
    const lookup = createIsbnLookup({ catalog, books }, () => {});
    await lookup.begin(isbnList("9789999900027"));
    assert.equal(lookup.rows[0].state, state);
    assert.equal(asked.length, 1);
  }
});

test("a number that Open Library cannot be asked about is asked again", async () => {
  let isAway = true;
  const { catalog } = twoCatalogs(async () => {
    if (isAway) throw new RequestError("away", "catalogue");
    return { items: [orchard], total: 1 };
  });
  const lookup = createIsbnLookup({ catalog, books: nothingOwned }, () => {});
  await lookup.begin(isbnList("9789999900027"));
  assert.equal(lookup.rows[0].state, "away");
  isAway = false;
  await lookup.retry();
  assert.equal(lookup.rows[0].state, "found");
});

test("a search says why it has failed", async () => {
  globalThis.window ??= globalThis;
  const { catalog } = twoCatalogs(async () => {
    throw new RequestError("wait", "rate");
  });
  let changed = () => {};
  const done = new Promise((resolve) => (changed = () => resolve(undefined)));
  const search = createCatalogSearch({ catalog: catalog.openLibrary, settleMilliseconds: 0, changed });
  search.ask("dune");
  assert.equal(search.state, "busy");
  await done;
  assert.deepEqual([search.state, search.problem], ["failed", "rate"]);
});
