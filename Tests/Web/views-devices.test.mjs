import assert from "node:assert/strict";
import { test } from "node:test";
import english from "./support/english.mjs";
import { DeviceNames } from "../../Web/transport/device-names.js";
import { createMessages } from "../../Web/messages/messages.js";
import { createDeviceDirectory, isEReader } from "../../Web/views/device-directory.js";

const told = { of: "d1", at: 1_700_000_000_000, devices: [
  { id: "d1", name: "Desk", seen: null }, { id: "d2", name: "Phone", seen: 5 },
] };

/** The directory of device `id`, whose browser keeps `text` and reaches no server. */
function directory(text, id = "d1") {
  return createDeviceDirectory({
    library: { device: { id, name: "" }, deviceName: () => undefined, names: { learn: assert.fail } },
    messages: createMessages("en", english),
    now: () => 0,
    storage: { getItem: () => text, setItem: assert.fail },
    changed: assert.fail,
  });
}

test("what was told of the devices is known offline, as of when", () => {
  const devices = directory(JSON.stringify(told));
  assert.deepEqual(devices.others, [{ id: "d2", name: "Phone", seen: 5 }]);
  assert.equal(devices.asOf, told.at);
  assert.equal(devices.nameOf("d2"), "Phone");
});

test("what another device of this browser was told, or nothing can read, is not known", () => {
  for (const devices of [directory(JSON.stringify(told), "d9"), directory("{"), directory("[1]"), directory(null)]) {
    assert.equal(devices.others, null);
    assert.equal(devices.asOf, null);
    assert.equal(devices.nameOf("d2"), "Another device");
  }
});

test("a device without a name begins a sentence with a capital, and stands in one without", () => {
  const devices = directory(null);
  assert.equal(devices.nameOf("d2"), "Another device");
  assert.equal(devices.nameWithin("d2"), "another device");
});

test("an e-reader is told from what has windows by the name that the server gave it", () => {
  assert.equal(isEReader("koreader-01JDK5QZ"), true);
  for (const id of ["01JDK5QZ", "koreader", "my-koreader-1"]) assert.equal(isEReader(id), false);
});

test("an answer that was overtaken does not bring back what was changed meanwhile", async (context) => {
  /** @type {((names: string[]) => void)[]} */
  const answers = [];
  const answered = (names) => ({
    ok: true, json: async () => ({ devices: names.map((name, at) => ({ id: `d${at}`, name })) }),
  });
  context.mock.method(globalThis, "fetch", (_, { method = "GET" } = {}) => method === "GET"
    ? new Promise((resolve) => answers.push((names) => resolve(answered(names))))
    : Promise.resolve(answered([])));
  let changes = 0;
  const names = new DeviceNames(() => [], () => {}, assert.fail, null);
  const devices = createDeviceDirectory({
    library: { device: { id: "d0", name: "" }, deviceName: (id) => names.nameOf(id), names },
    messages: createMessages("en", english),
    now: () => 0,
    storage: { getItem: () => null, setItem() {} },
    changed: () => (changes += 1),
  });
  const looking = devices.load();
  const renaming = devices.rename("d1", "Phone");
  while (answers.length < 2) await new Promise((resolve) => setImmediate(resolve));
  answers[1](["Desk", "Phone"]);
  await renaming;
  answers[0](["Desk", "Linux phone"]);
  await looking;
  assert.equal(devices.nameOf("d1"), "Phone");
  assert.equal(changes, 1);
});
