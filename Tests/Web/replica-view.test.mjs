import assert from "node:assert/strict";
import { test } from "node:test";
import { freshCheckpoint } from "../../Web/replica/batch.js";
import { LibraryView } from "../../Web/replica/view.js";

/** An op on one book that counts how often it is replayed. */
function countedOp(order, count) {
  const op = { op: `op-${order}`, n: order, base: 0, at: order };
  const changes = [{ e: "book", id: "b1", set: { title: `Title ${order}`, pages: order } }];
  const queued = { op, incarnation: "i", order, state: "waiting" };
  Object.defineProperty(op, "do", { enumerable: true, get: () => (count.reads += 1, changes) });
  return queued;
}

test("a thousand waiting edits of one book cost a thousand times one, not the square of it", () => {
  const count = { reads: 0 };
  const view = new LibraryView({ checkpoint: freshCheckpoint("i"), entities: [], ops: [] });
  const ops = Array.from({ length: 1_000 }, (_, index) => countedOp(index + 1, count));
  for (const queued of ops) view.apply({ checkpoint: freshCheckpoint("i"), ops: [queued] });
  assert.deepEqual(view.get("book", "b1").fields, { title: "Title 1000", pages: 1_000 });
  assert.ok(count.reads < 10 * ops.length, `${count.reads} reads`);

  // Acks in batches, and all of them confirmed at last, change nothing of that.
  count.reads = 0;
  for (let index = 0; index < ops.length; index += 250) {
    const acked = ops.slice(index, index + 250).map((queued) => ({ ...queued, state: "acked", seq: 1, epoch: "e" }));
    view.apply({ ops: acked });
  }
  view.apply({ removedOps: ops.map((queued) => queued.op.op) });
  assert.equal(view.get("book", "b1"), undefined);
  assert.ok(count.reads < 20 * ops.length, `${count.reads} reads`);
});

test("an entity that a batch does not touch stays the same object", () => {
  const entity = (id) => ({ kind: "book", id, seq: 1, at: 1, by: "d", deleted: false, fields: { title: id } });
  const view = new LibraryView({ checkpoint: freshCheckpoint("i"), entities: [entity("b1"), entity("b2")], ops: [] });
  const before = view.get("book", "b2");
  view.apply({ ops: [countedOp(1, { reads: 0 })] });
  assert.equal(view.get("book", "b2"), before);
});

test("a ring of aliases, which no server makes, leads somewhere and ends", () => {
  const alias = (id, of) => ({ kind: "book", id, seq: 1, at: 1, by: "d", deleted: false, alias: of, fields: {} });
  const view = new LibraryView({ checkpoint: freshCheckpoint("i"), entities: [alias("b1", "b2"), alias("b2", "b1")], ops: [] });
  view.apply({ ops: [countedOp(1, { reads: 0 })] });
  assert.deepEqual(view.list("book"), []);
  assert.equal(view.resolve("book", "b1")?.id, "b2");
});

test("a view that is filled piece by piece shows what one shows that is given all at once", () => {
  const checkpoint = { ...freshCheckpoint("i"), epoch: "e", cursor: 1 };
  const book = (id, more) => ({ kind: "book", id, seq: 1, at: 1, by: "d", deleted: false, fields: { title: id }, ...more });
  const entities = [book("b1", { alias: "b2" }), book("b2"), book("b3"), book("b4", { deleted: true })];
  const titled = (n, id, more) => {
    const op = { op: `op-${n}`, n, base: 0, at: n, do: [{ e: "book", id, set: { title: `Title ${n}` } }] };
    return { op, incarnation: "i", order: n, state: "waiting", ...more };
  };
  const ops = [titled(1, "b1"), titled(2, "b3", { state: "acked", seq: 1, epoch: "e" })];
  const given = new LibraryView();
  given.apply({ checkpoint, entities, ops, replace: true });
  const filled = new LibraryView();
  for (const each of entities) filled.fill([each]);
  filled.complete(checkpoint, ops);
  assert.deepEqual(filled.entities, given.entities);
  assert.deepEqual(filled.list("book").map(({ id, fields }) => [id, fields.title]), [["b2", "Title 1"], ["b3", "b3"]]);
  assert.deepEqual(filled.trash(), [entities[3]]);
});
