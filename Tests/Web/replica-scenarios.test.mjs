import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Replica } from "../../Web/replica/replica.js";
import { vectors } from "./support/vectors.mjs";
import { faulty, worded } from "./support/worded.mjs";

const files = [
  "first-sync.json",
  "catch-up.json",
  "edits.json",
  "push.json",
  "quarantine.json",
  "resume.json",
  "connection.json",
  "aliases.json",
  "text.json",
  "tabs.json",
];

for (const file of files) {
  describe(`replica ${file}`, () => {
    for (const { name, given, when, expect } of vectors("replica", file)) {
      test(name, () => play(given, when, expect));
    }
  });
}

/** Plays a scenario: after every event, exactly the expected outputs; at the end, the view. */
function play(given, when, expect) {
  const first = { now: when[0].now, chance: 0, fresh: given.fresh };
  const replica = new Replica(given.stored, given.settings, first);
  for (const [index, { event, ...turn }] of when.entries()) {
    const outputs = JSON.parse(JSON.stringify(replica.handle(faulty(event), turn)));
    assert.deepEqual(worded(outputs), expect.outputs[index], `after event ${index}, ${event.type}`);
  }
  for (const [key, entity] of Object.entries(expect.view)) {
    const [kind, id] = key.split("/");
    assert.deepEqual(replica.view.get(kind, id) ?? null, entity, key);
  }
  for (const [kind, ids] of Object.entries(expect.lists ?? {})) {
    assert.deepEqual(replica.view.list(kind).map((entity) => entity.id).sort(), ids, kind);
  }
  for (const [key, id] of Object.entries(expect.resolve ?? {})) {
    const [kind, from] = key.split("/");
    assert.equal(replica.view.resolve(kind, from)?.id ?? null, id, key);
  }
  if (expect.trash) {
    const keys = replica.view.trash().map(({ kind, id }) => `${kind}/${id}`);
    assert.deepEqual(keys.sort(), expect.trash);
  }
}
