import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

// The worker is a program of its own: it is given a browser, once, before it is read.
const origin = "https://books.example";
const listeners = new Map();
/** @type {Map<string, Response>} in the order in which they were kept */
let kept = new Map();
let isFull = false;
let isOnline = true;
const catalogue = {
  async match({ url }) {
    return kept.get(url)?.clone();
  },
  async put({ url }, answer) {
    if (isFull) throw new DOMException("no room", "QuotaExceededError");
    kept.delete(url);
    kept.set(url, answer);
  },
  keys: async () => [...kept.keys()].map((url) => new Request(url)),
  delete: async ({ url }) => kept.delete(url),
};
globalThis.self = {
  location: { origin },
  addEventListener: (type, listener) => listeners.set(type, listener),
};
globalThis.caches = { open: async () => catalogue };
globalThis.fetch = async () => {
  if (!isOnline) throw new TypeError("no network");
  return new Response("fresh");
};
await import("../../Web/sw.js");

/** What the worker answers to a page of the feed. */
async function ask(page) {
  let answer;
  const request = new Request(`${origin}/v1/catalog?page=${page}`);
  listeners.get("fetch")({ request, respondWith: (given) => (answer = given) });
  return (await answer).text();
}

beforeEach(() => {
  [kept, isFull, isOnline] = [new Map(), false, true];
});

test("a page of the feed comes from the server, and as it came last without one", async () => {
  assert.equal(await ask(1), "fresh");
  isOnline = false;
  assert.equal(await ask(1), "fresh");
});

test("a full storage costs neither the answer nor the copy there was", async () => {
  kept.set(`${origin}/v1/catalog?page=1`, new Response("former"));
  isFull = true;
  assert.equal(await ask(1), "fresh");
  isOnline = false;
  assert.equal(await ask(1), "former");
});

test("a hundred answers are kept, the oldest go first", async () => {
  for (let page = 1; page <= 101; page += 1) await ask(page);
  await ask(2);
  await ask(102);
  const pages = [...kept.keys()].map((url) => Number(url.split("=")[1]));
  assert.equal(pages.length, 100);
  assert.deepEqual([pages[0], ...pages.slice(-3)], [4, 101, 2, 102]);
});
