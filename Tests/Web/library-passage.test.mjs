import assert from "node:assert/strict";
import { test } from "node:test";

import { passageFinder } from "../../Web/library/passage.js";

/** @param {string} q @param {string} text */
const find = (q, text) => passageFinder(q)?.(text) ?? null;

test("what is found is shown with what stands around it", () => {
  assert.deepEqual(find("lighthouse", "The lighthouse keeper again."), {
    before: "The ", match: "lighthouse", after: " keeper again.",
  });
});

test("all words must be in one text, each at the beginning of a word", () => {
  const text = "A keeper who left the lighthouse.";
  assert.equal(find("keep light", text)?.match, "lighthouse");
  assert.equal(find("keep ship", text), null);
  assert.equal(find("house", text), null);
});

test("case, accents and apostrophes are no difference, and the text is shown as it stands", () => {
  assert.equal(find("cafe", "Au Café de Flore")?.match, "Café");
  assert.equal(find("dont", "They don’t say.")?.match, "don’t");
});

test("a long text is cut between words, and its lines are one", () => {
  const passage = find("anchor", `${"word ".repeat(50)}the\n\nanchor${" word".repeat(50)}`);
  assert.deepEqual([passage?.before, passage?.match], ["…word word word the ", "anchor"]);
  assert.ok((passage?.after.length ?? 0) < 160);
});

test("a text without spaces is cut where the room ends", () => {
  assert.deepEqual(find("灯台", `${"海".repeat(40)}灯台守`), { before: `…${"海".repeat(24)}`, match: "灯台", after: "守" });
});

test("no sign is cut in two", () => {
  const passage = find("anchor", `${"📚".repeat(40)}x anchor ${"📚".repeat(100)}`);
  assert.ok(passage && !/[\ud800-\udfff]/u.test(passage.before + passage.after));
});

test("letters that begin words of every text find none", () => {
  assert.equal(passageFinder("a th"), null);
  assert.equal(passageFinder(""), null);
  assert.notEqual(passageFinder("a the"), null);
});
