import assert from "node:assert/strict";
import { test } from "node:test";
import english from "../../Web/messages/en.js";
import { createMessages } from "../../Web/messages/messages.js";
import { ratingWords } from "../../Web/views/book-words.js";
import { clipped } from "../../Web/views/sentences.js";

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
