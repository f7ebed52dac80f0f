// Which files the client is made of, and the version they make together. Run by itself it writes
// them to Web/shell-files.js; shell.test.mjs holds that file to the truth.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../../../Web/", import.meta.url));
export const listPath = join(web, "shell-files.js");

/** Every file that index.html leads to, by its address, sorted. @returns {string[]} */
export function reachableFiles() {
  const found = new Set();
  const queue = ["/index.html"];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (found.has(path)) continue;
    if (!existsSync(join(web, path))) throw new Error(`${path} is named but not there`);
    found.add(path);
    for (const next of namedBy(path)) queue.push(posix.resolve(dirname(path), next));
  }
  return [...found].sort();
}

/** @param {string} path */
function namedBy(path) {
  const text = readFileSync(join(web, path), "utf8");
  const pattern = {
    ".html": /(?:href|src)="(\/[^"]+)"/g,
    ".js": /(?:^|\s)(?:import|export)\s(?:[^"';]*?\sfrom\s)?"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)|"(\/styles\/[^"]+\.css)"/g,
    ".webmanifest": /"src":\s*"(\/[^"]+)"/g,
    ".css": /url\("?([^")]+)"?\)|@import "([^"]+)"/g,
  }[posix.extname(path)];
  return pattern ? [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3]) : [];
}

/**
 * A short text that changes with any byte of any of the files.
 * @param {string[]} files
 */
export function versionOf(files) {
  const hash = createHash("sha256");
  for (const path of files) hash.update(path).update("\0").update(readFileSync(join(web, path)));
  return hash.digest("hex").slice(0, 16);
}

/** @param {string[]} files */
export function listing(files) {
  const lines = files.map((path) => `  ${JSON.stringify(path)},`).join("\n");
  return `/**
 * The files of the client and the version they make together: what the service worker keeps.
 * Written by \`node Tests/Web/support/shell-files.mjs\`; a test holds it to the files.
 */
export const shellVersion = ${JSON.stringify(versionOf(files))};

export const shellFiles = Object.freeze([
${lines}
]);
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(
  listPath,
  listing(reachableFiles()),
);
