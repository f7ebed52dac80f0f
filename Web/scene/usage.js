import * as limits from "./limits.js";

/** @typedef {import("../navigation/types.js").Output} Output */

/**
 * How often each thing was done, by its name: `list_change`, or with its kinds in the order of
 * `counters`, `tab_switch library settings openLink`.
 * @typedef {Readonly<Record<string, number>>} Counts
 *
 * What is kept: the counts, and since when (this device's clock, in milliseconds).
 * @typedef {{since: number, counts: Counts}} Usage
 */

const tabs = ["library", "search", "feed", "settings"];

/**
 * Everything that is ever counted, with every kind there is of it (NAVIGATION §3.9). A kind is one
 * of a closed set, so that no id, title or text can come in by any way.
 * @type {Readonly<Record<string, Readonly<Record<string, readonly (string|number)[]>>>>}
 */
export const counters = Object.freeze({
  tab_switch: { from: tabs, to: tabs, via: ["selectTab", "openLink"] },
  route_push: {
    kind: ["book", "result", "list", "page", "device"],
    depth: Array.from({ length: 16 }, (_, index) => index + 1),
    via: ["openItem", "push", "openLink"],
  },
  route_pop: {},
  list_change: {},
  present: {},
  link_open: { level: ["tab", "route"] },
  link_invalid: { reason: ["form", "encoding", "tab", "list", "route", "order"] },
  adopt: {},
  follow_stop: { reason: ["action", "user", "closed", "private"] },
  remote_open: { state: ["opened", "delivered", "blocked", "dismissed", "expired"] },
  repair: { rule: ["R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7"] },
});

/**
 * The name under which an output is counted; null for one that counts nothing, or that says
 * anything `counters` does not know.
 * @param {Output} output
 * @returns {string|null}
 */
export function counterOf([output, name, properties = {}]) {
  if (output !== "track" || typeof name !== "string" || typeof properties !== "object") return null;
  if (!Object.hasOwn(counters, name)) return null;
  const kinds = Object.entries(counters[name]);
  const isKnown = kinds.length === Object.keys(properties).length
    && kinds.every(([key, values]) => values.includes(properties[key]));
  return isKnown ? [name, ...kinds.map(([key]) => properties[key])].join(" ") : null;
}

/**
 * `counts` with what `outputs` count. Pure.
 * @param {Counts} counts
 * @param {readonly Output[]} outputs
 * @returns {Counts}
 */
export function counted(counts, outputs) {
  return outputs.reduce((sum, output) => {
    const name = counterOf(output);
    return name === null ? sum : added(sum, { [name]: 1 });
  }, counts);
}

/**
 * The kinds of a counter that were counted, and how often it was in all.
 * @param {Counts} counts
 * @param {string} name one of `counters`
 * @returns {{total: number, kinds: {values: string[], count: number}[]}}
 */
export function countsOf(counts, name) {
  const own = Object.entries(counts).filter(([key]) => key.split(" ")[0] === name);
  return {
    total: own.reduce((sum, [, count]) => sum + count, 0),
    kinds: own.map(([key, count]) => ({ values: key.split(" ").slice(1), count })),
  };
}

const storageKey = "dogear.usage";

/**
 * The counts of this browser, in all its windows together. They are kept here; only where a person
 * has asked for it does `usage-sending.js` send them, to their own server.
 * @param {{storage: Pick<Storage, "getItem"|"setItem">, now: () => number}} parts
 */
export function createUsage({ storage, now }) {
  /** What this page could not write: a storage that is full costs the memory, not the counting. */
  let unwritten = /** @type {Usage|null} */ (null);

  const current = () => unwritten ?? read(storage) ?? { since: now(), counts: {} };

  /** @param {Usage} usage */
  function write(usage) {
    try {
      storage.setItem(storageKey, JSON.stringify({ v: 1, ...usage }));
      unwritten = null;
    } catch {
      unwritten = usage;
    }
  }

  return {
    /**
     * Counts what an action put out. Read and written in one go, so that two windows that count at
     * once lose nothing of each other's.
     * @param {readonly Output[]} outputs
     */
    count(outputs) {
      if (!outputs.some(([kind]) => kind === "track")) return;
      const usage = current();
      const counts = counted(usage.counts, outputs);
      if (counts !== usage.counts) write({ since: usage.since, counts });
    },
    /** @returns {Usage} */
    read: () => current(),
    /** Begins again from nothing. */
    reset() {
      write({ since: now(), counts: {} });
    },
  };
}

/** @typedef {ReturnType<typeof createUsage>} UsageBook */

/**
 * What the storage holds; null where it holds nothing that can be read. Whatever is not a counter
 * of ours is left out.
 * @param {Pick<Storage, "getItem">} storage
 * @returns {Usage|null}
 */
function read(storage) {
  try {
    const raw = JSON.parse(storage.getItem(storageKey) ?? "null");
    if (raw?.v !== 1 || !Number.isSafeInteger(raw.since)) return null;
    const known = Object.entries(raw.counts ?? {}).filter(([key, count]) =>
      isCounter(key) && Number.isSafeInteger(count) && count > 0);
    return { since: raw.since, counts: added({}, Object.fromEntries(known)) };
  } catch {
    return null;
  }
}

/**
 * Whether a text is the name of a counter, with its kinds.
 * @param {string} key
 */
export function isCounter(key) {
  const [name, ...values] = key.split(" ");
  if (!Object.hasOwn(counters, name)) return false;
  const kinds = Object.values(counters[name]);
  return kinds.length === values.length
    && kinds.every((legal, index) => legal.map(String).includes(values[index]));
}

/**
 * @param {Counts} counts
 * @param {Counts} more
 * @returns {Counts}
 */
function added(counts, more) {
  const sum = { ...counts };
  for (const [key, count] of Object.entries(more)) {
    sum[key] = Math.min((sum[key] ?? 0) + count, limits.countMax);
  }
  return sum;
}
