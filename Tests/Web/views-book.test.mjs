import assert from "node:assert/strict";
import { test } from "node:test";
import english from "./support/english.mjs";
import { createMessages } from "../../Web/messages/messages.js";
import { priceWords } from "../../Web/views/book-facts.js";
import { languageOf, seriesLine, spokenRow } from "../../Web/views/book-words.js";
import { createBooks } from "../../Web/views/books.js";
import { sidebarTagMax } from "../../Web/views/limits.js";
import { twinNotice } from "../../Web/views/twins.js";
import { ChangingLibrary } from "./support/changing-library.mjs";
import { PlayedWindow } from "./support/played-window.mjs";

/** A window of books that have these fields, by their ids; `play` gets it and its library. */
async function playing(books, play) {
  const library = new ChangingLibrary();
  for (const [id, { add, ...fields }] of Object.entries(books)) {
    library.come({ e: "book", id, create: true, set: { title: `Title ${id}`, ...fields }, ...(add && { add }) });
  }
  const window = await PlayedWindow.open(library);
  try {
    await play(window, library);
  } finally {
    window.close();
  }
}

test("a book says when it was added itself and changed last, also after one of which as little is known", () =>
  playing({ a: { added: Date.UTC(2022, 10, 2, 12) }, b: { added: Date.UTC(2026, 4, 3, 12) }, c: {} }, async (window) => {
    const said = async (id) => {
      await window.press(`row.${id}`);
      return window.$(`detail.book.${id}`).querySelector(".book-added").textContent;
    };
    const changed = `Changed ${createMessages("en", english).day(1)}`; // the moments of its library are small
    assert.equal(await said("a"), `Added Nov 2, 2022 · ${changed}`);
    assert.equal(await said("b"), `Added May 3, 2026 · ${changed}`);
    assert.equal(await said("c"), changed);
  }));

test("the sidebar offers the tags with the most books, wherever they stand in the alphabet", () => {
  const once = Array.from({ length: sidebarTagMax + 5 }, (_, at) => `a${String(at).padStart(2, "0")}`);
  const tagged = (tags) => ({ add: { tags: Object.fromEntries(tags.map((tag) => [tag, null])) } });
  return playing({ a: tagged([...once, "zen"]), b: tagged(["zen"]) }, async (window) => {
    const offered = window.page.document.querySelectorAll('[data-testid^="sidebar.tag:"]')
      .map((item) => item.getAttribute("data-testid").slice("sidebar.tag:".length));
    assert.deepEqual(offered, [...once.slice(0, sidebarTagMax - 1), "zen"]);
  });
});

test("two books that may be one say the day on which each was added, as its page does", (t) => {
  const { TZ } = process.env;
  t.after(() => TZ === undefined ? delete process.env.TZ : (process.env.TZ = TZ));
  process.env.TZ = "America/New_York";
  const messages = createMessages("en", english);
  const twin = (added) => ({ kind: "book", id: "b", deleted: false, fields: { title: "Dune", added } });
  const told = (added) => twinNotice({ messages }, twin(0), twin(added)).text;
  assert.equal(told(Date.UTC(2026, 4, 4, 2)), "You may have this twice: “Dune” (added May 3, 2026).");
  // Whatever number another program wrote there.
  assert.match(told(8e15 + 1e15), /Dune/);
});

test("a comma ends a tag, and is a part of a shelf's name as of any other", () =>
  playing({ a: {} }, async (window, library) => {
    library.come({ e: "shelf", id: "s", create: true, set: { name: "Crime, noir" } });
    await window.press("row.a");
    const write = async (name, keys) => {
      const field = window.$(name);
      field.focus();
      for (const key of keys) {
        const event = Object.assign(new Event("keydown", { bubbles: true, cancelable: true }), { key });
        if (field.dispatchEvent(event) && key.length === 1) field.value += key;
      }
      await window.settle();
    };
    await write("detail.tags.add", [..."old, new", "Enter"]);
    await write("detail.shelves.add", [..."Crime, noir", "Enter"]);
    const { tags, shelves } = library.get("book", "a").fields;
    assert.deepEqual([Object.keys(tags), Object.keys(shelves)], [["old", "new"], ["s"]]);
    assert.equal(library.list("shelf").length, 1, "none is made of its beginning");
  }));

test("a book whose last shelf was deleted is on no shelf, until that comes back", () => {
  const library = new ChangingLibrary();
  const rule = { q: "", filters: { missing: ["shelf"] }, author: null };
  library.come({ e: "shelf", id: "s", create: true, set: { name: "To buy" } });
  library.come({ e: "shelf", id: "none", create: true, set: { name: "On no shelf", rule } });
  library.come({ e: "book", id: "a", create: true, set: { title: "A" }, add: { shelves: { s: {} } } });
  library.come({ e: "book", id: "b", create: true, set: { title: "B" } });
  const books = createBooks(library, "en");
  const asked = { q: "", sort: { by: "title", desc: false } };
  const nowhere = () => [
    books.index.query({ ...asked, list: { k: "all" }, filters: { missing: ["shelf"] } }).ids.join(),
    books.index.query({ ...asked, list: { k: "shelf", id: "none" }, filters: {} }).ids.join(),
  ];
  library.subscribe(({ keys }) => books.apply(keys));
  assert.deepEqual(nowhere(), ["b", "b"]);
  library.come({ e: "shelf", id: "s", delete: true });
  assert.deepEqual(nowhere(), ["a,b", "a,b"]);
  library.come({ e: "shelf", id: "s", restore: true });
  assert.deepEqual(nowhere(), ["b", "b"]);
});

test("the words of a book have a language where it has one, and is called by its own name", () => {
  const said = [
    { languages: ["de"] }, { languages: ["de", "en"] }, {}, { languages: [] },
    { languages: ["it"], originalTitle: "Le avventure di Pinocchio" },
  ].map((fields) => languageOf({ fields }));
  assert.deepEqual(said, ["de", null, null, null, null]);
});

test("a book says its place in the series that the list is of, else in its first", () => {
  const series = [{ name: "Anchors", number: 1 }, { name: "Cafe\u0301", index: "2-3" }, { name: null }];
  const book = { id: "b", fields: { title: "Net", series } };
  const wordsIn = (...asked) => seriesLine(book, asked);
  assert.deepEqual([wordsIn(), wordsIn("Zones"), wordsIn("Caf\u00e9")], ["Anchors #1", "Anchors #1", "Cafe\u0301 #2-3"]);
  assert.equal(seriesLine(book), "Anchors #1");
  const messages = createMessages("en", english);
  assert.equal(spokenRow(book, messages, undefined, "", ["Caf\u00e9"]), "Net, Cafe\u0301 #2-3");
});

test("a price is said in its currency, or as it was written", () => {
  const words = (/** @type {Parameters<typeof priceWords>[0]} */ acquired) => priceWords(acquired, { language: "en" });
  assert.equal(words({ price: "12.50", currency: "EUR" }), "€12.50");
  assert.equal(words({ price: 1200, currency: "JPY" }), "¥1,200");
  assert.equal(words({ price: 0, currency: "USD" }), "$0.00");
  assert.equal(words({ price: "12.50" }), "12.50");
  assert.equal(words({ price: 3, currency: "shillings" }), "3 shillings");
  assert.equal(words({ currency: "EUR" }), "");
  assert.equal(words({ price: null }), "");
});
