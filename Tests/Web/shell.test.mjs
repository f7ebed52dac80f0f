import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { listing, listPath, reachableFiles } from "./support/shell-files.mjs";

const web = fileURLToPath(new URL("../../Web/", import.meta.url));
const files = reachableFiles();

test("the shell that is kept for offline use is exactly what the page leads to", () => {
  const written = readFileSync(listPath, "utf8");
  assert.equal(written, listing(files), "run: node Tests/Web/support/shell-files.mjs");
});

test("every module of the interface is reached from the page", () => {
  const apart = ["/sw.js", "/shell-files.js"]; // the worker is a program of its own
  const folders = /^\/(views|elements|covers|messages|scene|store|transport|[^/]+\.js)/;
  const modules = readdirSync(web, { recursive: true })
    .map((name) => "/" + String(name).replaceAll("\\", "/"))
    .filter(
      (path) => path.endsWith(".js") && folders.test(path) && statSync(join(web, path)).isFile(),
    );
  const lost = modules.filter((path) => !files.includes(path) && !apart.includes(path));
  assert.deepEqual(lost, []);
});

test("every name that a module imports is exported by the other one", async () => {
  // Modules of views and elements touch the document only when they are called, so all can be
  // linked here; app.js starts the client and is linked by a browser.
  for (const path of files.filter((name) => name.endsWith(".js") && name !== "/app.js")) {
    await assert.doesNotReject(import(join(web, path)), path);
  }
});

test("the page has no inline script or style, which its policy would refuse", () => {
  const html = readFileSync(join(web, "index.html"), "utf8");
  assert.doesNotMatch(html, /<style|style="|<script(?![^>]*\bsrc=)|\son\w+=/i);
});

test("no module builds nodes from markup", () => {
  for (const path of files.filter((name) => name.endsWith(".js"))) {
    const text = readFileSync(join(web, path), "utf8");
    assert.doesNotMatch(
      text,
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/,
      path,
    );
  }
});

test("the layout and the way through it ask the width, never what browser this is", () => {
  // A browser's first name is for people to know it by, and what a command key is called and edits
  // is its system's to say; nothing else depends on them.
  const excused = ["/views/device-name.js", "/views/command-key.js"];
  const asking = files.filter((path) => path.endsWith(".js") && !excused.includes(path));
  for (const path of asking) {
    const text = readFileSync(join(web, path), "utf8");
    assert.doesNotMatch(text, /userAgent|navigator\.(platform|vendor|appVersion)/, path);
  }
});
