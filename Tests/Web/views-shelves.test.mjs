import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { shelvesInOrder } from "../../Web/library/hand-order.js";
import { takerOf } from "../../Web/views/carry.js";
import { createShelfDeeds } from "../../Web/views/shelf-deeds.js";

/** The names of a library's shelves in their order, after somebody made those of `made`, one by one. */
async function names(shelves, made) {
  const list = shelves.map(([name, position], index) => ({ id: `shelf-${index}`, fields: { name, position } }));
  const deeds = createShelfDeeds({
    library: { list: () => list },
    messages: { t: (key) => key },
    async edit(changes) {
      for (const { id, set } of changes) list.push({ id, fields: set });
      return true;
    },
    undoable: async () => true,
    newId: () => `shelf-${list.length}`,
    random: () => 1,
  });
  for (const name of made) await deeds.createShelf(name);
  return shelvesInOrder(list).map(({ fields }) => fields.name);
}

describe("a new shelf", () => {
  test("is the first", async () => assert.deepEqual(await names([], ["Winter"]), ["Winter"]));

  test("comes below all others", async () =>
    assert.deepEqual(
      await names([["Winter", "h"], ["Autumn", "x"]], ["Summer", "Spring"]),
      ["Winter", "Autumn", "Summer", "Spring"],
    ));

  test("is no more than one of those that were never put in an order", async () =>
    assert.deepEqual(
      await names([["Winter", "h"], ["Ash"], ["Oak", null]], ["Elm", "Birch"]),
      ["Winter", "Ash", "Birch", "Elm", "Oak"],
    ));
});

describe("books that are dropped on the sidebar", () => {
  /** What a line of that name does with two books; nothing where it takes none. */
  function taken(name) {
    const done = [];
    const note = (deed) => (list, ...more) => done.push([deed, list.length, ...more]);
    const deeds = { putOn: note("putOn"), status: note("status"), tag: note("tag"), delete: note("delete") };
    const taker = takerOf(name, { rule: (id) => (id === "mine" ? { q: "sea" } : null) });
    taker?.(deeds, [{}, {}]);
    return done[0] ?? null;
  }

  test("are put on the shelf, be it its line or the button in it", () => {
    assert.deepEqual(taken("sidebar.shelf:s1"), ["putOn", 2, "s1"]);
    assert.deepEqual(taken("sidebar.shelf:s1.more"), ["putOn", 2, "s1"]);
  });

  test("are not taken by a shelf that fills itself", () => {
    assert.equal(taken("sidebar.shelf:mine"), null);
    assert.equal(taken("sidebar.shelf:mine.more"), null);
  });

  test("get the status or the tag, or go to Trash", () => {
    assert.deepEqual(taken("sidebar.status:toRead"), ["status", 2, "toRead"]);
    assert.deepEqual(taken("sidebar.tag:v1.0: the sea"), ["tag", 2, ["v1.0: the sea"]]);
    assert.deepEqual(taken("sidebar.trash"), ["delete", 2]);
  });

  test("stay as they are on anything else", () => {
    const names = ["all", "stats", "hide", "recovered:s1", "shelfName"].map((name) => `sidebar.${name}`);
    for (const name of [...names, "row.s1", "", undefined]) assert.equal(taken(name), null, name);
  });
});
