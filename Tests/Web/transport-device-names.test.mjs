import assert from "node:assert/strict";
import { test } from "node:test";
import { DeviceNames } from "../../Web/transport/device-names.js";
import { FakeMemory } from "./support/fake-browser.mjs";

const nobody = () => [];
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a device that came later is asked about once, and its name then told", async () => {
  let asked = 0;
  let learned = 0;
  const names = new DeviceNames(nobody, () => (learned += 1), async () => {
    asked += 1;
    return { ok: true, json: async () => ({ devices: [{ id: "d2", name: "Phone" }] }) };
  }, null);
  assert.equal(names.nameOf("d2"), undefined);
  assert.equal(names.nameOf("d2"), undefined);
  await settled();
  assert.equal(names.nameOf("d2"), "Phone");
  assert.equal(names.nameOf("gone"), undefined);
  await settled();
  assert.equal(names.nameOf("gone"), undefined);
  assert.deepEqual([asked, learned], [2, 1]);
});

test("names that are shown are asked for again when they were told some time ago, and then once", async () => {
  let asked = 0;
  let learned = 0;
  let time = 0;
  let name = "Phone";
  const names = new DeviceNames(() => [{ id: "d2", name: "Phone" }], () => (learned += 1), async () => {
    asked += 1;
    return { ok: true, json: async () => ({ devices: [{ id: "d2", name }] }) };
  }, null, () => time);
  const next = async (milliseconds) => {
    time += milliseconds;
    names.look();
    await settled();
    return asked;
  };
  // Nobody has been shown one yet.
  assert.equal(await next(600_000), 0);
  assert.equal(names.nameOf("d2"), "Phone");
  await settled();
  assert.equal(asked, 1);
  name = "Ada's phone";
  assert.equal(await next(59_999), 1);
  assert.equal(names.nameOf("d2"), "Phone");
  assert.equal(await next(1), 2);
  assert.deepEqual([names.nameOf("d2"), learned], ["Ada's phone", 1]);
  // Being shown is looking, too; and what was told otherwise is as fresh.
  time += 60_000;
  names.learn([{ id: "d2", name: "Ada" }]);
  assert.equal(names.nameOf("d2"), "Ada");
  time += 60_000;
  assert.deepEqual([names.nameOf("d2"), names.nameOf("d2"), asked], ["Ada", "Ada", 3]);
});

test("without a server a name stays unknown, and nothing fails", async () => {
  const names = new DeviceNames(nobody, assert.fail, async () => {
    throw new TypeError("Failed to fetch");
  }, null);
  assert.equal(names.nameOf("d2"), undefined);
  await settled();
  assert.equal(names.nameOf("d2"), undefined);
});

test("a page that is opened where nobody can be asked has the names that the last answer gave", async () => {
  const memory = new FakeMemory();
  let devices = [{ id: "d2", name: "Phone" }, { id: "d3", name: "Tablet" }];
  const open = () => new DeviceNames(nobody, () => {}, async () => ({ ok: true, json: async () => ({ devices }) }), memory);
  open().nameOf("d2");
  await settled();
  const away = new DeviceNames(nobody, assert.fail, async () => {
    throw new TypeError("Failed to fetch");
  }, memory);
  assert.deepEqual([away.nameOf("d2"), away.nameOf("d3"), away.nameOf("d4")], ["Phone", "Tablet", undefined]);
  await settled();

  devices = [{ id: "d2", name: "Old phone" }];
  const back = open();
  assert.equal(back.nameOf("d2"), "Phone");
  await settled();
  assert.equal(back.nameOf("d2"), "Old phone");
  assert.equal(memory.getItem("dogear.names"), '[["d2","Old phone"]]');
});

test("what is kept may be anything, and keeping may fail", async () => {
  const answer = async () => ({ ok: true, json: async () => ({ devices: [{ id: "d2", name: "Phone" }, null, { id: 3 }] }) });
  for (const kept of ["{", "{}", "null", "[1,null,[]]", '[["d2",5]]']) {
    const memory = { getItem: () => kept, setItem: () => { throw new Error("full"); } };
    const names = new DeviceNames(nobody, () => {}, answer, memory);
    assert.equal(names.nameOf("d2"), undefined);
    await settled();
    assert.equal(names.nameOf("d2"), "Phone");
  }
});

test("a device that was renamed since the greeting has the name that was told, until a greeting says otherwise", () => {
  let greeted = [{ id: "d2", name: "Linux phone" }, { id: "d3", name: "Tablet" }];
  let learned = 0;
  const memory = new FakeMemory();
  const names = new DeviceNames(() => greeted, () => (learned += 1), assert.fail, memory);
  names.learn(greeted);
  assert.equal(learned, 0);
  names.learn([{ id: "d2", name: "Ada's phone" }, { id: "d3", name: "Tablet" }]);
  assert.deepEqual([names.nameOf("d2"), names.nameOf("d3"), learned], ["Ada's phone", "Tablet", 1]);
  // The same greeting again, as another tab hands it on, is no newer.
  greeted = [...greeted];
  assert.equal(names.nameOf("d2"), "Ada's phone");
  greeted = [{ id: "d2", name: "Ada's other phone" }];
  assert.equal(names.nameOf("d2"), "Ada's other phone");
  // What a page before this one was told is older than any greeting.
  assert.equal(new DeviceNames(() => greeted, assert.fail, assert.fail, memory).nameOf("d2"), "Ada's other phone");
});
