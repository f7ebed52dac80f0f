import assert from "node:assert/strict";
import { test } from "node:test";
import { KEY_RANDOM_END } from "../../Web/library/fractional-key.js";
import { movePlan } from "../../Web/views/order-plan.js";
import { seeded } from "./support/random.mjs";

/** The order that people see once a plan is carried out: by position, ties by id, none last. */
function carriedOut(order, plan) {
  return order
    .map(({ id, position }) => ({ id, position: plan.get(id) ?? position }))
    .sort((a, b) => {
      if (a.position === null || b.position === null) {
        return Number(a.position === null) - Number(b.position === null) || (a.id < b.id ? -1 : 1);
      }
      return a.position < b.position ? -1 : a.position > b.position ? 1 : a.id < b.id ? -1 : 1;
    });
}

const random = seeded(7);
const key = () => random.below(KEY_RANDOM_END);
const placed = (...positions) => positions.map((position, at) => ({ id: `i${at}`, position }));

function moved(order, id, index) {
  const ids = order.map((item) => item.id).filter((other) => other !== id);
  return [...ids.slice(0, index), id, ...ids.slice(index)];
}

test("every move of every item leads where it was meant to, whatever the positions", () => {
  const orders = [
    placed("a", "b", "c", "d"),
    placed("a", "b", null, null, null),
    placed(null, null, null),
    placed("a", "b", "b", "b", "c"),
    placed("a", "a1"),
    placed("a", "a000000000000000000000000000000000000001", "b"),
  ];
  for (const order of orders) {
    for (const { id } of order) {
      for (let index = 0; index < order.length; index += 1) {
        const plan = movePlan(order, id, index, key);
        const after = carriedOut(order, plan);
        assert.deepEqual(after.map((item) => item.id), moved(order, id, index));
      }
    }
  }
});

test("among placed neighbours only the moved item is written", () => {
  const order = placed("a", "b", "c", "d");
  assert.deepEqual([...movePlan(order, "i3", 1, key).keys()], ["i3"]);
  assert.deepEqual([...movePlan(order, "i0", 3, key).keys()], ["i0"]);
  assert.equal(movePlan(order, "i2", 2, key).size, 0);
  assert.equal(movePlan(order, "stranger", 0, key).size, 0);
});
