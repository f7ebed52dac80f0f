import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

/**
 * Whether files of two folders mean the same to the language: the same tokens, each on its line.
 * TypeScript's own scanner says what they are. `node same-tokens.mjs FOLDER FOLDER PATH…` prints
 * each file that differs, and where.
 */
const compiler = (process.env.PATH ?? "").split(delimiter)
  .map((folder) => join(folder, "tsc")).find(existsSync);
if (!compiler) throw new Error("tsc is not on the PATH");
const ts = createRequire(realpathSync(compiler))("../lib/typescript.js");

const [one, other, ...paths] = process.argv.slice(2);
let differing = 0;
for (const path of paths) {
  const [own, their] = [one, other].map((folder) => tokens(readFileSync(join(folder, path), "utf8")));
  const at = Array.from({ length: Math.max(own.length, their.length) }).findIndex(
    (_, index) => own[index] !== their[index]);
  if (at < 0) continue;
  differing += 1;
  console.log(`${path}: ${own[at] ?? "the end"} became ${their[at] ?? "the end"}`);
}
process.exit(differing === 0 ? 0 : 1);

/**
 * The tokens of a script, each with its line: the leaves of the syntax tree, so that a `/` is what
 * the grammar says it is.
 * @param {string} source
 * @returns {string[]}
 */
function tokens(source) {
  const file = ts.createSourceFile("a.js", source, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  /** @type {string[]} */
  const found = file.parseDiagnostics.map((/** @type {any} */ each) => String(each.messageText));
  /** @param {any} node */
  function visit(node) {
    // What a comment documents has it among its children.
    const children = node.getChildren(file).filter(({ kind }) =>
      kind < ts.SyntaxKind.FirstJSDocNode || kind > ts.SyntaxKind.LastJSDocNode);
    if (children.length > 0) return void children.forEach(visit);
    const start = node.getStart(file);
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    found.push(`${line} ${ts.SyntaxKind[node.kind]} ${source.slice(start, node.end)}`);
  }
  visit(file);
  return found;
}
