import {
  canonical, decode, libraryView, localScene, reduce,
} from "../../../Web/navigation/index.js";
import { named } from "./navigation.mjs";

/**
 * The generator both languages share (mulberry32): whole numbers of 32 bits from a seed.
 * @param {number} seed
 */
export function mulberry32(seed) {
  let a = seed | 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
}

/** FNV-1a of 32 bits, continued from `hash`, over the UTF-8 of `text`. */
export function fnv1a(text, hash = 0x811c9dc5) {
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/**
 * The random walk that `trace.json` describes: at each step an action, a layout and a library are
 * drawn, then each member of the action from its pool, hostile values among them.
 * @param {any} trace
 * @param {number} seed
 */
export function* walk(trace, seed) {
  const next = mulberry32(seed);
  const pick = (pool) => pool[next() % pool.length];
  const libraries = new Map(trace.libraries.map((name) => [name, libraryView(named(name))]));
  let scene = localScene(decode(named(trace.given)));
  for (;;) {
    const { t, members } = pick(trace.actions);
    const layout = pick(trace.layouts);
    const env = { layout, lib: libraries.get(pick(trace.libraries)), self: trace.self };
    const action = { t };
    for (const [member, pool] of members) action[member] = named(pick(trace.pools[pool]));
    const { scene: after, out } = reduce(scene, action, env);
    yield { before: scene, action, env, scene: after, out };
    scene = after;
  }
}

/**
 * The running hash of a walk, taken after every `trace.every` steps: of all outputs, and of the
 * window then.
 * @param {any} trace
 */
export function traceHashes(trace) {
  const hashes = [];
  let hash;
  let steps = 0;
  for (const { scene, out } of walk(trace, trace.seed)) {
    hash = fnv1a(canonical(out), hash);
    steps += 1;
    if (steps % trace.every === 0) {
      hash = fnv1a(canonical(scene), hash);
      hashes.push(hash);
    }
    if (steps === trace.steps) return hashes;
  }
  return hashes;
}
