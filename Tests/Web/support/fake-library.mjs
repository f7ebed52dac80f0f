/**
 * A library in memory that keeps the contract of the real one, for views to be seen and tested
 * without a server.
 * @param {any[]} entities
 */
export function fakeLibrary(entities) {
  /** @type {Map<string, any>} */
  const all = new Map(entities.map((entity) => [`${entity.kind}/${entity.id}`, freeze(entity)]));
  const listeners = new Set();
  const statusListeners = new Set();
  let status = { state: "saved", waiting: 0, problems: 0 };
  let refused = /** @type {any[]} */ ([]);
  let seq = entities.length;

  /** @param {any[]} changes @param {boolean} remote */
  function apply(changes, remote) {
    const keys = new Set();
    for (const change of changes) {
      const key = `${change.e}/${change.id}`;
      all.set(key, freeze(changed(all.get(key), change, (seq += 1))));
      keys.add(key);
    }
    for (const listener of listeners) listener({ keys, remote });
  }

  const living = (kind) => [...all.values()].filter(
    (entity) => entity.kind === kind && !entity.deleted,
  );
  return {
    get: (kind, id) => all.get(`${kind}/${id}`),
    list: living,
    trash: () => [...all.values()].filter((entity) => entity.deleted && entity.kind !== "conflict"),
    async edit(changes) {
      apply(changes, false);
      return `op${seq}`;
    },
    subscribe: (listener) => subscription(listeners, listener),
    status: () => status,
    subscribeStatus: (listener) => subscription(statusListeners, listener),
    unsent: () => [],
    problems: () => refused,
    retry: (op) => void (refused = refused.filter((one) => one.op !== op)),
    discard: (op) => void (refused = refused.filter((one) => one.op !== op)),
    device: { id: "d1", name: "Laptop" },
    deviceName: (id) => ({ d1: "Laptop", d2: "Phone" })[id],
    get cursor() {
      return seq;
    },

    /** What another device does. @param {any[]} changes */
    remote: (changes) => apply(changes, true),
    /** @param {any} next */
    setStatus(next) {
      status = { ...status, ...next };
      for (const listener of statusListeners) listener(status);
    },
    /** @param {any[]} edits */
    refuse(edits) {
      refused = edits;
      this.setStatus({ state: "problem", problems: edits.length });
    },
  };
}

function subscription(listeners, listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changed(old, change, seq) {
  const fields = { ...(old?.fields ?? {}), ...change.set };
  for (const [field, elements] of Object.entries(change.add ?? {})) {
    fields[field] = { ...fields[field], ...elements };
  }
  for (const [field, elements] of Object.entries(change.del ?? {})) {
    fields[field] = { ...fields[field] };
    for (const element of elements) delete fields[field][element];
  }
  const deleted = change.delete ? true : change.restore ? false : (old?.deleted ?? false);
  return { kind: change.e, id: change.id, seq, deleted, fields };
}

function freeze(entity) {
  return Object.freeze({
    deleted: false,
    seq: 0,
    ...entity,
    fields: Object.freeze({ ...entity.fields }),
  });
}
