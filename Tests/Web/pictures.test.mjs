import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { test } from "node:test";
import { blobName, isBlobName } from "../../Web/covers/blob-name.js";
import { pictureHeight, pictureSideMax, pictureWidth } from "../../Web/covers/picture-limits.js";
import { scaleOf } from "../../Web/covers/picture-file.js";
import { keptMilliseconds } from "../../Web/replica/limits.js";
import { openPictureExchange } from "../../Web/transport/picture-exchange.js";
import { createPictureQueue } from "../../Web/transport/picture-queue.js";
import { pictureRetryMillisecondsMax } from "../../Web/transport/limits.js";
import { hasUnsent } from "../../Web/views/unsent.js";
import { FakeBrowser, until } from "./support/fake-browser.mjs";
import { vectors } from "./support/vectors.mjs";
import { wordsOf } from "./support/worded.mjs";

for (const { name, when, expect } of vectors("blobs", "names.json")) {
  test(`a blob is called after its bytes: ${name}`, async () => {
    const bytes = Uint8Array.from(Buffer.from(when, "hex")).buffer;
    assert.equal(await blobName(bytes, /** @type {any} */ (webcrypto)), expect);
    assert.ok(isBlobName(expect));
  });
}

test("another program's cover is none that is asked for", () => {
  for (const value of [null, undefined, 7, "", "cover-1", "A".repeat(64), "a".repeat(63)]) {
    assert.ok(!isBlobName(value), String(value));
  }
});

test("a picture is never made larger, and what a cover shows of it has all the points of one", () => {
  assert.equal(scaleOf({ width: 300, height: 400 }), 1);
  assert.equal(scaleOf({ width: 4_000, height: 6_000 }) * 6_000, pictureHeight);
  assert.equal(scaleOf({ width: 4_000, height: 3_000 }) * 3_000, pictureHeight);
  assert.equal(scaleOf({ width: 3_000, height: 6_000 }) * 3_000, pictureWidth);
  assert.equal(scaleOf({ width: 1_000, height: 6_000 }) * 6_000, pictureSideMax);
});

const [emma, dune] = ["a".repeat(64), "b".repeat(64)];
const content = { type: "image/webp", bytes: new ArrayBuffer(4) };

/** A browser with a library that names `covers`, a server that answers as `serve` says, and time by hand. */
function browser({ covers = [emma], serve = () => ({ status: 201 }), state = "saved" } = {}) {
  /** @type {Map<string, any>} */
  const about = new Map();
  const listeners = { status: () => {}, change: (/** @type {any} */ _change) => {} };
  const it = {
    about,
    covers,
    conflicts: /** @type {object[]} */ ([]),
    serve: /** @type {(method: string, id: string) => {status: number, message?: string}} */ (serve),
    state,
    epoch: "e1",
    time: 1_000,
    asked: /** @type {string[]} */ ([]),
    came: /** @type {string[]} */ ([]),
    wanted: /** @type {string[]} */ ([]),
    refused: /** @type {string[]} */ ([]),
    beside: /** @type {any} */ ({ pictures: 0, refusal: null }),
    timers: /** @type {{at: number, act: () => void}[]} */ ([]),
    /** Whatever was begun is done. */
    settled: async () => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    },
    async pass(/** @type {number} */ milliseconds) {
      it.time += milliseconds;
      for (const timer of it.timers.filter(({ at }) => at <= it.time)) {
        it.timers = it.timers.filter((each) => each !== timer);
        timer.act();
        await it.settled();
      }
    },
    async becomes(/** @type {string} */ next, epoch = it.epoch) {
      it.state = next;
      it.epoch = epoch;
      listeners.status();
      await it.settled();
    },
    async edited() {
      listeners.change({ keys: new Set(["book/b1"]) });
      await it.pass(200);
    },
  };
  const pictures = openPictureExchange({
    library: /** @type {any} */ ({
      get epoch() {
        return it.epoch;
      },
      status: () => ({ state: it.state }),
      subscribeStatus: (/** @type {() => void} */ listener) => (listeners.status = listener),
      subscribe: (/** @type {any} */ listener) => (listeners.change = listener),
      list: (/** @type {string} */ kind) => kind === "conflict"
        ? it.conflicts.map((fields) => ({ fields })) : it.covers.map((cover) => ({ fields: { cover } })),
      trash: () => [],
      noteBeside: (/** @type {any} */ beside) => (it.beside = beside),
    }),
    store: {
      get: async (id) => (about.has(id) ? new Blob([content.bytes]) : undefined),
      keep: async (what) => void about.set(what.id, what),
      own: async () => [...about.values()].filter(({ own }) => own === 1),
      note: async (id, change) => void about.set(id, change(about.get(id))),
      prune: async () => {},
    },
    came: (id) => it.came.push(id),
    wanted: () => it.wanted,
    request: /** @type {any} */ (async (/** @type {string} */ path, { method = "GET" } = {}) => {
      const id = path.slice("/v1/blobs/".length);
      it.asked.push(`${method} ${id[0]}`);
      const { status, message } = it.serve(method, id);
      if (status === 0) throw new TypeError("Failed to fetch");
      const body = message ? JSON.stringify({ error: { message } }) : "{}";
      return new Response(status === 204 ? null : body, { status });
    }),
    locks: null,
    schedule(after, act) {
      const timer = { at: it.time + after, act };
      it.timers.push(timer);
      return () => void (it.timers = it.timers.filter((each) => each !== timer));
    },
    now: () => it.time,
    chance: () => 1,
    refused: (fault) => it.refused.push(wordsOf(fault)),
  });
  return Object.assign(it, { pictures });
}

test("a picture that lost against another is sent, too, for a person has yet to choose", async () => {
  const it = browser({ covers: [dune] });
  await it.pictures.keep(emma, content);
  it.conflicts = [
    { field: "title", kept: { value: "A" }, lost: { value: emma } },
    { field: "cover", kept: null, lost: { value: dune } },
  ];
  await it.edited();
  assert.deepEqual(it.asked, []);
  it.conflicts = [{ field: "cover", kept: { value: dune }, lost: { value: emma } }];
  await it.edited();
  assert.deepEqual(it.asked, ["PUT a"]);
});

test("a picture shows at once and is sent once, when a book names it", async () => {
  const it = browser({ covers: [] });
  await it.pictures.keep(emma, content);
  assert.deepEqual(it.came, [emma]);
  await it.edited();
  assert.deepEqual(it.asked, []);
  it.covers = [emma];
  await it.edited();
  assert.deepEqual(it.asked, ["PUT a"]);
  await it.edited();
  await it.becomes("saved");
  assert.deepEqual(it.asked, ["PUT a"]);
  assert.deepEqual(it.beside, { pictures: 0, refusal: null });
});

test("offline it waits, and goes when the server is back", async () => {
  const it = browser({ state: "offline" });
  await it.pictures.keep(emma, content);
  await it.edited();
  assert.deepEqual([it.asked, it.beside.pictures], [[], 1]);
  await it.becomes("saved");
  assert.deepEqual([it.asked, it.beside.pictures], [["PUT a"], 0]);
});

test("what fails is tried again, later each time, and at once with the network", async () => {
  const it = browser({ serve: () => ({ status: 503 }) });
  await it.pictures.keep(emma, content);
  await it.edited();
  assert.equal(it.asked.length, 1);
  await it.pass(500);
  assert.equal(it.asked.length, 2);
  await it.pass(500);
  assert.equal(it.asked.length, 2);
  await it.pass(500);
  assert.equal(it.asked.length, 3);
  for (let turn = 0; turn < 12; turn += 1) await it.pass(pictureRetryMillisecondsMax);
  assert.equal(it.timers.length, 1);
  assert.equal(it.timers[0].at - it.time, pictureRetryMillisecondsMax);
  it.serve = () => ({ status: 201 });
  await it.becomes("offline");
  await it.becomes("saved");
  assert.equal(it.beside.pictures, 0);
});

test("a restored server gets what it may have lost, and for a month only", async () => {
  const it = browser();
  await it.pictures.keep(emma, content);
  await it.edited();
  await it.becomes("saved", "e2");
  assert.deepEqual(it.asked, ["PUT a", "PUT a"]);
  await it.pass(keptMilliseconds + 1);
  await it.pictures.keep(dune, content);
  it.covers = [emma, dune];
  await it.edited();
  assert.equal(it.about.get(emma).own, undefined);
  assert.equal(it.about.get(dune).own, 1);
  await it.becomes("saved", "e3");
  assert.deepEqual(it.asked, ["PUT a", "PUT a", "PUT b", "PUT b"]);
});

test("what is refused is told in the server's words, and holds up nothing", async () => {
  const message = "There is no room.";
  const it = browser({
    covers: [emma, dune],
    serve: (/** @type {string} */ _method, /** @type {string} */ id) =>
      (id === emma ? { status: 507, message } : { status: 201 }),
  });
  await it.pictures.keep(emma, content);
  await it.pictures.keep(dune, content);
  await it.edited();
  assert.deepEqual(it.asked, ["PUT a", "PUT b"]);
  assert.deepEqual(it.refused, [message]);
  assert.deepEqual(it.beside, { pictures: 0, refusal: { code: "unanswered", said: message } });
  it.serve = () => ({ status: 201 });
  it.pictures.retry();
  await it.settled();
  assert.deepEqual(it.asked, ["PUT a", "PUT b", "PUT a"]);
  assert.deepEqual(it.beside, { pictures: 0, refusal: null });
});

test("a picture of others is asked for until it is there, and as long as it is waited for", async () => {
  const it = browser({ serve: () => ({ status: 404 }) });
  it.wanted = [emma, dune];
  it.pictures.look(emma);
  it.pictures.look(dune);
  it.pictures.look(emma);
  await it.settled();
  assert.deepEqual(it.asked, ["GET a", "GET b"]);
  // A row that comes and goes asks no more often.
  it.pictures.look(emma);
  await it.settled();
  assert.equal(it.asked.length, 2);
  it.wanted = [emma];
  it.serve = () => ({ status: 200 });
  await it.pass(500);
  assert.deepEqual([it.asked, it.came], [["GET a", "GET b", "GET a"], [emma]]);
  assert.equal(it.about.get(emma).own, undefined);
});

test("while offline nobody is asked, and what is waited for is asked for afterwards", async () => {
  const it = browser({ state: "offline", serve: () => ({ status: 200 }) });
  it.wanted = [emma];
  it.pictures.look(emma);
  await it.pass(pictureRetryMillisecondsMax);
  assert.deepEqual(it.asked, []);
  await it.becomes("saved");
  assert.deepEqual(it.came, [emma]);
});

test("four at a time are asked for, each once", async () => {
  const ids = ["0", "1", "2", "3", "4", "5"];
  /** @type {[string, (outcome: "here") => void][]} */
  const open = [];
  const queue = createPictureQueue({
    ask: (id) => new Promise((resolve) => open.push([id, resolve])),
    wanted: () => [],
    schedule: () => () => {},
    delay: () => 0,
  });
  for (const id of [...ids, ...ids]) queue.look(id);
  const asked = () => open.map(([id]) => id);
  assert.deepEqual(asked(), ["0", "1", "2", "3"]);
  open[2][1]("here");
  await new Promise(setImmediate);
  assert.deepEqual(asked(), ["0", "1", "2", "3", "4"]);
  for (const [, answer] of open) answer("here");
  await new Promise(setImmediate);
  assert.deepEqual(asked(), ids);
});

test("pictures that wait are told beside the edits, and one that was refused is a problem", async () => {
  const { library } = await new FakeBrowser().open();
  await until(() => library.status().state === "saved");
  /** @type {string[]} */
  const told = [];
  library.subscribeStatus(({ state, waiting }) => told.push(`${state} ${waiting}`));
  library.noteBeside({ pictures: 2, refusal: null });
  library.noteBeside({ pictures: 2, refusal: null });
  assert.deepEqual(told, ["saving 2"]);
  assert.ok(!hasUnsent(library));
  library.noteBeside({ pictures: 0, refusal: { code: "unanswered", said: "There is no room." } });
  const { state, fault, isRefused, problems } = library.status();
  assert.deepEqual([state, wordsOf(fault), isRefused, problems], ["problem", "There is no room.", true, 0]);
  library.noteBeside({ pictures: 0, refusal: null });
  assert.equal(library.status().state, "saved");
});
