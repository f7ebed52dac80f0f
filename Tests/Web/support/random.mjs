/**
 * A generator of random numbers that one seed determines (mulberry32).
 * @param {number} seed
 */
export function seeded(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)],
  };
}

/**
 * The seeds to play: those that `DOGEAR_SEED` names, as `7` or as `1..500`, or else the usual ones.
 * @param {number[]} usual
 */
export function seedsOf(usual) {
  const [first, last = first] = (process.env.DOGEAR_SEED ?? "").split("..").map(Number);
  return first ? fromTo(first, last) : usual;
}

/** @param {number} first @param {number} last */
export function fromTo(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
