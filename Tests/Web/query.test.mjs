import assert from "node:assert/strict";
import { test } from "node:test";
import { nameKey, titleKey } from "../../Web/library/query-names.js";
import { ruleFrom, ruleOf } from "../../Web/library/query-rule.js";
import { fold, needles } from "../../Web/library/query-text.js";
import { goodbooks } from "./support/goodbooks.mjs";
import { all, ask, book, byTitle, indexOf } from "./support/queries.mjs";
import { vectors } from "./support/vectors.mjs";

for (const file of ["elision.json", "letters.json"]) {
  for (const { name, given, expect } of vectors("catalog", file)) {
    test(`${file}: ${name}`, () => {
      const index = indexOf(book("found", { title: given.title }));
      assert.deepEqual(ask(index, { q: given.query }).ids, expect ? ["found"] : []);
    });
  }
}

test("words are compared without case, diacritics, punctuation and apostrophes", () => {
  assert.equal(fold("Übermaß—and DON’T!"), "ubermass and dont");
  assert.equal(fold("Łódź, Ærø"), "lodz aero");
});

test("a list sorted by names has letters, each where its books begin", () => {
  const titles = ["Zorn", "Émile", "1984", "The Eagle", "“Quoted”", "Łódź", "Emma", "Ада", "東京"];
  const index = indexOf(...titles.map((title) => book(title, { title })));
  const lettersIn = (query = {}) => index.letters({ list: all, q: "", filters: {}, sort: byTitle, ...query })
    .map(({ letter, at }) => `${letter}${at}`).join(" ");
  assert.equal(lettersIn(), "#0 E1 L4 Q5 Z6 А7 東8");
  assert.equal(lettersIn({ sort: { by: "title", desc: true } }), "東0 А1 Z2 Q3 L4 E5 #8");
  assert.equal(lettersIn({ q: "em" }), "E0");
  assert.equal(lettersIn({ sort: { by: "added", desc: true } }), "");
  index.update("Zorn", undefined);
  assert.equal(lettersIn(), "#0 E1 L4 Q5 А6 東7", "it follows the library");
});

test("who has no author is filed behind the letters", () => {
  const by = (name) => ({ contributors: name ? [{ name, role: "author" }] : [] });
  const index = indexOf(...["Jane Austen", "Émile Zola", ""].map((name, at) => book(`b${at}`, by(name))));
  const marks = index.letters({ list: all, q: "", filters: {}, sort: { by: "author", desc: false } });
  assert.deepEqual(marks, [{ letter: "A", at: 0 }, { letter: "Z", at: 1 }, { letter: "#", at: 2 }]);
});

test("a shelf with a rule holds the books that meet it, and is counted and filtered like any other", () => {
  const index = indexOf(
    book("a", { title: "Sea tales", status: "read", tags: { sea: {} } }),
    book("b", { title: "Sea level", status: "toRead", shelves: { hand: {} } }),
    book("c", { title: "Land", status: "read", contributors: [{ name: "Jane Austen", role: "author" }] }),
  );
  const on = (id) => ask(index, { list: { k: "shelf", id } }).ids.join("");
  const rule = (parts) => ({ q: "", filters: {}, author: null, ...parts });
  assert.equal(on("sea"), "");
  index.setRules([
    { id: "sea", rule: rule({ q: "sea" }) },
    { id: "done", rule: rule({ filters: { status: ["read", "abandoned"] } }) },
    { id: "jane", rule: rule({ author: "Jane Austen", filters: { status: ["read"] } }) },
    { id: "own", rule: rule({ filters: { shelf: ["hand", "sea"] } }) },
  ]);
  assert.deepEqual(["sea", "done", "jane", "own", "hand"].map(on), ["ba", "ca", "c", "b", "b"]);
  assert.equal(index.totals().shelf.get("sea"), 2);
  assert.equal(ask(index, { filters: { shelf: ["sea"] } }).ids.join(""), "ba");
  index.update("c", book("c", { title: "Land and sea", status: "read" }));
  assert.equal(on("sea"), "cba", "it follows the books");
  assert.equal(on("jane"), "");
  index.setRules([]);
  assert.equal(on("sea"), "");
});

test("what a list shows is a rule, as long as it is not everything", () => {
  const none = { q: "", filters: {} };
  assert.equal(ruleFrom({ k: "all" }, none, null), null);
  assert.deepEqual(ruleFrom({ k: "status", v: "read" }, { q: " sea ", filters: { tag: ["a"] } }, null),
    { q: "sea", filters: { status: ["read"], tag: ["a"] }, author: null });
  assert.deepEqual(ruleFrom({ k: "shelf", id: "s" }, none, null), { q: "", filters: { shelf: ["s"] }, author: null });
  assert.deepEqual(ruleFrom({ k: "author", v: "Jane" }, none, null), { q: "", filters: {}, author: "Jane" });
  const base = { q: "sea", filters: { status: ["read", "toRead"] }, author: null };
  assert.deepEqual(ruleFrom({ k: "shelf", id: "s" }, { q: "salt", filters: { status: ["read", "paused"] } }, base),
    { q: "sea salt", filters: { status: ["read"] }, author: null }, "narrowed further");
});

test("a list is saved as a rule where the rule holds just what the list shows", () => {
  const shelves = [["s"], ["t"], ["s", "t"], ["t", "u"], []];
  const index = indexOf(...shelves.flatMap((ids, at) => ["read", "toRead"].map((status) => book(`${status}${at}`, {
    status, shelves: Object.fromEntries(ids.map((id) => [id, {}])), tags: Object.fromEntries(ids.map((id) => [id, null])),
  }))));
  const choices = [["s"], ["t"], ["s", "t"], ["t", "u"]].flatMap((ids) => [{ shelf: ids }, { tag: ids }, { "-tag": ids }]);
  const statuses = [["read"], ["toRead"], ["read", "paused"]].map((status) => ({ status }));
  const filters = [{}, ...choices, ...statuses];
  const lists = [all, { k: "shelf", id: "s" }, { k: "status", v: "read" }, { k: "shelf", id: "ruled" }];
  const idsOf = (query) => ask(index, query).ids.toSorted().join(" ");
  let saved = 0;
  for (const own of filters) {
    const base = { q: "", filters: own, author: null };
    index.setRules([{ id: "ruled", rule: base }]);
    for (const list of lists) {
      for (const chosen of filters) {
        const rule = ruleFrom(list, { q: "", filters: chosen }, list.id === "ruled" ? base : null);
        if (!rule) continue;
        saved += 1;
        assert.equal(idsOf({ filters: rule.filters }), idsOf({ list, filters: chosen }), JSON.stringify([own, list, chosen]));
      }
    }
  }
  assert.ok(saved > 600, `${saved} can be`);
  const shelf = { k: "shelf", id: "s" };
  assert.equal(ruleFrom(shelf, { q: "", filters: { shelf: ["t"] } }, null), null, "who stands on both");
  assert.deepEqual(ruleFrom(shelf, { q: "", filters: { shelf: ["s", "t"] } }, null).filters, { shelf: ["s"] });
});

test("of a rule that another program wrote there counts what is understood", () => {
  assert.equal(ruleOf(null), null);
  assert.equal(ruleOf(undefined), null);
  assert.deepEqual(ruleOf({ q: 5, filters: { tag: ["a", 1], status: "read", mood: ["b"] }, author: {} }),
    { q: "", filters: { tag: ["a"] }, author: null });
});

test("marks are accents in some scripts, and in others what tells one word from another", () => {
  const alike = [
    ["Ångström Việt", "angstrom viet"], ["Ὀδύσσεια", "οδυσσεια"], ["ёлка й", "елка и"],
    ["שָׁלוֹם", "שלום"], ["كِتَابٌ أ", "كتاب ا"], ["ｶﾞｷﾞ", "ガギ"], ["か\u3099", "が"],
    ["❤️ a1️⃣ \u0301b", "a1 b"], ["ΟΔΟΣ", "οδος"], ["ΟΔΟΣ", "Οδοσ"], ["क़", "\u0915\u093c"], ["กำ", "ก\u0e4dา"],
  ];
  for (const [one, other] of alike) assert.equal(fold(one), fold(other), one);
  const titles = ["กิน", "กัน", "हिंदी", "हद", "はん", "ばん", "ぱん", "한국"];
  const index = indexOf(...titles.map((title) => book(title)));
  const found = {
    กิน: ["กิน"], กัน: ["กัน"], हिंदी: ["हिंदी"], हद: ["हद"], はん: ["はん"], ばん: ["ばん"], ぱん: ["ぱん"],
    は: ["はん"], 하: ["한국"], ก: ["กิน", "กัน"],
  };
  for (const [q, ids] of Object.entries(found)) {
    assert.deepEqual(ask(index, { q }).ids.toSorted(), ids.toSorted(), q);
  }
});

test("a query finds the beginnings of words in titles, names, series, tags and numbers", () => {
  const index = indexOf(
    book("a", {
      title: "The Glass Orchard",
      contributors: [{ name: "Zoë Márquez", role: "author" }],
      series: [{ name: "Tidewater" }],
      tags: { cosy: null },
      identifiers: { "isbn:9789999900027": null },
    }),
    book("b", { title: "Another" }),
  );
  const found = ["orch", "marq glass", "TIDE", "cos", "9789999", "978-9999-900027", "978‑9999–900027", "999990002X"];
  for (const q of found) assert.deepEqual(ask(index, { q }).ids, ["a"], q);
  for (const q of ["rchard", "glass x", "marq another"]) assert.deepEqual(
    ask(index, { q }).ids,
    [],
    q,
  );
});

test("a word is found without the article, or the letter, that an apostrophe joins to it", () => {
  const index = indexOf(...["L'Étranger", "Qu’est-ce que la propriété ?", "Don't Tell", "Emma"].map((title) =>
    book(title, { contributors: [{ name: title === "Emma" ? "Flann O'Brien" : "Jean d’Ormesson", role: "author" }] })));
  const found = (q) => ask(index, { q }).ids;
  for (const q of ["étranger", "l'étranger", "letranger"]) assert.deepEqual(found(q), ["L'Étranger"], q);
  assert.deepEqual(found("est ce que"), ["Qu’est-ce que la propriété ?"]);
  assert.deepEqual(found("ormesson").length, 3);
  for (const q of ["brien", "obrien"]) assert.deepEqual(found(q), ["Emma"], q);
});

test("a search begins with what is called so, then what begins so, and a list with the first alone", () => {
  const dunes = [
    ["House Harkonnen", { series: [{ name: "Dune" }] }], ["Heretics of Dune", {}], ["Dune Messiah", {}],
    ["The Dune Encyclopedia", {}], ["Dune", {}], ["A Dune", {}], ["Emma", {}],
  ];
  const index = indexOf(...dunes.map(([title, fields], at) => book(title, { ...fields, added: 9 - at })));
  const added = { by: "added", desc: true };
  const asked = (query) => ask(index, { q: "dune", sort: added, ...query }).ids;
  assert.deepEqual(asked({ list: { k: "search" } }), [
    "Dune", "A Dune", "Dune Messiah", "The Dune Encyclopedia", "Heretics of Dune", "House Harkonnen",
  ]);
  assert.deepEqual(asked({ list: { k: "search" }, sort: { by: "added", desc: false } }).slice(0, 2), ["A Dune", "Dune"]);
  assert.deepEqual(asked({}), [
    "Dune", "A Dune", "House Harkonnen", "Heretics of Dune", "Dune Messiah", "The Dune Encyclopedia",
  ]);
  assert.deepEqual(asked({ q: "Düne!" }), asked({}));
  assert.equal(asked({ sort: byTitle })[0], "A Dune", "where one looks by title, all stands in its place");
  assert.deepEqual(ask(index, { list: { k: "search" }, sort: added }).ids, dunes.map(([title]) => title));
});

test("scripts without spaces are found anywhere in the text", () => {
  const index = indexOf(book("g", { title: "源氏物語" }));
  assert.deepEqual(ask(index, { q: "物語" }).ids, ["g"]);
});

test("what has neither letters nor digits is found as it stands", () => {
  const titles = ["📚", "👨‍👩‍👧‍👦 family", "C++", "!!!", "Cats and Dogs", "¿Café?"];
  const index = indexOf(...titles.map((title) => book(title)));
  const found = {
    "📚": ["📚"], "👨‍👩‍👧‍👦": ["👨‍👩‍👧‍👦 family"], "++": ["C++"], " !!! ": ["!!!"], "🦊": [],
    "? ¿": ["¿Café?"], "C++": ["C++", "Cats and Dogs", "¿Café?"], "cats & dogs": ["Cats and Dogs"],
    "👩": ["👨‍👩‍👧‍👦 family"],
  };
  for (const [q, ids] of Object.entries(found)) {
    assert.deepEqual(ask(index, { q }).ids.toSorted(), ids.toSorted(), q);
  }
});

test("what is mistyped finds what it is close to, where nothing is as it was typed", () => {
  const by = (title, name) => book(title, { title, contributors: [{ name, role: "author" }] });
  const index = indexOf(
    by("The Hobbit", "J. R. R. Tolkien"), by("The Dispossessed", "Ursula K. Le Guin"),
    by("Harry Potter", "J. K. Rowling"), by("Emma", "Jane Austen"), by("Hobart", "Anybody"),
  );
  const found = (q, query) => ask(index, { q, ...query }).ids.join();
  for (const q of ["tolkein", "jrr tolkien", "hobit", "hobbti", "tolkine hobbitt"]) {
    assert.equal(found(q), "The Hobbit", q);
    assert.equal(ask(index, { q }).isLikely, true);
  }
  assert.equal(found("leguin"), "The Dispossessed");
  assert.equal(found("harry poter"), "Harry Potter");
  assert.equal(found("emm"), "Emma");
  assert.equal(ask(index, { q: "emm" }).isLikely, undefined);
  for (const q of ["emx", "xmma", "hbt", "tkolein", "dispoxexxed", "☕"]) assert.equal(found(q), "", q);
  assert.equal(found("emma", { filters: { status: ["read"] } }), "", "what is found and filtered out is not");
});

test("an empty query has no needles and finds every book", () => {
  assert.deepEqual(needles("  "), []);
  assert.equal(ask(indexOf(book("a"), book("b")), { q: " " }).ids.length, 2);
});

test("lists hold what they are about", () => {
  const index = indexOf(
    book("a", { status: "read", shelves: { s1: {} }, contributors: [{ name: "Ann" }] }),
    book("b", { status: "toRead" }),
  );
  for (const list of [
    { k: "shelf", id: "s1" },
    { k: "status", v: "read" },
    { k: "author", v: "Ann" },
  ]) {
    assert.deepEqual(ask(index, { list }).ids, ["a"], list.k);
  }
});

test("the list of a person holds all they had a part in, and so does a shelf with that rule", () => {
  const contributors = [{ name: "Ann", role: "author" }, { name: "Ben", role: "translator" }];
  const index = indexOf(
    book("a", { contributors }), book("b", { contributors: [{ name: "Ben" }] }), book("c", {}),
  );
  index.setRules([{ id: "s1", rule: { q: "", filters: {}, author: "Ben" } }]);
  for (const list of [{ k: "author", v: "Ben" }, { k: "shelf", id: "s1" }]) {
    assert.deepEqual(ask(index, { list }).ids, ["a", "b"], list.k);
  }
  assert.deepEqual(ask(index, { list: { k: "author", v: "Ann" } }).ids, ["a"]);
  const byAuthor = ask(index, { sort: { by: "author", desc: false } });
  assert.deepEqual(byAuthor.ids, ["a", "b", "c"], "it is filed under its author still");
});

test("tags and names are found however a book spells them", () => {
  const [tag, name] = ["poésie", "Zoé"];
  const apart = (/** @type {string} */ text) => text.normalize("NFD");
  const index = indexOf(
    book("a", { tags: { [apart(tag)]: null }, contributors: [{ name: apart(name) }] }),
    book("b", { tags: { [tag]: null }, contributors: [{ name }] }),
  );
  const rule = { q: "", filters: { tag: [apart(tag)] }, author: apart(name) };
  index.setRules([{ id: "s1", rule }]);
  assert.deepEqual([...index.totals().tag], [[tag, 2]]);
  for (const query of [
    { filters: { tag: [tag] } }, { list: { k: "author", v: name } }, { list: { k: "shelf", id: "s1" } },
  ]) {
    assert.deepEqual(ask(index, query).ids, ["a", "b"], JSON.stringify(query));
  }
});

test("titles are filed without their articles, in the language of the book", () => {
  assert.equal(titleKey("The Iliad"), "Iliad");
  assert.equal(titleKey("“A Room of One’s Own”"), "Room of One’s Own”");
  assert.equal(titleKey("Die Verwandlung", "de"), "Verwandlung");
  assert.equal(titleKey("Die Hard", "en"), "Die Hard");
  assert.equal(titleKey("L’Étranger", "fr"), "Étranger");
  assert.equal(titleKey("A", "en"), "A");
  assert.equal(titleKey("A Doll’s House", "no"), "Doll’s House");
  assert.equal(titleKey("A sangre fría", "es"), "A sangre fría");
});

test("names are filed by surname", () => {
  assert.equal(nameKey("Ursula K. Le Guin"), "Le Guin, Ursula K.");
  assert.equal(nameKey("Ludwig van Beethoven"), "Beethoven, Ludwig van");
  assert.equal(nameKey("Kurt Vonnegut Jr."), "Vonnegut, Kurt Jr.");
  assert.equal(nameKey("Homer"), "Homer");
  assert.equal(nameKey("Quill, Mara"), "Quill, Mara");
});

test("every sort puts what lacks its value last, in both directions", () => {
  const index = indexOf(
    book("a", { rating: 300, originalYear: -750, contributors: [{ name: "B Zed" }] }),
    book("b", { rating: 450, published: "1998-05", contributors: [{ name: "C Abel" }] }),
    book("c", {}),
  );
  const order = (by, desc) => ask(index, { sort: { by, desc } }).ids.join("");
  assert.equal(order("rating", true), "bac");
  assert.equal(order("rating", false), "abc");
  assert.equal(order("published", false), "abc");
  assert.equal(order("published", true), "bac");
  assert.equal(order("author", false), "bac");
  assert.equal(order("author", true), "abc");
});

test("a book that stands for another leaves, and comes back when it is its own again", () => {
  const index = indexOf(book("a"), book("b"));
  index.update("b", { ...book("b"), alias: "a" });
  assert.deepEqual(ask(index).ids, ["a"]);
  index.update("b", book("b"));
  assert.equal(ask(index).ids.length, 2);
});

test("a result stays the same object until something changes", () => {
  const index = indexOf(book("a"));
  const before = ask(index);
  assert.equal(ask(index), before);
  index.update("a", { ...index.get("a"), fields: { title: "b" } });
  assert.notEqual(ask(index), before);
});

test("ten thousand real books are found by any of their words", (context) => {
  const books = goodbooks();
  if (books.length === 0) return context.skip("the goodbooks-10k data set is not beside the checkout");
  const index = indexOf(...books);
  for (const one of books.filter((_, at) => at % 97 === 0)) {
    const word = fold(one.fields.title).split(" ").pop();
    if (word) assert.ok(ask(index, { q: word }).ids.includes(one.id), one.fields.title);
  }
});

test("a title is filed without an English article in a book of any language, if it is English", () => {
  assert.equal(titleKey("A Season in Hell", "fr"), "Season in Hell");
  assert.equal(titleKey("Une saison en enfer", "fr"), "saison en enfer");
  assert.equal(titleKey("A sangre fría", "es"), "A sangre fría");
  assert.equal(titleKey("An der schönen blauen Donau", "de"), "An der schönen blauen Donau");
});
