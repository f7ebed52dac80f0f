import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import english from "../../Web/messages/en.js";

// What lies under the views knows what went wrong, and no language.
const folders = ["library", "replica", "store", "transport", "wire"];
const sources = folders.flatMap((folder) => {
  const directory = new URL(`../../Web/${folder}/`, import.meta.url);
  return readdirSync(directory).map((name) =>
    ({ path: `${folder}/${name}`, text: readFileSync(new URL(name, directory), "utf8") }));
});

/** The text without its comments, and the strings in it. */
function partsOf(text) {
  const strings = [];
  const code = text.replace(/\/\*[^]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g, (part) => {
    if (part.startsWith("/")) return "";
    strings.push(part.slice(1, -1));
    return part;
  });
  return { code, strings };
}

/** Several words, of which the first begins one: for a person, not for a program. */
const isSentence = (string) => /^\W*[A-Z][a-z’']* \S/.test(string);

test("a sentence is told from what programs say", () => {
  const { strings } = partsOf('a("The server is away."); // "No word."\nb(`One edit ${c}`, "no lock", "X-Name")');
  assert.deepEqual(strings.filter(isSentence), ["The server is away.", "One edit ${c}"]);
});

test("no sentence for a person stands under the views", () => {
  const found = sources.flatMap(({ path, text }) =>
    partsOf(text).strings.filter(isSentence).map((string) => `${path}: ${string}`));
  assert.deepEqual(found, []);
});

/** The protocol's own words for what is wrong with an edit. */
const problemCodes = ["invalid", "malformed"];

test("every fault has its words, and all words their fault", () => {
  const code = sources.map(({ text }) => partsOf(text).code).join("\n");
  const named = [...code.matchAll(/code: "([\w.]+)"/g)].map(([, name]) => name)
    .filter((name) => !problemCodes.includes(name));
  const [, refusals] = /REFUSALS = new Map\(\[([^;]*)\]\)/.exec(code) ?? [];
  const ofConnection = [...(refusals ?? "").matchAll(/"(\w+)"/g)].map(([, name]) => name);
  const storage = sources.find(({ path }) => path === "store/storage.js")?.text ?? "";
  const [, union] = /@param \{([\w"|]+)\} code/.exec(storage) ?? [];
  const ofStorage = [...(union ?? "").matchAll(/"(\w+)"/g)].map(([, name]) => `storage.${name}`);
  const wire = sources.find(({ path }) => path === "wire/readers.js")?.text ?? "";
  const [, faulty] = /@typedef \{([\w"|\s*]+)\} WireFault/.exec(wire) ?? [];
  const ofWire = [...(faulty ?? "").matchAll(/"(\w+)"/g)].map(([, name]) => `wire.${name}`);
  const words = Object.keys(english).filter((key) => key.startsWith("fault.")).map((key) => key.slice(6));
  assert.ok(ofConnection.length > 2 && ofStorage.length > 4 && ofWire.length > 6);
  const faults = new Set([...named, ...ofConnection, ...ofStorage, ...ofWire]);
  // What nobody foresaw has words of its own.
  faults.delete("unexpected");
  assert.deepEqual([...faults].sort(), words.sort());
});
