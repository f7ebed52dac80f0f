import assert from "node:assert/strict";
import { test } from "node:test";
import { isApple, keysHere } from "../../Web/views/command-key.js";
import { named, ranked } from "../../Web/views/palette-ranking.js";
import { keysOf, workingKey } from "../../Web/views/shortcuts-help.js";

const choice = (label, more = "") => ({
  name: label, label, more, symbol: "book", kind: "Place", act() {},
});
const names = (choices) => choices.map(({ name }) => name);
const found = (query, ...labels) => names(ranked(labels.map((each) => choice(each)), query));

test("whose name it is comes first, then what begins with it; else all keep their order", () => {
  const labels = ["Mark: Read", "To read", "Reading", "Read", "Spread"];
  assert.deepEqual(found("read", ...labels), ["Read", "Reading", "Mark: Read", "To read"]);
});

test("words are typed in any order, by their beginnings, without accents and case", () => {
  const labels = ["Show all élan vital", "Élan alone"];
  assert.deepEqual(found("VIT ela", ...labels), ["Show all élan vital"]);
  assert.deepEqual(found("elan", ...labels), ["Élan alone", "Show all élan vital"]);
  assert.deepEqual(found("élan other", ...labels), []);
});

test("what else it is found by counts less than its own words", () => {
  const choices = [choice("Privacy", "Settings"), choice("Settings")];
  assert.deepEqual(names(ranked(choices, "set")), ["Settings", "Privacy"]);
  assert.deepEqual(names(ranked(choices, "settings priv")), ["Privacy"]);
});

test("a name that is an emoji alone is found by it, and nothing is found by none", () => {
  assert.deepEqual(found("🦊", "Fox", "🦊"), ["🦊"]);
  assert.deepEqual(found("…", "Fox"), []);
});

test("a script without spaces is found anywhere", () => {
  assert.deepEqual(found("文学", "日本文学"), ["日本文学"]);
});

test("choices are had by their names, each once and if it is there", () => {
  const choices = [choice("All"), choice("Feed"), choice("Read")];
  assert.deepEqual(names(named(choices, ["Read", "gone", "All", "Read"])), ["Read", "All"]);
});

test("keys are called as the system calls them", () => {
  assert.equal(keysHere("z  Ctrl Shift Z", "Linux x86_64"), "z  Ctrl Shift Z");
  assert.equal(keysHere("Z  Ctrl Shift Z", "MacIntel"), "Z  ⇧⌘Z");
  assert.equal(keysHere("Ctrl [", "iPad"), "⌘[");
  assert.equal(keysHere("Ctrl K", "MacIntel"), "⌘K");
  assert.equal(keysHere("Ctrl Home End", "MacIntel"), "Ctrl Home End");
  assert.equal(isApple("Win32"), false);
});

test("the key of a choice is one that works", () => {
  assert.equal(workingKey(keysOf("edit"), true), "e");
  assert.equal(workingKey(keysOf("edit"), false), "");
  assert.equal(workingKey(keysOf("undo"), true), "z");
  assert.equal(workingKey(keysOf("undo"), false), keysHere("Ctrl Z"));
  assert.equal(workingKey(keysOf("unknown"), true), "");
});
