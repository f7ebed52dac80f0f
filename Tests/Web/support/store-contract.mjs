/**
 * What every storage must do. Runs in Node and in a browser's page:
 *
 *     for (const { name, run } of storeContract(openFresh)) await run();
 *
 * `openFresh()` gives a function that opens the same, at first empty, storage again and again, as
 * page after page would. Every `run` throws on failure.
 * @param {() => (() => Promise<import("../../../Web/store/storage.js").Storage>)} openFresh
 * @returns {{name: string, run: () => Promise<void>}[]}
 */
export function storeContract(openFresh) {
  /** @type {[string, (open: () => Promise<any>) => Promise<void>][]} */
  const cases = [
    ["an empty storage holds nothing", holdsNothing],
    ["a batch is there after opening again", keepsBatch],
    ["later batches change what earlier ones wrote", changes],
    ["ops come back in the order of their making", ordersOps],
    ["replacing leaves no entity but the new ones", replaces],
    ["an edit left in the outbox is there for the next leader", keepsOutbox],
    ["an op that is queued leaves the outbox in the same breath", clearsOutbox],
    ["many entities and ops survive", keepsMany],
    ["what was taken away while a page lives is written anew, whole", writesAnew],
    ["a glimpse is remembered until the library is another", remembers],
    ["a glimpse of what the library was before is not taken", refusesFormerGlimpse],
    ["a glimpse is not the library while an edit waits in the outbox", hidesFromLeftEdits],
    ["a forgotten glimpse is gone", forgets],
    ["a write that fails leaves nothing behind, and the next one takes all", failsWhole],
  ];
  return cases.map(([name, run]) => ({ name, run: () => run(openFresh()) }));
}

const checkpoint = (cursor) => ({ incarnation: "i", lastN: 0, lastOrder: 0, cursor, devices: [] });
const entity = (id, seq = 1) => ({ kind: "book", id, seq, at: 1, by: "d", deleted: false, fields: { title: `T${id}` } });
const queued = (op, order, state = "waiting") => ({
  op: { op, n: order, base: 0, at: 1, do: [{ e: "book", id: "b", set: { title: op } }] },
  incarnation: "i",
  order,
  state,
});

async function holdsNothing(open) {
  const { stored, revision, isDamaged } = await (await open()).load();
  equal({ stored, revision, isDamaged }, {
    stored: { checkpoint: null, entities: [], ops: [] },
    revision: 0,
    isDamaged: false,
  });
}

async function keepsBatch(open) {
  const storage = await open();
  await storage.load();
  const revision = await storage.persist({ checkpoint: checkpoint(3), entities: [entity("b1")], ops: [queued("o1", 1)] });
  equal(revision, 1);
  storage.close();
  const loaded = await (await open()).load();
  equal(loaded, {
    stored: { checkpoint: checkpoint(3), entities: [entity("b1")], ops: [queued("o1", 1)] },
    revision: 1,
    isDamaged: false,
  });
}

async function changes(open) {
  const storage = await open();
  await storage.load();
  await storage.persist({ checkpoint: checkpoint(1), entities: [entity("b1"), entity("b2")], ops: [queued("o1", 1), queued("o2", 2)] });
  await storage.persist({ entities: [entity("b2", 9)], ops: [queued("o2", 2, "refused")], removedOps: ["o1", "unknown"] });
  storage.close();
  const { stored, revision } = await (await open()).load();
  equal(revision, 2);
  equal(stored.checkpoint, checkpoint(1));
  equal(byID(stored.entities), [entity("b1"), entity("b2", 9)]);
  equal(stored.ops, [queued("o2", 2, "refused")]);
}

async function ordersOps(open) {
  const storage = await open();
  await storage.load();
  await storage.persist({ ops: [queued("late", 9)] });
  await storage.persist({ ops: [queued("early", 2), queued("middle", 5)] });
  const { stored } = await (await open()).load();
  equal(stored.ops.map((each) => each.op.op), ["early", "middle", "late"]);
}

async function replaces(open) {
  const storage = await open();
  await storage.load();
  await storage.persist({ checkpoint: checkpoint(1), entities: [entity("old"), entity("both")], ops: [queued("o1", 1)] });
  await storage.persist({ checkpoint: checkpoint(2), replace: true, entities: [entity("both", 5), entity("new")] });
  const { stored } = await (await open()).load();
  equal(byID(stored.entities), [entity("both", 5), entity("new")]);
  equal(stored.ops, [queued("o1", 1)]);
}

const left = (op) => ({ op, changes: [{ e: "book", id: "b", set: { title: op } }], base: 4, at: 5 });

async function keepsOutbox(open) {
  const [leader, follower] = [await open(), await open()];
  await leader.load();
  await follower.leave(left("f1"));
  await follower.leave(left("f2"));
  equal(await leader.outbox(), [left("f1"), left("f2")]);
  equal(await (await open()).outbox(), [left("f1"), left("f2")]);
}

async function clearsOutbox(open) {
  const [leader, follower] = [await open(), await open()];
  await leader.load();
  await follower.leave(left("f1"));
  await follower.leave(left("f2"));
  await leader.persist({ ops: [queued("f1", 1)] });
  equal(await follower.outbox(), [left("f2")]);
  const { stored } = await follower.load();
  equal(stored.ops, [queued("f1", 1)]);
  // Queued and gone again before there was a batch.
  await leader.persist({ removedOps: ["f2"] });
  equal(await follower.outbox(), []);
}

async function keepsMany(open) {
  const storage = await open();
  await storage.load();
  const entities = Array.from({ length: 2_000 }, (_, index) => entity(`b${String(index).padStart(5, "0")}`));
  const ops = Array.from({ length: 500 }, (_, index) => queued(`o${index}`, index + 1));
  await storage.persist({ checkpoint: checkpoint(2_000), entities: entities.slice(0, 1_500), ops });
  await storage.persist({ entities: entities.slice(1_400), removedOps: ops.slice(0, 250).map((each) => each.op.op) });
  const { stored } = await (await open()).load();
  equal(byID(stored.entities), entities);
  equal(stored.ops, ops.slice(250));
}

/** `open.takeAway()`, where a storage has it, does what a browser that clears its data does. */
async function writesAnew(open) {
  if (!open.takeAway) return;
  const [leader, follower] = [await open(), await open()];
  await leader.load();
  await leader.persist({ checkpoint: checkpoint(1), entities: [entity("b1"), entity("b2")], ops: [queued("o1", 1)] });
  await open.takeAway();
  await follower.leave(left("f1"));
  equal(await leader.outbox(), [left("f1")]);
  await leader.persist({ entities: [entity("b2", 5)], ops: [queued("o2", 2)] });
  const { stored, isDamaged } = await (await open()).load();
  equal(stored.checkpoint, checkpoint(1));
  equal(byID(stored.entities), [entity("b1"), entity("b2", 5)]);
  equal([stored.ops, isDamaged], [[queued("o1", 1), queued("o2", 2)], false]);
  equal(await leader.persist({ removedOps: ["o1"] }), 3);
}

const glimpse = (name) => ({ rows: [name] });

async function remembers(open) {
  const [storage, other] = [await open(), await open()];
  await storage.load();
  equal(await storage.recall(), null);
  await storage.persist({ checkpoint: checkpoint(1), entities: [entity("b1")] });
  equal(await other.remember(1, glimpse("b1")), true);
  equal(await storage.recall(), { glimpse: glimpse("b1"), checkpoint: checkpoint(1) });
  // The sync has come further, but nothing that anybody sees is another thing.
  await storage.persist({ checkpoint: checkpoint(2) });
  equal(await other.recall(), { glimpse: glimpse("b1"), checkpoint: checkpoint(2) });
  equal(await storage.remember(2, glimpse("again")), true);
  equal(await (await open()).recall(), { glimpse: glimpse("again"), checkpoint: checkpoint(2) });
  const batches = [
    { entities: [entity("b1", 9)] }, { ops: [queued("o1", 1)] }, { removedOps: ["o1"] },
    { replace: true, entities: [] },
  ];
  for (const [at, batch] of batches.entries()) {
    await storage.persist(batch);
    equal(await other.recall(), null);
    equal(await other.remember(3 + at, glimpse("b1")), true);
    equal((await other.recall()).glimpse, glimpse("b1"));
  }
}

async function refusesFormerGlimpse(open) {
  const storage = await open();
  await storage.load();
  equal(await storage.remember(1, glimpse("b1")), false);
  await storage.persist({ checkpoint: checkpoint(1), entities: [entity("b1")] });
  await storage.persist({ entities: [entity("b1", 2)] });
  equal(await storage.remember(1, glimpse("b1")), false);
  equal(await storage.recall(), null);
}

async function hidesFromLeftEdits(open) {
  const storage = await open();
  await storage.load();
  await storage.persist({ checkpoint: checkpoint(1), entities: [entity("b1")] });
  await storage.remember(1, glimpse("b1"));
  await storage.leave(left("f1"));
  equal(await storage.recall(), null);
}

async function forgets(open) {
  const storage = await open();
  await storage.load();
  await storage.persist({ checkpoint: checkpoint(1), entities: [entity("b1")] });
  await storage.remember(1, glimpse("b1"));
  await storage.forget();
  equal(await storage.recall(), null);
}

async function failsWhole(open) {
  const storage = await open();
  await storage.load();
  await storage.persist({ checkpoint: checkpoint(1), entities: [entity("b1")] });
  const unwritable = { ...queued("o1", 1), op: { op: "o1", n: 1n } };
  let isRefused = false;
  await storage.persist({ checkpoint: checkpoint(2), entities: [entity("b2")], ops: [unwritable] }).catch(() => (isRefused = true));
  if (!isRefused) return; // A storage that can hold anything has nothing to refuse.
  equal((await (await open()).load()).stored.checkpoint, checkpoint(1));
  await storage.persist({ checkpoint: checkpoint(3), entities: [entity("b2")], ops: [queued("o1", 1)] });
  const { stored } = await (await open()).load();
  equal(stored.checkpoint, checkpoint(3));
  equal(byID(stored.entities), [entity("b1"), entity("b2")]);
  equal(stored.ops, [queued("o1", 1)]);
}

const byID = (entities) => [...entities].sort((a, b) => (a.id < b.id ? -1 : 1));

/** Throws unless both are the same JSON, whatever the order of their members. */
function equal(actual, expected) {
  const [got, wanted] = [canonical(actual), canonical(expected)];
  if (got !== wanted) throw new Error(`expected ${wanted.slice(0, 500)}, got ${got.slice(0, 500)}`);
}

function canonical(value) {
  return JSON.stringify(value, (_, member) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
