import assert from "node:assert/strict";
import { test } from "node:test";
import { BookIndex } from "../../Web/library/query.js";
import { shuffled } from "../../Web/library/query-sort.js";
import { sortKeys } from "../../Web/navigation/list-state.js";
import { all, ask, book, indexOf } from "./support/queries.mjs";

test("a shelf has its own order, and what has no place on it comes last", () => {
  const on = (position) => ({ shelves: { s: { position }, other: { position: "zz" } } });
  const index = indexOf(
    book("a", { ...on("b"), title: "A" }),
    book("b", { ...on("a"), title: "B" }),
    book("d", { ...on("b"), title: "D" }),
    book("c", { shelves: { s: null }, title: "C" }),
  );
  const shelf = { list: { k: "shelf", id: "s" } };
  const order = (desc) => ask(index, { ...shelf, sort: { by: "position", desc } }).ids.join("");
  assert.equal(order(false), "badc");
  assert.equal(order(true), "adbc");
  index.update("c", book("c", { ...on("0"), title: "C" }));
  assert.equal(order(false), "cbad");
  assert.equal(ask(index, { sort: { by: "position", desc: false } }).ids.join(""), "abcd");
});

test("books are sorted by when they were last finished, which read-throughs say and not they", () => {
  let finishes = new Map([["a", { key: "102023" }], ["c", { key: "102024-05" }], ["d", { key: "102023-07" }]]);
  const index = new BookIndex("en", () => finishes);
  index.reset([book("a"), book("b"), book("c"), book("d")]);
  const order = (desc) => ask(index, { sort: { by: "finished", desc } }).ids.join("");
  assert.equal(order(true), "cdab");
  assert.equal(order(false), "adcb");
  index.update("e", book("e"));
  index.update("c", book("c", { rating: 300 }));
  assert.equal(order(true), "cdabe");
  finishes = new Map([...finishes, ["e", { key: "102026" }]]);
  index.forgetTold();
  assert.equal(order(true), "ecdab");
});

test("books are sorted by their series and the places in it, those of none last", () => {
  const of = (id, title, ...series) => book(id, { title, series });
  const index = indexOf(
    of("a", "Yonder", { name: "The Tides", number: 2 }), of("b", "Alone"),
    of("c", "Anchor", { name: "The Tides", index: "10" }), of("d", "Net", { name: "Anchors", index: "1-7" }),
    of("e", "Companion", { name: "The Tides" }), of("f", "Lamp", { name: "The Tides", number: 0.5 }, { name: "A" }),
  );
  const order = (desc) => ask(index, { sort: { by: "series", desc } }).ids.join("");
  assert.equal(order(false), "dfaceb");
  assert.equal(order(true), "facedb", "a series is read from its beginning, whichever comes first");
  const letters = (sort) => index.letters({ list: all, q: "", filters: {}, sort })
    .map(({ letter, at }) => `${letter}${at}`).join(" ");
  assert.equal(letters({ by: "series", desc: false }), "A0 T1 #5");
  index.update("d", of("d", "Net", { name: "Zones" }));
  assert.equal(order(false), "facedb");
});

test("the books of one series stand by their places in it, whichever series each of them is first", () => {
  const of = (id, ...series) => book(id, { series });
  const world = "Cafe\u0301 Noir";
  const index = indexOf(
    of("a", { name: "Anchors", number: 1 }, { name: world, number: 3 }),
    of("b", { name: world, index: "1-2" }, { name: "Zones", number: 9 }),
    of("c", { name: "Zones", number: 1 }, { name: world, number: 2 }),
    of("d", { name: "Zones", number: 2 }, { name: world }),
    of("e", { name: "Anchors", number: 2 }, { name: null }),
  );
  const order = (series, desc = false) =>
    ask(index, { filters: { series }, sort: { by: "series", desc } }).ids.join("");
  assert.equal(order([world.normalize("NFC")]), "bcad");
  assert.equal(order([world.normalize("NFC")], true), "bcad");
  assert.equal(order(["Zones"]), "cdb");
  assert.equal(order(["Zones", "Anchors"]), "aebcd", "of several it is the first of each book that counts");
  const sort = { by: "series", desc: false };
  assert.deepEqual(index.letters({ list: all, q: "", filters: { series: ["Zones"] }, sort }), []);
  index.update("b", of("b", { name: "Zones", number: 0.5 }));
  assert.equal(order(["Zones"]), "bcd");
});

test("books are sorted by their pages, and by when anything in them changed", () => {
  const changed = (id, pages, at) => ({ ...book(id, { pages }), at });
  const index = indexOf(changed("a", 120, 30), changed("b", null, 50), changed("c", 9, 40), changed("d", 120, 10));
  const order = (by, desc) => ask(index, { sort: { by, desc } }).ids.join("");
  assert.equal(order("pages", false), "cadb");
  assert.equal(order("pages", true), "adcb");
  assert.equal(order("modified", true), "bcad");
  index.update("d", changed("d", 500, 60));
  assert.equal(order("pages", true), "dacb");
  assert.equal(order("modified", true), "dbca");
});

test("how far a book has come is asked when books are sorted by it, and again when it may have changed", () => {
  const asked = [];
  let shares = new Map([["b", { key: 0.25 }], ["c", { key: 0.5 }]]);
  const index = new BookIndex("en", (by) => (asked.push(by), shares));
  index.reset([book("a"), book("b"), book("c")]);
  const order = (desc) => ask(index, { sort: { by: "progress", desc } }).ids.join("");
  assert.deepEqual([ask(index).ids.join(""), asked], ["abc", []]);
  assert.deepEqual([order(true), order(false), asked], ["cba", "bca", ["progress", "progress"]]);
  shares = new Map([["a", { key: 0.75 }], ["b", { key: 0 }]]);
  index.forgetTold();
  assert.deepEqual([order(true), order(false)], ["abc", "bac"]);
});

test("a random order is the same wherever its seed is, and a book that comes moves no other", () => {
  const ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const index = indexOf(...ids.map((id) => book(id)));
  const order = (seed, desc = false) => ask(index, { sort: { by: "random", desc, seed } }).ids.join("");
  // Another device has the same code, but perhaps a newer one: these orders stay what they are.
  assert.deepEqual([order(0), order(4711)], ["fdchaegb", "fchadbeg"]);
  const backwards = indexOf(...ids.toReversed().map((id) => book(id)));
  assert.equal(ask(backwards, { sort: { by: "random", desc: false, seed: 0 } }).ids.join(""), order(0));
  index.update("i", book("i"));
  assert.equal(order(4711).replace("i", ""), "fchadbeg");
  const firsts = new Map();
  for (let seed = 0; seed < 8000; seed += 1) {
    const first = ids.reduce((best, id) => (shuffled(id, seed) < shuffled(best, seed) ? id : best));
    firsts.set(first, (firsts.get(first) ?? 0) + 1);
  }
  assert.equal(firsts.size, 8);
  for (const [id, count] of firsts) assert.ok(count > 850 && count < 1150, `${id} is first ${count} times`);
});

test("equal books keep the order of their titles, then of their ids", () => {
  const index = indexOf(
    book("2", { title: "Same", rating: 300 }),
    book("1", { title: "Same", rating: 300 }),
    book("3", { title: "Early", rating: 300 }),
  );
  assert.deepEqual(ask(index, { sort: { by: "rating", desc: true } }).ids, ["3", "1", "2"]);
});

test("an index kept by single changes equals one made anew", () => {
  const titles = ["The Zoo", "apple", "Éclair", "10 Things", "9 Lives", "Zoo", "A Zoo"];
  const books = titles.map(
    (title, at) => book(`b${at}`, { title, rating: (at % 4) * 100 || null }),
  );
  const kept = indexOf(...books);
  const sorts = sortKeys.filter((by) => by !== "position").flatMap((by) => [
    { by, desc: false, seed: 4711 },
    { by, desc: true, seed: 4711 },
  ]);
  for (const sort of sorts) ask(kept, { sort });
  const changed = [
    { ...books[0], fields: { title: "Mid", rating: 500 } },
    { ...books[3], deleted: true },
    book("new", { title: "Bee", rating: 200 }),
    // This one stays where it is in every order.
    { ...books[1], fields: { ...books[1].fields, status: "read", tags: { cosy: null } } },
  ];
  for (const one of changed) kept.update(one.id, one);
  const now = [
    ...books.filter((one) => !["b0", "b1", "b3"].includes(one.id)),
    ...changed.filter(({ deleted }) => !deleted),
  ];
  for (const sort of sorts) assert.deepEqual(ask(kept, { sort }), ask(indexOf(...now), { sort }));
});

test("the books of an author stand in series, each in its order, among the others by the series' name", () => {
  const contributors = [{ name: "Jeff Lindsay", role: "author" }];
  const of = (id, title, ...series) => book(id, { title, contributors, series });
  const index = indexOf(
    of("a", "Dexter by Design", { name: "Dexter", index: "4", number: 4 }),
    of("b", "Dexter in the Dark", { name: "Dexter", number: 3 }),
    of("c", "Dexter Is Delicious", { name: "Dexter", index: "5" }),
    of("d", "Double Dexter"), of("e", "Cold"), of("f", "A Dexter companion", { name: "Dexter" }),
  );
  const order = (desc) => ask(index, { sort: { by: "author", desc } }).ids.join("");
  assert.equal(order(false), "ebacfd");
  assert.equal(order(true), "ebacfd");
});
