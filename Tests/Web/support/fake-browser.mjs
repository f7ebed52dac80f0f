import { openLibrary } from "../../../Web/transport/session.js";
import { MemoryStorage, memoryDisk } from "../../../Web/store/memory.js";
import { StorageError, SupersededError } from "../../../Web/store/storage.js";
import { decodeServerMessage, encode } from "../../../Web/wire/messages.js";
import { ModelServer } from "./model-server.mjs";

/** A browser with tabs that share locks, channels and disks, and a server that may be out of reach. */
export class FakeBrowser {
  server;
  device;
  isOnline = true;
  /** The time on every clock; timers run by it when it passes. */
  now = 1_700_000_000_000;
  /** @type {FakeTab[]} in the order in which they were opened */
  tabs = [];
  /** How many turns of the others a disk takes for the next that it does. */
  diskTurns = () => 0;
  /** Until a disk has done what was asked of it so far. */
  busy = new WeakMap();
  /** How many messages between tabs are lost from now on. */
  loseMessages = 0;
  disks = new Map();
  memory = new FakeMemory();
  cookies = new FakeMemory();
  /** How often a page asked that its data be kept. */
  askedToKeep = 0;
  /** How often a page asked for its cookie anew. */
  askedToRenew = 0;
  #locks = new FakeLocks();
  #channels = new Map();
  #ids = 0;

  constructor({ server = new ModelServer(), device = "laptop" } = {}) {
    this.server = server;
    this.device = device;
  }

  /** Opens the library in a new tab. */
  async open(options = {}) {
    const tab = new FakeTab(this, this.#locks, this.#channels);
    this.tabs.push(tab);
    tab.library = await openLibrary({
      url: "ws://test/v1/socket",
      world: tab.world,
      memory: this.memory,
      witness: this.cookies,
      openStorage: async (name) => tab.storage(this.disk(name)),
      ...options,
    });
    return tab;
  }

  disk(name) {
    if (!this.disks.has(name)) this.disks.set(name, memoryDisk());
    return this.disks.get(name);
  }

  /** A page of some other version of the app, as far as its channel goes. */
  channel(name) {
    const stranger = new FakeTab(this, this.#locks, this.#channels);
    return stranger.world.openChannel(`dogear:${name}`);
  }

  /** The same, leading. */
  async leadBy(name) {
    const stranger = new FakeTab(this, this.#locks, this.#channels);
    const forever = new Promise(() => {});
    void stranger.world.locks.request(`dogear-leader:${name}`, {}, () => forever);
    const storage = stranger.storage(this.disk(name));
    return { storage, channel: stranger.world.openChannel(`dogear:${name}`) };
  }

  freshID() {
    this.#ids += 1;
    return `${this.device}-${this.#ids}`;
  }

  /** Time passes, for every page that runs. */
  pass(milliseconds) {
    this.now += milliseconds;
    for (const tab of this.tabs) if (!tab.isSuspended) tab.runDue();
  }

  /** The network goes away, or comes back. */
  setOnline(isOnline) {
    this.isOnline = isOnline;
    if (!isOnline) this.server.crash();
  }
}

/** What a storage does with the disk. */
const methods = ["load", "outbox", "leave", "persist"];

/** One page. Killing it stops everything it does, at once and without a word. */
export class FakeTab {
  library;
  world;
  /** Holds back what goes to the disk, to kill the tab in between. */
  isDiskHeld = false;
  /** The next transaction takes place, and its end is not told. */
  isDiskDumb = false;
  /** Holds back what goes to the outbox. */
  isOutboxHeld = false;
  isDead = false;
  /** Whether the browser has told this page that it is to stop. */
  isFrozen = false;
  isSuspended = false;
  /** What the disk does not do for this tab: names of a storage's methods. */
  broken = new Set();
  /** Mistakes of views. */
  reported = [];
  #browser;
  #watchers = new Set();
  #sleepers = new Set();
  #timers = new Map();
  #held = [];
  #storage = null;
  #onDeath = [];
  #death = new Promise((resolve) => this.onDeath(resolve));
  /** What it will hear once it goes on. */
  #unheard = [];

  constructor(browser, locks, channels) {
    this.#browser = browser;
    this.world = {
      now: () => browser.now,
      chance: () => 0.5,
      freshID: () => browser.freshID(),
      schedule: (after, act) => this.#schedule(after, act),
      openSocket: (url, events) => this.#openSocket(events),
      openChannel: (name) => this.#openChannel(channels, name),
      locks: { request: (name, options, held) => locks.request(this, name, options, held) },
      report: (error) => this.reported.push(error),
      keep: async () => {
        browser.askedToKeep += 1;
        return true;
      },
      renew: async () => {
        browser.askedToRenew += 1;
        throw new TypeError("Failed to fetch");
      },
      watchSleep: (events) => {
        this.#sleepers.add(events);
        return () => this.#sleepers.delete(events);
      },
      watch: (events) => {
        this.#watchers.add(events);
        return () => this.#watchers.delete(events);
      },
    };
  }

  /** Runs what waits for time to pass. */
  tick() {
    const due = [...this.#timers.values()];
    this.#timers.clear();
    for (const { act } of due) act();
  }

  /** Runs what has waited for as long as it meant to. */
  runDue() {
    for (const { due, act } of [...this.#timers.values()]) if (due <= this.#browser.now) act();
  }

  /** How long it waits, and for how many things, in ms. */
  get waits() {
    return [...this.#timers.values()].map(({ after }) => after);
  }

  wake() {
    for (const { wake } of this.#watchers) wake();
  }

  network(isUp) {
    for (const { network } of this.#watchers) network(isUp);
  }

  /** The browser stops this page, keeping it for later. */
  freeze() {
    this.isFrozen = true;
    for (const { asleep } of this.#sleepers) asleep();
  }

  thaw() {
    this.isFrozen = false;
    for (const { awake } of this.#sleepers) awake();
  }

  /** The system stops this page without a word, as phones do. */
  suspend() {
    this.isSuspended = true;
  }

  resume() {
    this.isSuspended = false;
    this.#catchUp();
  }

  /** One thing after the other: all that follows from the first comes before the second. */
  #catchUp() {
    setImmediate(() => {
      if (this.isSuspended || this.#unheard.length === 0) return;
      const act = this.#unheard.shift();
      if (!this.isDead) act();
      this.#catchUp();
    });
  }

  hear(act) {
    if (this.isSuspended || this.#unheard.length > 0) this.#unheard.push(act);
    else if (!this.isDead) act();
  }

  kill() {
    this.isDead = true;
    this.#timers.clear();
    for (const act of this.#onDeath) act();
  }

  onDeath(act) {
    this.#onDeath.push(act);
  }

  /** A newer version of the app takes the disk over. */
  async giveWay() {
    await this.#storage.onended();
    this.broken = new Set(methods);
  }

  storage(disk) {
    const storage = new MemoryStorage(disk);
    // Who has not read what another has written must not write over it: IndexedDBStorage refuses too.
    let revision = 0;
    const load = storage.load.bind(storage);
    storage.load = async () => {
      const loaded = await load();
      revision = loaded.revision;
      return loaded;
    };
    const persist = storage.persist.bind(storage);
    storage.persist = async (batch) => {
      if (disk.revision !== revision) throw new SupersededError();
      const next = await persist(batch);
      if (this.isDiskDumb) {
        this.isDiskDumb = false;
        throw new StorageError("failed");
      }
      return (revision = next);
    };
    for (const name of methods) {
      const work = storage[name].bind(storage);
      storage[name] = async (...parts) => {
        const copies = structuredClone(parts);
        const isHeld = (name === "persist" && this.isDiskHeld) || (name === "leave" && this.isOutboxHeld);
        if (isHeld) await new Promise((resolve) => this.#held.push(resolve));
        return this.#transact(disk, async () => {
          if (name === "persist" && !isHeld) await turn(); // a moment, as a disk takes one
          if (this.isDead) return;
          if (this.broken.has(name)) throw new StorageError("failed");
          return work(...copies);
        });
      };
    }
    this.#storage = storage;
    return storage;
  }

  /** A disk does one thing after another, whichever page asks for it; what the dead had begun is undone. */
  #transact(disk, work) {
    const { busy, diskTurns } = this.#browser;
    const former = busy.get(disk) ?? Promise.resolve();
    const mine = former.then(async () => {
      for (let turns = diskTurns(); turns > 0; turns -= 1) await turn();
      return work();
    });
    busy.set(disk, former.then(() => Promise.race([mine.catch(() => {}), this.#death])));
    // A page that is stopped hears of it once it goes on, and one that is dead never.
    return mine.finally(() => new Promise((resolve) => this.hear(resolve)));
  }

  release() {
    this.isDiskHeld = this.isOutboxHeld = false;
    for (const resolve of this.#held.splice(0)) resolve();
  }

  #schedule(after, act) {
    const key = Symbol("timer");
    const once = () => {
      this.#timers.delete(key);
      if (!this.isDead) act();
    };
    this.#timers.set(key, { after, due: this.#browser.now + after, act: once });
    return () => this.#timers.delete(key);
  }

  #openSocket(events) {
    const { server, device, isOnline } = this.#browser;
    let isOpen = true;
    let connection = null;
    const later = (act) => setImmediate(() => this.hear(() => isOpen && act()));
    this.onDeath(() => connection?.end());
    later(() => {
      if (!isOnline) return events.closed(1006, "");
      const send = (message) => later(() => events.message(decodeServerMessage(encode(message))));
      connection = server.connect(device, send, (code) => later(() => events.closed(code, "")));
      events.opened();
    });
    return {
      send: (message) => setImmediate(() => connection?.receive(message, this.#browser.now)),
      close: () => {
        isOpen = false;
        setImmediate(() => connection?.end());
      },
    };
  }

  #openChannel(channels, name) {
    const bus = channels.get(name) ?? new Set();
    channels.set(name, bus);
    const channel = {
      hear: (act) => this.hear(act),
      onmessage: null,
      postMessage: (message) => {
        if (this.isDead) return;
        if (this.#browser.loseMessages > 0) {
          this.#browser.loseMessages -= 1;
          return;
        }
        const data = structuredClone(message);
        for (const other of bus) {
          if (other !== channel) setImmediate(() => bus.has(other) && other.hear(() => other.onmessage?.({ data })));
        }
      },
      close: () => bus.delete(channel),
    };
    bus.add(channel);
    this.onDeath(() => bus.delete(channel));
    return channel;
  }
}

/** What `navigator.locks` does, as far as it is used. */
export class FakeLocks {
  #holders = new Map();
  #waiting = new Map();
  #robbers = new Map();

  request(tab, name, options, held) {
    if (options.steal) {
      this.#robbers.get(name)?.();
      return this.#grant(tab, name, held);
    }
    if (this.#holders.has(name)) {
      if (options.ifAvailable) return held(null);
      return new Promise((resolve, reject) => {
        const queue = this.#waiting.get(name) ?? [];
        this.#waiting.set(name, queue);
        const entry = { tab, grant: () => this.#grant(tab, name, held).then(resolve, reject) };
        queue.push(entry);
        options.signal?.addEventListener("abort", () => {
          if (!queue.includes(entry)) return; // it was let in
          queue.splice(queue.indexOf(entry), 1);
          reject(new Error("aborted"));
        });
      });
    }
    return this.#grant(tab, name, held);
  }

  async #grant(tab, name, held) {
    this.#holders.set(name, tab);
    const gone = new Promise((resolve) => tab.onDeath(resolve));
    let isRobbed = false;
    const robbed = new Promise((_, reject) => {
      this.#robbers.set(name, () => {
        isRobbed = true;
        tab.hear(() => reject(new Error("stolen")));
      });
    });
    robbed.catch(() => {});
    await Promise.resolve();
    await Promise.race([held({ name }), gone, robbed]);
    if (isRobbed) return robbed;
    this.#robbers.delete(name);
    this.#holders.delete(name);
    const queue = this.#waiting.get(name) ?? [];
    let next = queue.shift();
    while (next?.tab.isDead) next = queue.shift();
    next?.grant();
  }
}

export class FakeMemory {
  #items = new Map();
  getItem(key) {
    return this.#items.get(key) ?? null;
  }
  setItem(key, value) {
    this.#items.set(key, value);
  }
  clear() {
    this.#items.clear();
  }
}

/**
 * Lets everything that is under way go on until `condition` holds.
 * @param {() => any} condition
 * @param {string} [what] for the message when it never does
 */
export async function until(condition, what = String(condition)) {
  for (let turns = 0; turns < 2_000; turns += 1) {
    if (condition()) return;
    await turn();
  }
  throw new Error(`never: ${what}`);
}

/** Lets what is due next go first. */
export const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Lets everything that is under way come to an end. */
export async function quiet() {
  for (let turns = 0; turns < 60; turns += 1) await turn();
}
