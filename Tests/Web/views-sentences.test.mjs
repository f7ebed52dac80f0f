import assert from "node:assert/strict";
import { test } from "node:test";
import english from "../../Web/messages/en.js";
import { createMessages } from "../../Web/messages/messages.js";
import { peopleByRole, ratingWords, tellsRole } from "../../Web/views/book-words.js";
import { clipped } from "../../Web/views/sentences.js";
import { valueWords } from "../../Web/views/value-words.js";

test("a title that a sentence has room for is quoted whole", () => {
  const title = "The Left Hand of Darkness, and Some More Words to Fill It Up";
  assert.equal(title.length, 60);
  assert.equal(clipped(title), title);
  assert.equal(clipped(""), "");
});

test("a longer one ends behind a word, without the comma or dash that would go on", () => {
  const start = "A Voyage Round the World in the Years 1740 to 1744";
  assert.equal(clipped(`${start}, and What Became of the Ships`), `${start}, and What…`);
  assert.equal(clipped(`${start} – compiled`), `${start}…`);
  assert.equal(clipped(`${start}${" ".repeat(20)}and more`), `${start}…`);
});

test("one word that is longer than that is cut, by whole characters", () => {
  assert.equal(clipped("a".repeat(300)), `${"a".repeat(60)}…`);
  assert.equal(clipped("📚".repeat(61)), `${"📚".repeat(60)}…`);
  assert.equal(clipped(`A ${"b".repeat(300)}`), `A ${"b".repeat(58)}…`);
});

test("up to one star is one star", () => {
  const messages = createMessages("en", english);
  const words = [null, 25, 50, 100, 150, 500].map((hundredths) => ratingWords(hundredths, messages));
  assert.deepEqual(words, ["Not rated", "¼ star", "½ star", "1 star", "1½ stars", "5 stars"]);
});

test("what people did for a book is said once for those who did the same, and where it tells something", () => {
  const did = (role, ...names) => names.map((name) => ({ name, role }));
  const told = (people) => peopleByRole(people).map(({ role, names }, _, groups) =>
    [...names, ...(tellsRole(role, groups) ? [role] : [])].join(" "));
  const both = [...did("author", "Ann"), { name: "Bo" }, ...did("translator", "Cy", "Di"), ...did("contributor", "Ed")];
  assert.deepEqual(told(both), ["Ann Bo", "Cy Di translator", "Ed contributor"]);
  assert.deepEqual(told(did("contributor", "Ann", "Bo", "Cy")), ["Ann Bo Cy"]);
  assert.deepEqual(told(did("editor", "Ann", "Bo")), ["Ann Bo editor"]);
  // The order stays.
  assert.deepEqual(told([...did("editor", "Ann"), ...did("author", "Bo"), ...did("editor", "Cy")]),
    ["Ann editor", "Bo", "Cy editor"]);
  assert.deepEqual(told(undefined), []);

  const messages = createMessages("en", english);
  const words = (people) => valueWords("contributors", people, { messages });
  assert.equal(words(both), "Ann and Bo · Cy and Di (Translators) · Ed (Contributor)");
  // Of two versions one may say no more than this.
  assert.equal(words(did("contributor", "Ann", "Bo")), "Ann and Bo (Contributors)");
  assert.equal(words(did("foreword", "Ann")), "Ann (foreword)");
});
