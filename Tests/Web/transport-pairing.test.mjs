import assert from "node:assert/strict";
import { test } from "node:test";
import { Databases } from "../../Web/transport/databases.js";
import { freeName, pair, session, tellApart } from "../../Web/transport/pairing.js";
import { receive } from "../../Web/transport/socket.js";
import { wordsOf } from "./support/worded.mjs";

/** A `fetch` that remembers what was asked and answers with `status` and `body`. */
function answering(status, body) {
  const asked = [];
  const request = async (path, options) => {
    asked.push({ path, ...options });
    return new Response(body === undefined ? "<html>" : JSON.stringify(body), { status });
  };
  return { asked, request };
}

const named = { device: { id: "d", name: "Laptop" }, library: { id: "l", name: "Books" } };

test("pairing sends the code, asks for a cookie, and gives device and library", async () => {
  const { asked, request } = answering(200, named);
  assert.deepEqual(await pair("ABCD-1234", "Laptop", request), named);
  assert.equal(asked[0].path, "/v1/pair");
  assert.equal(asked[0].method, "POST");
  assert.deepEqual(JSON.parse(asked[0].body), { code: "ABCD-1234", name: "Laptop", as: "cookie" });
  await pair("ABCD-1234", undefined, request);
  assert.deepEqual(JSON.parse(asked[1].body), { code: "ABCD-1234", as: "cookie" });
});

test("a refusal has the server's sentence", async () => {
  const { request } = answering(403, { error: { code: "expired", message: "This link has expired." } });
  await assert.rejects(pair("X", undefined, request), (error) => {
    assert.equal(wordsOf(error.fault), "This link has expired.");
    return true;
  });
});

test("an answer that says nothing is still one sentence", async () => {
  const { request } = answering(502);
  await assert.rejects(pair("X", undefined, request), (error) => /Try again/.test(wordsOf(error.fault)));
});

test("a server out of reach is told apart from a refusal", async () => {
  const request = async () => {
    throw new TypeError("Failed to fetch");
  };
  await assert.rejects(session(request), (error) => /out of reach/.test(wordsOf(error.fault)));
});

test("a session is somebody's, or nobody's", async () => {
  const whole = { account: "a", ...named };
  assert.deepEqual(await session(answering(200, whole).request), whole);
  assert.equal(await session(answering(401, { error: {} }).request), null);
  await assert.rejects(session(answering(500).request), { code: "unanswered" });
});

test("of two devices that would be called the same, the later one has a number", async () => {
  assert.equal(freeName("Mac computer", []), "Mac computer");
  assert.equal(freeName("Mac computer", ["Mac phone", "Mac computer"]), "Mac computer 2");
  assert.equal(freeName("Mac computer", ["Mac computer 2", "Mac computer"]), "Mac computer 3");

  const devices = [
    { id: "gone", name: "Laptop", revoked: 5 }, { id: "a", name: "Laptop" }, { id: "b", name: "Laptop" },
  ];
  const later = answering(200, { devices });
  await tellApart(devices[2], later.request);
  assert.deepEqual(later.asked.map(({ path, method }) => [path, method]), [
    ["/v1/devices", undefined], ["/v1/devices/b", "PATCH"],
  ]);
  assert.deepEqual(JSON.parse(later.asked[1].body), { name: "Laptop 2" });

  const first = answering(200, { devices });
  await tellApart(devices[1], first.request);
  assert.equal(first.asked.length, 1);
});

test("who is not told the other devices keeps the name", async () => {
  const { asked, request } = answering(502);
  await tellApart(named.device, request);
  assert.equal(asked.length, 1);
});

test("each library has a database of its own, and the last one opened is found again", () => {
  const items = new Map();
  const memory = { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) };
  const databases = new Databases(memory);
  assert.equal(databases.current, "dogear");
  databases.bind("dogear", "lib-1");
  databases.switchTo("lib-2");
  assert.equal(new Databases(memory).current, "dogear-lib-2");
  databases.switchTo("lib-1");
  assert.equal(new Databases(memory).current, "dogear");
});

test("a memory that is damaged, full or missing means the first database", () => {
  const damaged = { getItem: () => "{", setItem() {} };
  assert.equal(new Databases(damaged).current, "dogear");
  const full = {
    getItem: () => null,
    setItem() {
      throw new Error("quota");
    },
  };
  new Databases(full).switchTo("lib-2");
  assert.equal(new Databases(null).current, "dogear");
});

test("what comes from a socket is decoded, or told to be unreadable", () => {
  const heard = [];
  const events = {
    message: (message) => heard.push(message),
    unreadable: (fault) => heard.push(wordsOf(fault)),
    opened() {},
    closed() {},
  };
  receive('{"t":"behind","head":3}', events);
  receive('{"t":"behind"}', events);
  receive(new ArrayBuffer(2), events);
  assert.deepEqual(heard, [{ t: "behind", head: 3 }, "The message lacks “head”.", "The message is no text."]);
});
