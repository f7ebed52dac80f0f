import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const web = new URL("../../Web/", import.meta.url);
const read = (path) => readFileSync(new URL(path, web), "utf8");
const drawn = [...read("elements/icon.js").matchAll(/^ {2}(\w+): "M/gm)].map(([, name]) => name);
const modules = ["views", "elements", "navigation"]
  .flatMap((folder) => readdirSync(new URL(folder, web)).map((name) => `${folder}/${name}`))
  .filter((path) => path.endsWith(".js"))
  // What comments say is no name.
  .map((path) => [path, read(path).replace(/\/\*\*[^]*?\*\/|^\s*\/\/.*$/gm, "")]);

// Functions that other modules call with an icon's name, and those made in a way that is not looked for:
// which of their arguments it is.
const known = { icon: 0, setIcon: 1, iconButton: 0, createItem: 1, place: 1, command: 1 };

// Names that stand in a table, in an object, or in a variable.
const tables = [
  /(?:Icons|Symbols|\bsymbols) = \{([^}]*)\}/g,
  /\b(?:pages|promises) = \[([^;]*);/g,
  /(?:\bsymbol: |"icon": |\bsymbol = )((?:[^\n]*\? )?"\w+"[^,;\n]*)/g,
  /kindOf\(t\([^()]*\)\)\(`[^`]*`, ("\w+")/g,
];

/** The arguments of a call, whose first begins at `at`. */
function argumentsAt(text, at) {
  const found = [""];
  let depth = 0;
  for (let index = at; depth >= 0 && index < text.length; index += 1) {
    const sign = text[index];
    if ("([{".includes(sign)) depth += 1;
    if (")]}".includes(sign)) depth -= 1;
    if (sign === "," && depth === 0) found.push("");
    else found[found.length - 1] += sign;
  }
  return found;
}

/** The words that a piece of code may stand for: not those that something is compared with. */
function wordsOf(code) {
  return [...code.matchAll(/(?<![=!]== )"(\w+)"/g)].map(([, word]) => word);
}

/** Every name of an icon in a module. */
function namesIn(text) {
  const positions = new Map(Object.entries(known));
  for (const [, name, other, before] of text.matchAll(
    /(?:function (\w+)|const (\w+) =) ?\(([^()]*?)\bsymbol\b/g,
  )) positions.set(name ?? other, before.split(",").length - 1);
  const called = [...positions].flatMap(([name, position]) =>
    [...text.matchAll(new RegExp(`(?<!\\.|function )\\b${name}\\(`, "g"))].flatMap(
      ({ 0: head, index }) => wordsOf(argumentsAt(text, index + head.length)[position] ?? "")));
  const listed = tables.flatMap((table) => [...text.matchAll(table)].flatMap(([, code, pairs = code]) =>
    // Of a pair, that which is no icon is the name of something else.
    (pairs.includes("[\"") ? pairsOf(pairs) : wordsOf(pairs))));
  return [...called, ...listed];
}

function pairsOf(code) {
  return [...code.matchAll(/\["(\w+)", "(\w+)"\]/g)].map(([, ...pair]) =>
    pair.find((word) => drawn.includes(word)) ?? pair.join());
}

test("every icon that is named is drawn, and every one that is drawn is named", () => {
  const named = new Set();
  for (const [path, text] of modules) {
    for (const name of namesIn(text)) {
      named.add(name);
      assert.ok(drawn.includes(name), `${path}: no icon is called ${name}`);
    }
  }
  // Also a sign that no way to name one is overlooked.
  assert.deepEqual(drawn.filter((name) => !named.has(name)), []);
});
