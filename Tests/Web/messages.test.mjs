import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import first from "../../Web/messages/en.js";
import rest from "../../Web/messages/en-rest.js";
import { createMessages } from "../../Web/messages/messages.js";
import english from "./support/english.mjs";

const messages = createMessages("en", english);
const sources = ["views", "elements"]
  .flatMap((folder) => {
    const directory = new URL(`../../Web/${folder}/`, import.meta.url);
    return readdirSync(directory).map((name) => readFileSync(new URL(name, directory), "utf8"));
  })
  .concat(readFileSync(new URL("../../Web/app.js", import.meta.url), "utf8"))
  .join("\n");

test("every key that a view names has its words", () => {
  const named = [...sources.matchAll(/\bt\(\s*"([^"]+)"/g)].map(([, key]) => key);
  assert.ok(named.length > 100);
  for (const key of named) assert.ok(key in english, `no words for ${key}`);
});

test("every message is used by some view", () => {
  // A key may be put together: `status.${value}` uses all that begin with "status.".
  const composed = [...sources.matchAll(/`([\w.]*)\$\{/g)].map(([, head]) => head).filter(Boolean);
  const suffixes = [...sources.matchAll(/\}(\.[\w.]+)`/g)].map(([, tail]) => tail);
  for (const key of Object.keys(english)) {
    const isComposed = composed.some((head) => key.startsWith(head)) || suffixes.some(
      (tail) => key.endsWith(tail),
    );
    assert.ok(isComposed || sources.includes(`"${key}"`), `nobody says ${key}`);
  }
});

// Those who keep books put them in Trash and join them; what programs call it is in no sentence of theirs.
test("nobody is told in the words of programs", () => {
  const jargon = /\b(?:purg|merg|replica|tombstone|cursor|entit(?:y|ies)\b|payload|alias|epoch)/i;
  const sentences = Object.entries(english).flatMap(([key, message]) =>
    (typeof message === "string" ? [message] : Object.values(message)).map((words) => `${key}: ${words}`));
  const words = sentences.map((sentence) => sentence.replace(/^[^:]*: |\{\w+\}/g, ""));
  assert.deepEqual(sentences.filter((_, at) => jargon.test(words[at])), []);
});

/** What is read before the rest of the client: every module that one of them leads to. */
function firstModules() {
  const web = new URL("../../Web/", import.meta.url);
  const found = new Map();
  const left = [new URL("app.js", web).href];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (found.has(next)) continue;
    // What comments import is types.
    const text = readFileSync(new URL(next), "utf8").replace(/\/\*[^]*?\*\//g, "");
    found.set(next, text);
    const named = text.matchAll(/(?:^import|^export|\} from|\bimport\()[^"`;]*"(\.[^"]+\.js)"/gm);
    for (const [, path] of named) if (!path.endsWith("views/rest.js")) left.push(new URL(path, next).href);
  }
  found.delete(new URL("messages/en.js", web).href);
  return [...found.values()];
}

test("what the first list may say is with its words, and nothing is said twice", () => {
  const modules = firstModules();
  assert.ok(modules.length > 150 && !modules.some((text) => text.includes("function createEditor(")));
  const text = modules.join("\n");
  const said = new Set([...text.matchAll(/"([\w.]+)"/g)].map(([, key]) => key));
  const heads = [...text.matchAll(/`([\w.]+\.)\$\{/g)].map(([, head]) => head);
  const late = Object.keys(rest).filter((key) => said.has(key) || heads.some((head) => key.startsWith(head)));
  assert.deepEqual(late, []);
  assert.deepEqual(Object.keys(rest).filter((key) => key in first), []);
});

test("what is read later brings its words along", () => {
  const early = createMessages("en", { back: "Back" });
  assert.equal(early.t("save"), "save");
  early.learn(rest);
  assert.deepEqual([early.t("save"), early.t("back")], ["Save", "Back"]);
});

test("places are filled, numbers are written in the language", () => {
  assert.equal(messages.t("list.countOf", { shown: 3, count: 12000 }), "3 of 12,000 books");
  assert.equal(messages.t("list.count", { count: 1 }), "1 book");
  assert.equal(messages.t("notice.deleted", { title: "{title}" }), "“{title}” is in Trash");
});

test("a span of time is told in the unit that people measure it by", () => {
  const minute = 60_000;
  assert.equal(messages.span(30 * minute), "30 minutes");
  assert.equal(messages.span(60 * minute), "1 hour");
  assert.equal(messages.span(5 * 365 * 24 * 60 * minute), "5 years");
  assert.equal(messages.ago(0, 20_000), "this minute");
  assert.equal(messages.ago(0, 5 * minute), "5 minutes ago");
});

test("yesterday and last month are those of the calendar", () => {
  const at = (/** @type {number[]} */ ...parts) => Number(new Date(.../** @type {[number, number]} */ (parts)));
  const now = at(2026, 10, 26, 1);
  assert.equal(messages.ago(at(2026, 10, 25, 3), now), "22 hours ago");
  assert.equal(messages.ago(at(2026, 10, 25, 0), now), "yesterday");
  assert.equal(messages.ago(at(2026, 10, 24, 3), now), "2 days ago");
  assert.equal(messages.ago(at(2026, 9, 2), now), "last month");
  assert.equal(messages.ago(at(2026, 8, 28), now), "2 months ago");
  assert.equal(messages.ago(at(2024, 11, 31), now), "2 years ago");
  assert.equal(messages.ago(at(2026, 10, 27, 2), now), "tomorrow");
  // All of one January: neither last month nor this one.
  assert.equal(messages.ago(at(2026, 0, 1), at(2026, 0, 31, 23)), "30 days ago");
});

test("an unknown key shows itself", () => {
  assert.equal(messages.t("no.such.key"), "no.such.key");
});

test("a date is as precise as it is known, in every time zone the same", () => {
  assert.equal(messages.date("1998"), "1998");
  assert.equal(messages.date("1998-05"), "May 1998");
  assert.equal(messages.date("1998-05-31"), "May 31, 1998");
  assert.equal(messages.date("0800-01-01"), "January 1, 800");
  assert.equal(messages.date("soon"), "soon");
  const near = ["1998", "1998-05-31", "1997-05-31"].map((date) => messages.date(date, "1998-12-01"));
  assert.deepEqual(near, ["1998", "May 31", "May 31, 1997"]);
});

test("a number beyond all calendars is no moment, and breaks nothing", () => {
  for (const number of [8.64e15 + 1, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]) {
    assert.deepEqual([messages.moment(number), messages.day(number)], ["", ""]);
    assert.equal(typeof messages.ago(number, 0), "string");
  }
  assert.match(messages.moment(8.64e15), /275760/);
  assert.match(messages.day(0), /19(70|69)/);
});
