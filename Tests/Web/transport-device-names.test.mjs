import assert from "node:assert/strict";
import { test } from "node:test";
import { DeviceNames } from "../../Web/transport/device-names.js";

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a device that came later is asked about once, and its name then told", async () => {
  let asked = 0;
  let learned = 0;
  const names = new DeviceNames(() => (learned += 1), async () => {
    asked += 1;
    return { ok: true, json: async () => ({ devices: [{ id: "d2", name: "Phone" }] }) };
  });
  assert.equal(names.nameOf("d2"), undefined);
  assert.equal(names.nameOf("d2"), undefined);
  await settled();
  assert.equal(names.nameOf("d2"), "Phone");
  assert.equal(names.nameOf("gone"), undefined);
  await settled();
  assert.equal(names.nameOf("gone"), undefined);
  assert.deepEqual([asked, learned], [2, 1]);
});

test("without a server a name stays unknown, and nothing fails", async () => {
  const names = new DeviceNames(assert.fail, async () => {
    throw new TypeError("Failed to fetch");
  });
  assert.equal(names.nameOf("d2"), undefined);
  await settled();
  assert.equal(names.nameOf("d2"), undefined);
});
