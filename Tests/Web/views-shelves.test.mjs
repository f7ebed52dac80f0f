import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { shelvesInOrder } from "../../Web/library/hand-order.js";
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
