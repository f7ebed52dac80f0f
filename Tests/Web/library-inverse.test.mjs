import assert from "node:assert/strict";
import test from "node:test";
import { applyOperation, inverseOf, undoing } from "../../Web/library/index.js";
import { canonical } from "../../Web/library/canonical.js";
import { seeded } from "./support/random.mjs";
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

/** Any edit of a book: values, texts, elements. */
function randomEdit(random) {
  const word = () => random.pick(["sand", "worm", "spice", "Sand", "moon"]);
  const text = () => Array.from({ length: 6 }, word).join(" ");
  const add = {};
  if (random.chance(0.3)) add.tags = { [word()]: null };
  if (random.chance(0.3)) add.shelves = { s1: { position: word() } };
  const del = {};
  if (random.chance(0.3)) del.tags = [word()];
  if (random.chance(0.2)) del.shelves = ["s1"];
  const set = random.chance(0.5) ? { rating: random.below(5) || null } : {};
  if (random.chance(0.5)) set.review = random.chance(0.2) ? null : text();
  return { e: "book", id: "b1", set, add, del };
}

/** Fields, but for those that say there is nothing. */
const shown = ({ fields }) =>
  canonical(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)));

test("undone and done again, all is as it was; what others wrote since is there", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = seeded(seed);
    const create = { ...randomEdit(random), create: true };
    const before = new World([]).after([create]);
    const changes = Array.from({ length: 1 + random.below(3) }, () => randomEdit(random));
    const after = before.after(changes);
    const inverse = inverseOf(changes, before.find);
    const undone = undoing(inverse, after.find);
    const now = after.after(undone.do);
    assert.equal(shown(now.find("book", "b1")), shown(before.find("book", "b1")), `seed ${seed}`);
    const again = now.after(undoing(inverseOf(undone.do, after.find), now.find).do);
    assert.equal(shown(again.find("book", "b1")), shown(after.find("book", "b1")), `seed ${seed}`);

    const review = `theirs ${after.find("book", "b1").fields.review ?? ""}`;
    const others = after.after([{ e: "book", id: "b1", set: { review, pages: 412 } }]);
    const { fields } = others.after(undoing(inverse, others.find).do).find("book", "b1");
    assert.ok(fields.review.startsWith("theirs "), `seed ${seed}`);
    assert.equal(fields.pages, 412);
  }
});
