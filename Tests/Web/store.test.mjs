import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Chunks } from "../../Web/store/chunks.js";
import { MemoryStorage, memoryDisk } from "../../Web/store/memory.js";
import { storeContract } from "./support/store-contract.mjs";

describe("the storage contract, in memory", () => {
  const openFresh = () => {
    const disk = memoryDisk();
    return async () => new MemoryStorage(disk);
  };
  for (const { name, run } of storeContract(openFresh)) test(name, run);
});

describe("chunks", () => {
  const make = () => new Chunks(2, (item) => item.id);
  const texts = (records) => records.map(({ number, text }) => [number, text && JSON.parse(text).map((item) => item.id)]);

  test("new items fill up the last record", () => {
    const chunks = make();
    for (const id of ["a", "b", "c"]) chunks.put({ id });
    assert.deepEqual(texts(chunks.takeDirty()), [[0, ["a", "b"]], [1, ["c"]]]);
    assert.deepEqual(chunks.takeDirty(), []);
    chunks.put({ id: "d" });
    assert.deepEqual(texts(chunks.takeDirty()), [[1, ["c", "d"]]]);
  });

  test("an item that changes stays in its record", () => {
    const chunks = make();
    for (const id of ["a", "b", "c"]) chunks.put({ id });
    chunks.takeDirty();
    chunks.put({ id: "a", now: true });
    assert.deepEqual(texts(chunks.takeDirty()), [[0, ["a", "b"]]]);
  });

  test("a record that has lost its items is to go", () => {
    const chunks = make();
    for (const id of ["a", "b", "c"]) chunks.put({ id });
    chunks.takeDirty();
    chunks.remove("c");
    chunks.remove("nobody");
    assert.deepEqual(texts(chunks.takeDirty()), [[1, null]]);
    chunks.clear();
    assert.deepEqual(texts(chunks.takeDirty()), [[0, null], [1, null]]);
  });

  test("a record taken back goes on where it was", () => {
    const chunks = make();
    assert.ok(chunks.load(3, '[{"id":"x"}]'));
    chunks.put({ id: "y" });
    chunks.put({ id: "z" });
    assert.deepEqual(texts(chunks.takeDirty()), [[3, ["x", "y"]], [4, ["z"]]]);
  });

  test("what was read is all there is, before something changes and after", () => {
    const chunks = make();
    chunks.load(0, '[{"id":"a"},{"id":"b"}]');
    chunks.load(1, '[{"id":"c"}]');
    assert.deepEqual(chunks.items.map(({ id }) => id), ["a", "b", "c"]);
    assert.deepEqual(chunks.takeDirty(), []);
    assert.deepEqual(texts(chunks.records), [[0, ["a", "b"]], [1, ["c"]]]);
    const third = make();
    third.load(0, '[{"id":"a"},{"id":"b"}]');
    third.remove("b");
    assert.deepEqual(third.items.map(({ id }) => id), ["a"]);
    assert.deepEqual(texts(third.takeDirty()), [[0, ["a"]]]);
    const other = make();
    other.load(2, '[{"id":"x"}]');
    other.clear();
    assert.deepEqual([other.items, other.takeDirty()], [[], [{ number: 2, text: null }]]);
  });

  test("a record that cannot be read is named, and goes with the next write", () => {
    const chunks = make();
    assert.equal(chunks.load(5, '[{"id":"x"'), false);
    assert.equal(chunks.load(6, "null"), false);
    assert.deepEqual(chunks.items, []);
    assert.deepEqual(texts(chunks.takeDirty()), [[5, null], [6, null]]);
  });

  test("records that were not written after all come again", () => {
    const chunks = make();
    chunks.put({ id: "a" });
    chunks.putBack(chunks.takeDirty());
    assert.deepEqual(texts(chunks.takeDirty()), [[0, ["a"]]]);
  });
});
