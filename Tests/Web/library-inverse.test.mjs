import assert from "node:assert/strict";
import test from "node:test";
import { applyOperation, inverseOf, undoing } from "../../Web/library/index.js";
import { canonical } from "../../Web/library/canonical.js";
import { vectors } from "./support/vectors.mjs";

/** The entities of one moment, found by kind and id. */
class World {
  constructor(entities) {
    this.entities = new Map(entities.map((each) => [`${each.kind}/${each.id}`, each]));
    this.find = (kind, id) => this.entities.get(`${kind}/${id}`);
  }

  /** The same after a person made these changes. */
  after(changes) {
    const after = new World([...this.entities.values()]);
    const operation = { base: Infinity, at: 0, do: changes };
    for (const key of new Set(changes.map(({ e, id }) => `${e}/${id}`))) {
      const [kind, id] = key.split("/");
      const entity = applyOperation(this.find(kind, id), { kind, id }, operation, "A");
      if (entity) after.entities.set(key, entity);
    }
    return after;
  }
}

for (const { name, given, expect } of vectors("library", "inverse.json")) {
  test(`inverse.json: ${name}`, () => {
    const before = new World(given.entities);
    const inverse = inverseOf(given.do, before.find);
    const now = given.now ? new World(given.now) : before.after(given.do);
    const undone = undoing(inverse, now.find);
    const { redo, ...expected } = expect;
    assert.equal(canonical(undone), canonical(expected));
    if (!redo) return;
    const again = undoing(inverseOf(undone.do, now.find), now.after(undone.do).find);
    assert.equal(canonical(again.do), canonical(redo));
  });
}
