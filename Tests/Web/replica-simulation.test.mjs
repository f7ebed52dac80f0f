import assert from "node:assert/strict";
import { test } from "node:test";
import { fromTo, seedsOf } from "./support/random.mjs";
import { Simulation } from "./support/simulation.mjs";

// One seed makes one run; a failure names it, and `DOGEAR_SEED=… node --test` plays it alone.
const seeds = seedsOf(fromTo(1, 150));

for (const seed of seeds) {
  test(`after every fault is healed, nothing is lost and all agree (seed ${seed})`, async () => {
    const simulation = new Simulation(seed, 1 + (seed % 4));
    let cursors = new Map();
    for (let step = 0; step < 60; step += 1) {
      await simulation.step();
      cursors = checkCursors(simulation, cursors);
      checkOwnWords(simulation);
    }
    await simulation.heal();
    await checkAgreement(simulation);
    checkNothingLost(simulation);
  });
}

/** A cursor only ever advances within one epoch and one life of the device. */
function checkCursors(simulation, before) {
  return new Map(
    simulation.devices.map((device) => {
      const { epoch, cursor } = device.replica.checkpoint;
      const last = before.get(device);
      if (last?.replica === device.replica && last.epoch === epoch) assert.ok(cursor >= last.cursor);
      return [device, { replica: device.replica, epoch, cursor }];
    }),
  );
}

/** Whoever edits a note sees the words they put in, whatever others write meanwhile. */
function checkOwnWords(simulation) {
  for (const { replica } of simulation.devices) {
    const last = new Map();
    for (const { op } of replica.waiting) {
      for (const { e, id, set } of op.do) {
        // What was refused and is tried again has another id than the word in it.
        if (set?.note !== undefined) last.set(`${e}/${id}`, set.note.includes(op.op) ? op.op : null);
      }
    }
    for (const [key, word] of last) {
      // What a shelf calls a note is no text that merges.
      if (word === null || key.startsWith("shelf/")) continue;
      const [kind, id] = key.split("/");
      const shown = replica.view.get(kind, id)?.fields.note ?? "";
      assert.ok(shown.split(" ").includes(word), `${key} shows ${shown} without ${word}`);
    }
  }
}

async function checkAgreement(simulation) {
  const truth = simulation.server.snapshot();
  for (const device of simulation.devices) {
    assert.equal(device.replica.status.waiting, 0, "the queue has drained");
    assert.deepEqual(device.shown(), truth, "the view is the library");
    assert.deepEqual(await device.shownFromDisk(), truth, "so is what the disk holds");
  }
}

function checkNothingLost(simulation) {
  const applied = simulation.server.state.log.map((entry) => entry.id);
  assert.equal(new Set(applied).size, applied.length, "no op took effect twice");
  const refused = new Set(
    simulation.devices.flatMap((device) => device.replica.problems.map((queued) => queued.op.op)),
  );
  const there = new Set(applied);
  for (const [id, epoch] of simulation.onServerOnly) {
    const isRestored = epoch !== simulation.server.epoch;
    assert.ok(there.has(id) || refused.has(id) || isRestored, `${id} was on the server and is nowhere`);
  }
  for (const [id, device] of simulation.settled) {
    const restored = simulation.devices.find((each) => each.shortName === device)?.forgetsAcked;
    assert.ok(there.has(id) || refused.has(id) || restored, `${id} was safe on ${device} and is nowhere`);
  }
}
