import { isFractionalKey, keyBetween } from "../library/fractional-key.js";

/** @typedef {import("../library/hand-order.js").Placed} Placed */

/**
 * The positions to write so that `id` stands at `index`: mostly its own. What had none and now
 * stands before it, or shares the position of a neighbour, gets one too.
 * @param {readonly Placed[]} order as it is shown
 * @param {string} id of an item of it
 * @param {number} index among the others, from 0
 * @param {() => number} random whole numbers from 0 up to `KEY_RANDOM_END`
 * @returns {Map<string, string>} by id; empty where the item stands there already
 */
export function movePlan(order, id, index, random) {
  /** @type {Map<string, string>} */
  const plan = new Map();
  const from = order.findIndex((item) => item.id === id);
  if (from < 0 || from === index) return plan;
  const others = order.filter((item) => item.id !== id);
  const target = [...others.slice(0, index), { id, position: null }, ...others.slice(index)];
  const keys = target.map(({ position }) => (isFractionalKey(position) ? position : null));
  const first = keys.indexOf(null); // at the latest the moved item itself
  let lower = first > 0 ? keys[first - 1] : null;
  for (let at = first; at < target.length; at += 1) {
    const own = at > index ? keys[at] : null;
    if (at > index && (own === null || lower === null || own > lower)) break;
    const upper = keys.slice(at + 1).find((key) => key !== null && key > (lower ?? ""));
    const key =
      keyBetween(lower, upper ?? null, random()) ?? keyBetween(lower, null, random());
    if (key === null) break; // no room at all: the server spreads the order again
    plan.set(target[at].id, key);
    lower = key;
  }
  return plan;
}
