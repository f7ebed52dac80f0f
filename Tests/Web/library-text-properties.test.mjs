import assert from "node:assert/strict";
import test from "node:test";
import { diffText, mergeText } from "../../Web/library/index.js";
import * as limits from "../../Web/library/limits.js";
import { seeded } from "./support/random.mjs";

/** Pieces that are easily torn or glued together. */
const marks = [
  "a", "b", "the", "\u00e9", "e\u0301", " ", " ", " ", "  ", "\n", "\r\n", "\r", "\t",
  "\u6f22", "\u845b\u{e0100}", "\u3072", "\u30ab\u30bf", "\u30fc", "\u3002",
  "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}", "\u{1f1e9}\u{1f1ea}", "\u{1f1eb}", "\u{1f3fd}",
  "\u200d", "\u0301", "\u05e9\u05dc", "\u0645\u064c", "\u0600", "\u0e20", "\u0e33",
  "\u0e40", "\u0e52", "\u1001", "\u1039", "\u1780", "\u17d2", "\ud55c", "\u1112",
  "\u1161", "\u3000", "\u2028", "\u00a0", "\u0915\u094d\u0937", "\ufe0f", "1", ".",
];

/** A text and what two people made of it: of `marks`, or of words of which no two are the same. */
function threeTexts(seed, from) {
  const random = seeded(seed);
  let count = 0;
  const piece = () => from ? random.pick(from) : `w${(count += 1)}${random.pick("   \n")}`;
  const pieces = (most) => Array.from({ length: random.below(most + 1) }, piece);
  const base = pieces(40);
  const edited = () => {
    const text = [...base];
    for (let edits = random.below(4); edits > 0; edits -= 1) {
      text.splice(random.below(text.length + 1), random.below(3), ...pieces(2));
    }
    return text.join("");
  };
  return { base: base.join(""), left: edited(), right: edited() };
}

/** Runs `check` on many texts, and names the seed of the one that fails. */
function forAll(from, check) {
  for (let seed = 1; seed <= 400; seed += 1) {
    try {
      check(threeTexts(seed, from));
    } catch (error) {
      error.message += ` (seed ${seed})`;
      throw error;
    }
  }
}

test("what one wrote, or both alike, is what there is", () =>
  forAll(marks, ({ base, left, right }) => {
    assert.equal(mergeText(base, left, base), left);
    assert.equal(mergeText(base, base, right), right);
    assert.equal(mergeText(base, left, left), left);
  }));

test("the order of the two texts does not matter", () =>
  forAll(marks, ({ base, left, right }) =>
    assert.equal(mergeText(base, left, right), mergeText(base, right, left))));

test("what either put in and what both kept is there, and nothing else", () => {
  const words = (text) => text.split(/\s+/).filter((word) => word !== "");
  let merges = 0;
  forAll(null, ({ base, left, right }) => {
    const merged = mergeText(base, left, right);
    if (merged === null) return;
    merges += 1;
    const [before, ours, theirs] = [base, left, right].map((text) => new Set(words(text)));
    const expected = [...new Set([...before, ...ours, ...theirs])].filter((word) =>
      before.has(word) ? ours.has(word) && theirs.has(word) : true);
    assert.deepEqual(words(merged).sort(), expected.sort());
  });
  assert.ok(merges > 200);
});

test("no grapheme is there that is in neither text", () => {
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  const graphemes = (text) => [...segmenter.segment(text)].map(({ segment }) => segment);
  forAll(marks, ({ base, left, right }) => {
    const known = new Set([...graphemes(left), ...graphemes(right)]);
    assert.deepEqual(
      graphemes(mergeText(base, left, right) ?? "").filter((each) => !known.has(each)), []);
  });
});

test("the runs of a difference make up both texts", () =>
  forAll(marks, ({ left, right }) => {
    const runs = diffText(left, right);
    const without = (kind) =>
      runs.filter((run) => run.kind !== kind).map(({ text }) => text).join("");
    assert.equal(without("added"), left);
    assert.equal(without("removed"), right);
    assert.ok(runs.every(({ text }) => text !== ""));
    assert.ok(runs.every((run, at) => run.kind !== runs[at + 1]?.kind));
  }));

test("texts with nothing in common are told apart whole, however long", () => {
  const [old, recent] = ["a", "b"].map((letter) =>
    Array.from({ length: 3000 }, (_, at) => `${letter}${at} `).join(""));
  assert.deepEqual(diffText(old, recent).map(({ kind }) => kind), ["removed", "added", "same"]);
  assert.equal(mergeText(old, recent, `c${old}`), null);
});

test("a merged text is no longer than any may be", () => {
  const less = "sand".repeat(limits.longTextLengthMax / 10);
  const more = "sand".repeat(limits.longTextLengthMax / 8);
  assert.equal(mergeText("a b c", `${less} b c`, `a b ${less}`), `${less} b ${less}`);
  assert.equal(mergeText("a b c", `${more} b c`, `a b ${more}`), null);
});
