import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

// The worker is a program of its own: it is given a browser, once, before it is read.
const origin = "https://books.example";
const listeners = new Map();
/** @type {Map<string, Response>} in the order in which they were kept */
let kept = new Map();
let isFull = false;
let isOnline = true;
let status = 200;
const catalogue = {
  async match({ url }) {
    return kept.get(url)?.clone();
  },
  async put({ url }, answer) {
    if (isFull) throw new DOMException("no room", "QuotaExceededError");
    kept.delete(url);
    kept.set(url, answer);
  },
  async addAll() {},
  keys: async () => [...kept.keys()].map((url) => new Request(url)),
  delete: async ({ url }) => kept.delete(url),
};
/** @type {string[]} the names of what is kept */
let names = [];
const registration = { installing: null };
globalThis.self = {
  location: { origin },
  registration,
  clients: { claim: async () => {} },
  addEventListener: (type, listener) => listeners.set(type, listener),
};
globalThis.caches = {
  open: async () => catalogue,
  keys: async () => names,
  delete: async (name) => (names = names.filter((one) => one !== name)),
};
let answer = "fresh";
globalThis.fetch = async () => {
  if (!isOnline) throw new TypeError("no network");
  return new Response(answer, { status });
};
globalThis.Request = class extends Request {
  constructor(path, options) {
    super(new URL(path, origin), options);
  }
};
await import("../../Web/sw.js");
const { shellVersion } = await import("../../Web/shell-files.js");

/** Has the worker do what the browser asks for once. */
function done(type) {
  let work;
  listeners.get(type)({ waitUntil: (promise) => (work = promise) });
  return work;
}

/** What the worker answers to a page of the feed. */
async function ask(page) {
  let answer;
  const request = new Request(`${origin}/v1/catalog?page=${page}`);
  listeners.get("fetch")({ request, respondWith: (given) => (answer = given) });
  return (await answer).text();
}

beforeEach(() => {
  [kept, isFull, isOnline, answer, status] = [new Map(), false, true, "fresh", 200];
});

test("a page of the feed comes from the server, and as it came last without one", async () => {
  assert.equal(await ask(1), "fresh");
  isOnline = false;
  assert.equal(await ask(1), "fresh");
});

test("a page of the feed comes as it came last where a proxy says that the server is away", async () => {
  assert.equal(await ask(1), "fresh");
  [answer, status] = ["Bad Gateway", 502];
  assert.equal(await ask(1), "fresh");
  assert.equal(await ask(2), "Bad Gateway");
  // What Dogear itself says is its own.
  [answer, status] = ["Not so many.", 429];
  assert.equal(await ask(1), "Not so many.");
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

test("files are kept only from a server that is of the same version before and after", async () => {
  answer = `export const shellVersion = "another";`;
  await assert.rejects(done("install"));
  answer = `export const shellVersion = "${shellVersion}";`;
  await done("install");
});

test("a version that takes over leaves what a later one is being kept in", async () => {
  const own = `dogear-shell-${shellVersion}`;
  names = ["dogear-shell-older", own, "dogear-shell-newer", "dogear-catalog"];
  registration.installing = {};
  await done("activate");
  assert.equal(names.length, 4);
  registration.installing = null;
  await done("activate");
  assert.deepEqual(names, [own, "dogear-catalog"]);
});
