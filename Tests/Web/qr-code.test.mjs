import assert from "node:assert/strict";
import { test } from "node:test";
import { qrPath } from "../../Web/elements/qr-code.js";

/** What a path fills, as rows of dark and light without the border. */
function filled(path, size) {
  const rows = Array.from({ length: size }, () => Array(size).fill("0"));
  for (const [, x, y, run, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
    assert.equal(run, back);
    for (let at = 0; at < Number(run); at += 1) rows[Number(y) - 4][Number(x) - 4 + at] = "1";
  }
  return rows.map((row) => row.join(""));
}

test("a path fills the dark modules and nothing else", () => {
  const rows = ["10110", "00000", "11111", "01010", "00001"];
  assert.deepEqual(filled(qrPath(rows), 5), rows);
  assert.equal(qrPath(["0", "0"]), "");
});
