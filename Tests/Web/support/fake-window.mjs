/**
 * A browser window as the scene knows it, without a browser: a history whose traversals are
 * asynchronous (they happen on `travel()`), a clock that moves on `advance()`, storages, locks and
 * a container of a width.
 */
export function fakeWindow({
  url = "/", width = 1280, session = new Map(), shared = new Map(), locks = new Set(),
} = {}) {
  const listeners = new Map();
  const target = {
    addEventListener(type, listener, { signal } = {}) {
      listeners.set(type, [...(listeners.get(type) ?? []), listener]);
      signal?.addEventListener("abort", () => {
        listeners.set(type, listeners.get(type).filter((each) => each !== listener));
      });
    },
    emit(type, event = {}) {
      for (const listener of listeners.get(type) ?? []) listener(event);
    },
  };
  const entries = [{ state: null, url }];
  let at = 0;
  const travels = [];
  const history = {
    scrollRestoration: "auto",
    writes: 0,
    get state() {
      return entries[at].state;
    },
    get length() {
      return entries.length;
    },
    pushState(state, _, address) {
      history.writes += 1;
      entries.splice(at + 1, entries.length, { state: structuredClone(state), url: address });
      at += 1;
    },
    replaceState(state, _, address) {
      history.writes += 1;
      entries[at] = { state: structuredClone(state), url: address };
    },
    back: () => travels.push(-1),
    go: (steps) => travels.push(steps),
  };
  const loading = { type: "navigate" };
  const timers = new Map();
  let now = 0;
  let timer = 0;
  let observed = () => {};
  const container = { clientWidth: width };
  const document = {
    ...target,
    visibilityState: "visible",
  };
  const window = {
    ...target,
    history,
    document,
    location: {
      get pathname() {
        return entries[at].url.split("?")[0];
      },
      get search() {
        const mark = entries[at].url.indexOf("?");
        return mark < 0 ? "" : entries[at].url.slice(mark);
      },
    },
    sessionStorage: storageOf(session),
    localStorage: storageOf(shared),
    navigator: { locks: {
      async request(name, _options, held) {
        if (locks.has(name)) return held(null);
        locks.add(name);
        return held({ name });
      },
    } },
    crypto: globalThis.crypto,
    performance: { now: () => now, getEntriesByType: () => [loading] },
    ResizeObserver: class {
      constructor(callback) {
        observed = callback;
      }
      observe() {}
      disconnect() {
        observed = () => {};
      }
    },
    setTimeout(callback, delay) {
      timer += 1;
      timers.set(timer, { callback, at: now + delay });
      return timer;
    },
    clearTimeout: (id) => void timers.delete(id),
  };
  return {
    window,
    container,
    session,
    shared,
    locks,
    history,
    /** The address bar. */
    get url() {
      return entries[at].url;
    },
    /** The addresses of the whole history. */
    get urls() {
      return entries.map((entry) => entry.url);
    },
    get position() {
      return at;
    },
    /** Carries out the traversals asked for, and the one given, as the browser does: later. */
    travel(steps = 0, event = {}) {
      if (steps !== 0) travels.push(steps);
      while (travels.length > 0) {
        const next = at + travels.shift();
        if (next < 0 || next >= entries.length) continue;
        at = next;
        target.emit("popstate", { state: entries[at].state, ...event });
      }
    },
    /** A history entry that somebody else's page or another window made. */
    foreign(address, state = null) {
      entries.splice(at + 1, entries.length, { state, url: address });
      at += 1;
      target.emit("popstate", { state });
    },
    advance(milliseconds) {
      now += milliseconds;
      for (const [id, { callback, at: due }] of [...timers]) {
        if (due <= now && timers.delete(id)) callback();
      }
    },
    resize(pixels) {
      container.clientWidth = pixels;
      observed([{ contentRect: { width: pixels } }]);
    },
    hide() {
      document.visibilityState = "hidden";
      target.emit("visibilitychange");
    },
    show() {
      document.visibilityState = "visible";
      target.emit("visibilitychange");
    },
    leave: () => target.emit("pagehide"),
    return: () => target.emit("pageshow", { persisted: true }),
    /**
     * The same tab loaded again: its session stays, and its history but for what is written to it from now
     * on; everything in memory goes, once the server has answered.
     */
    reload(milliseconds = 0) {
      loading.type = "reload";
      const entry = entries[at];
      this.advance(milliseconds);
      const state = entries[at] === entry ? entry.state : null;
      target.emit("pagehide");
      this.hide();
      document.visibilityState = "visible";
      entries[at] = { ...entry, state };
      listeners.clear();
      timers.clear();
      locks.clear();
    },
    /** An address that somebody writes into the address bar. */
    visit(address) {
      this.reload();
      loading.type = "navigate";
      this.foreign(address);
    },
  };
}

function storageOf(map) {
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, String(value)),
  };
}

/** A library whose books are those given, with what a scene needs of one. */
export function scenesLibrary(books = ["b1", "b2", "b3", "b4"], { cursor = 10 } = {}) {
  const entities = new Map(books.map((id) => [`book/${id}`, { kind: "book", id, fields: {} }]));
  const listeners = new Set();
  const library = {
    cursor,
    device: { id: "d1" },
    deviceName: () => undefined,
    status: () => ({ state: "saved" }),
    get: (kind, id) => entities.get(`${kind}/${id}`),
    list: (kind) => [...entities.values()].filter((each) => each.kind === kind && !each.deleted),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    put(kind, id, fields = {}) {
      entities.set(`${kind}/${id}`, { kind, id, fields });
      library.changed(true);
    },
    delete(kind, id, remote = true) {
      entities.set(`${kind}/${id}`, { kind, id, deleted: true, fields: {} });
      library.changed(remote);
    },
    changed(remote) {
      library.cursor += 1;
      for (const listener of listeners) listener({ keys: null, remote });
    },
  };
  return library;
}
