import assert from "node:assert/strict";
import { test } from "node:test";
import { plainly, wholeNumber, writtenDate } from "../../Web/views/typed.js";

test("a whole number is read with its thousands apart, and in the digits of any keyboard", () => {
  const thousands = [
    "1000", " 1000 ", "1,000", "1 000", "1\u00a0000", "1\u202f000", "1'000", "1\u2019000",
    "\uff11\uff0c\uff10\uff10\uff10", "\u0661\u066c\u0660\u0660\u0660", "\u06f1\u06f0\u06f0\u06f0",
    "\u0967\u0966\u0966\u0966", "\u{1d7cf}\u{1d7ce}\u{1d7ce}\u{1d7ce}",
  ];
  for (const typed of thousands) assert.equal(wholeNumber(typed), 1_000, typed);
  assert.equal(wholeNumber("1,234,567"), 1_234_567);
  assert.equal(wholeNumber("\u06f9\u06f8\u06f7\u06f6\u06f5\u06f4\u06f3\u06f2\u06f1"), 987_654_321);
  assert.equal(wholeNumber("\u22121,000"), -1_000);
  assert.equal(wholeNumber("  "), null);
});

test("what may be meant otherwise, or is no whole number, is none", () => {
  for (const typed of ["1.000", "1,00", "1,0000", ",100", "1 00", "12.5", "many", "1e3", "1,000 books"]) {
    assert.equal(wholeNumber(typed), NaN, typed);
  }
});

test("a date is read in the digits of any keyboard", () => {
  assert.equal(writtenDate("\u0662\u0660\u0662\u0664-\u0660\u0665"), "2024-05");
  assert.equal(plainly("\uff15\uff1a\uff13\uff10"), "5:30");
});
