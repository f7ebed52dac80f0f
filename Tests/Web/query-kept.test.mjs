// What the index keeps between changes is what an index of the same books makes anew.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Entry } from "../../Web/library/query-entry.js";
import { facets } from "../../Web/library/query-facets.js";
import { sortedAtOnce } from "../../Web/library/query-limits.js";
import { compareEntries } from "../../Web/library/query-sort.js";
import { BookIndex } from "../../Web/library/query.js";
import { all, book, indexOf } from "./support/queries.mjs";

const sorts = ["title", "author", "series", "published", "pages", "rating", "added", "modified", "position"];
const lists = [all, { k: "shelf", id: "s1" }, { k: "shelf", id: "wet" }, { k: "author", v: "Bo" }];
const filters = [
  {}, { tag: ["sea"] }, { "all-tag": ["sea", "dark"] }, { "-tag": ["dark"], status: ["read"] },
  { decade: ["1990"], "-author": ["Bo"] }, { missing: ["author"] },
];
const rules = [{ id: "wet", rule: { q: "", filters: { tag: ["sea"] }, author: null } }];

/** Numbers that are the same in every run (mulberry32). */
function numbers(seed) {
  let state = seed;
  return (end) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
}

/** A book of which much is like others, and some is missing. */
function made(id, below) {
  const some = (/** @type {string[]} */ values) => values.filter(() => below(2) === 1);
  const keyed = (values) => Object.fromEntries(some(values).map((value) => [value, {}]));
  return book(id, {
    title: ["The Sea", "Dunes", "Élan", "Zoo", "Ash"][below(5)],
    contributors: some(["Ann", "Bo"]).map((name) => ({ name })),
    series: some(["Tides"]).map((name) => ({ name, number: below(3) })),
    tags: keyed(["sea", "dark", "land"]), shelves: below(3) ? {} : { s1: { position: ["", "a", "b"][below(3)] } },
    status: ["read", "toRead", null][below(3)], rating: [null, 300, 450][below(3)],
    originalYear: [null, 1991, 2004][below(3)], pages: [null, 90, 300][below(3)], added: below(4),
  });
}

function answers(index) {
  return lists.flatMap((list) => filters.flatMap((filter) => sorts.map((by) => {
    const query = { list, q: "", filters: filter, sort: { by, desc: by === "rating" } };
    const { ids, scope } = index.query(query);
    const counts = facets.map((facet) => [...index.counts(query, facet)].sort());
    return { list, filter, by, ids, scope, counts };
  })));
}

function fresh(books) {
  const index = indexOf(...books);
  index.setRules(rules);
  return index;
}

test("an index that followed changes answers as one that has just been made", () => {
  for (const seed of [1, 2]) {
    const below = numbers(seed);
    const books = new Map(Array.from({ length: 30 }, (_, at) => [`b${at}`, made(`b${at}`, below)]));
    const index = fresh(books.values());
    answers(index);
    for (let round = 0; round < 4; round += 1) {
      for (let change = 0; change < 5; change += 1) {
        const id = `b${below(40)}`;
        const next = below(4) === 0 ? undefined : made(id, below);
        if (next) books.set(id, next);
        else books.delete(id);
        index.update(id, next && below(9) === 0 ? { ...next, deleted: true } : next);
        if (index.get(id) === undefined) books.delete(id);
      }
      assert.deepEqual(answers(index), answers(fresh(books.values())), `seed ${seed}, round ${round}`);
    }
  }
});

test("what is prepared in idle moments, changed meanwhile, is what is made when it is asked for", () => {
  const below = numbers(4);
  const books = new Map(Array.from({ length: 5000 }, (_, at) => [`b${at}`, made(`b${at}`, below)]));
  const prepared = new BookIndex();
  prepared.reset(books.values());
  prepared.setRules(rules);
  for (let step = 0; prepared.warm(300); step += 1) {
    assert.ok(step < 1000);
    if (step % 5 > 0 || step > 235) continue;
    const id = `b${below(5200)}`;
    books.set(id, made(id, below));
    prepared.update(id, books.get(id));
  }
  assert.equal(prepared.warm(300), false);
  assert.deepEqual(answers(prepared), answers(fresh(books.values())));
});

test("what is asked for is prepared before all else, in steps, and answers as if it were not", () => {
  const below = numbers(6);
  const books = Array.from({ length: 5000 }, (_, at) => made(`b${at}`, below));
  const parts = ["words", "author", { by: "title", desc: false }, { by: "author", desc: true }, { by: "rating", desc: true }];
  const index = new BookIndex();
  index.reset(books);
  index.setRules(rules);
  for (const part of parts) {
    let steps = 0;
    while (index.prepare(part, 300)) steps += 1;
    assert.ok(part.by === "rating" || steps > 4, JSON.stringify(part)); // the titles stand there already
    assert.equal(index.prepare(part, 0), false);
  }
  for (const by of ["added", "modified", "random"]) assert.equal(index.prepare({ by, desc: true }, 1), false);
  assert.deepEqual(answers(index), answers(fresh(books)));
});

test("books that came in one moment are sorted by their titles in steps, of which none sorts many", () => {
  const below = numbers(8);
  const books = Array.from({ length: 5000 }, (_, at) => ({ ...made(`b${at}`, below), at: 1 }));
  const sort = { by: "modified", desc: true };
  const index = new BookIndex();
  index.reset(books);
  let steps = 0;
  while (index.prepareOrder(sort)) steps += 1;
  assert.ok(steps > 5000 / sortedAtOnce, `${steps} steps`);
  const query = { list: all, q: "", filters: {}, sort };
  assert.deepEqual(index.query(query), indexOf(...books).query(query));
  const compare = compareEntries(sort, new Intl.Collator("en", { numeric: true, sensitivity: "base" }));
  const sorted = books.map((each) => new Entry(each)).sort(compare).map(({ id }) => id);
  assert.deepEqual(index.query(query).ids, sorted);
});

test("from Z to A books of one name stay as they are, and those without one last", () => {
  const below = numbers(7);
  const books = Array.from({ length: 3000 }, (_, at) => made(`b${at}`, below));
  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  for (const by of ["title", "author", "series"]) {
    const compare = compareEntries({ by, desc: true }, collator);
    const sorted = books.map((each) => new Entry(each)).sort(compare).map(({ id }) => id);
    const query = { list: all, q: "", filters: {}, sort: { by, desc: true } };
    assert.deepEqual(indexOf(...books).query(query).ids, sorted, by);
  }
});

test("how many books there are of each is told without an order, and follows every change", () => {
  const index = fresh([book("a", { status: "read", tags: { sea: {} } }), book("b", { status: "toRead" })]);
  const told = () => [index.totals().status, index.totals().shelf].map((counts) => [...counts]);
  assert.deepEqual(told(), [[["read", 1], ["toRead", 1]], [["wet", 1]]]);
  index.update("b", book("b", { status: "read" }));
  assert.deepEqual(told(), [[["read", 2]], [["wet", 1]]]);
  index.setRules([]);
  assert.deepEqual(told(), [[["read", 2]], []]);
  index.reset([]);
  assert.deepEqual(told(), [[], []]);
});
