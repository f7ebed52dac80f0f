import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeServerMessage, encode, WireError } from "../../Web/wire/messages.js";
import { decodeClientMessage } from "./support/client-messages.mjs";
import { byteLength } from "../../Web/wire/readers.js";
import { vectors } from "./support/vectors.mjs";

const files = [
  "hello.json",
  "welcome.json",
  "pull.json",
  "page.json",
  "changes.json",
  "behind.json",
  "push.json",
  "ack.json",
  "heartbeat.json",
  "error.json",
  "envelope.json",
  "scenes.json",
];

/** The text of a vector; `pad` brings it to that many bytes by a member that nobody knows. */
function text({ text, json, pad }) {
  if (text !== undefined) return text;
  const bare = JSON.stringify(json);
  if (pad === undefined) return bare;
  const rest = pad - byteLength(bare) - byteLength(',"pad":""');
  return `${bare.slice(0, -1)},"pad":"${"x".repeat(rest)}"}`;
}

for (const file of files) {
  describe(`wire ${file}`, () => {
    for (const { name, given, when, expect } of vectors("wire", file)) {
      test(name, () => check(given.from === "client" ? decodeClientMessage : decodeServerMessage, when, expect));
    }
  });
}

function check(decode, when, expect) {
  if (expect.fault) {
    assert.throws(() => decode(text(when)), (error) => {
      assert.ok(error instanceof WireError, String(error));
      assert.deepEqual(
        { fault: error.fault, member: error.member },
        { fault: expect.fault, member: expect.member },
      );
      return true;
    });
    return;
  }
  const message = decode(text(when));
  if (expect.unknown !== undefined) {
    assert.deepEqual(message, { t: "unknown", type: expect.unknown });
    return;
  }
  const refused = (message.ops ?? []).filter((op) => op.fault).map((op) => op.n);
  assert.deepEqual(refused, expect.refused ?? []);
  for (const op of message.ops ?? []) delete op.fault;
  assert.deepEqual(JSON.parse(encode(message)), expect.message);
}

test("a row says that an entity stands for another, for itself again, or nothing of it", () => {
  const row = { e: "book", id: "b", seq: 3, at: 1, by: "d" };
  const alias = (/** @type {any} */ said) => {
    const text = JSON.stringify({ t: "changes", from: 2, to: 3, rows: [{ ...row, ...said }] });
    return decodeServerMessage(text).rows[0].alias;
  };
  assert.equal(alias({ alias: "a" }), "a");
  assert.equal(alias({ alias: null }), null);
  assert.equal(alias({}), undefined);
});

test("the bytes of a text are those of its UTF-8", () => {
  for (const sample of ["", "plain", "é", "€", "😀", "a😀b", "\ud800", "\udc00x", "\ud800\ud800\udc00"]) {
    assert.equal(byteLength(sample), new TextEncoder().encode(sample).length, JSON.stringify(sample));
  }
});
