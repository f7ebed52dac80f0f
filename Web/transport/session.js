import { openIndexedDB } from "../store/indexed-db.js";
import { MemoryStorage } from "../store/memory.js";
import { StorageError } from "../store/storage.js";
import { Beside } from "./beside.js";
import { Databases } from "./databases.js";
import { DeviceNames } from "./device-names.js";
import { forget, recalled, remember } from "./glimpse.js";
import { fetchHistory } from "./history.js";
import { createKeeping } from "./keeping.js";
import { Line } from "./line.js";
import { pageCookies, pageMemory, pageRequest, pageURL } from "./page.js";
import { NOTHING_YET, Roles } from "./roles.js";
import { exported, imported } from "./waiting.js";
import { Witness } from "./witness.js";
import { NO_CHANNEL, browserWorld } from "./world.js";

/**
 * @typedef {import("../replica/entity.js").Entity} Entity
 * @typedef {import("./leader.js").LeaderStatus & {notice?: Fault, pictures?: number, isRefused?: boolean}} LibraryStatus
 * @typedef {import("../replica/fault.js").Fault} Fault
 * @typedef {import("../wire/rows.js").Change} Change
 * @typedef {import("../store/storage.js").Storage} LibraryStorage
 * @typedef {{keys: Set<string>|null, remote: boolean}} LibraryChange
 */

/**
 * @typedef {object} LibraryOptions
 * @property {string} [url] of the server's socket; default: this page's server
 * @property {string} [deviceName] what a person calls this device
 * @property {string} [database] its name; default: that of the library opened last
 * @property {import("./world.js").World} [world]
 * @property {(name: string) => Promise<LibraryStorage>} [openStorage]
 * @property {Pick<globalThis.Storage, "getItem"|"setItem">|null} [memory] where names are kept
 * @property {import("./witness.js").Place|null} [witness] a second place that outlives the database
 * @property {typeof fetch} [request]
 * @property {import("./glimpse.js").Glimpsing} [glimpsing]
 */

/**
 * Opens the library kept on this device and begins to sync it. It never waits for the network:
 * without one, and before this device is paired, everything works on what is here.
 *
 * Where it may begin with a glimpse, it is given at once and reads itself afterwards: until `whole`,
 * it holds what is in the glimpse and nothing else.
 * @param {LibraryOptions} [options]
 * @returns {Promise<Library>}
 */
export async function openLibrary(options = {}) {
  const { world = browserWorld(), openStorage = openIndexedDB, glimpsing, deviceName } = options;
  const { memory = pageMemory(), witness: second = pageCookies() } = options;
  const databases = new Databases(memory, second, openStorage);
  const name = options.database ?? databases.current;
  const library = new Library(world, databases, name, options.request ?? pageRequest, memory);
  const settings = { client: "dogear-web/1", deviceName, library: databases.libraryOf(name) };
  const server = { url: options.url ?? pageURL(), settings };
  /** @param {Promise<LibraryStorage>} opening */
  const begin = async (opening) => {
    try {
      const witness = new Witness([memory, second], name);
      await library.begin(await opening, world, { ...server, witness });
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      // Alone in its memory, no tab can follow another.
      const witness = new Witness([], name);
      await library.begin(new MemoryStorage(), { ...world, locks: null }, { ...server, witness });
      library.note({ code: "nothingKept", cause: error.fault });
    }
  };
  const opening = openStorage(name);
  const glimpse = glimpsing ? await recalled(opening, glimpsing, world.report) : null;
  if (glimpsing && glimpse) library.beginWith(glimpse, glimpsing.painted.then(() => begin(opening)));
  else await begin(opening);
  return library;
}

/** The library as views see it: the same in every tab, whichever of them leads. */
export class Library {
  /** What this tab says to the server of its window, and hears of others (NAVIGATION §3.6). */
  line = new Line((message) => this.#roles?.role?.say(message));
  /** @type {((view: Pick<Library, "list">) => Promise<void>)|null} takes all in while a glimpse is shown */
  intake = null;
  #world;
  #databases;
  #name;
  #request;
  /** @type {Roles|null} */
  #roles = null;
  /** @type {LibraryStorage|null} */
  #storage = null;
  /** @type {Set<(change: LibraryChange) => void>} */
  #listeners = new Set();
  /** @type {Set<(status: LibraryStatus) => void>} */
  #statusListeners = new Set();
  /** @type {Fault|null} */
  #notice = null;
  #beside = new Beside();
  #keeping;
  /** @type {import("./world.js").Channel|null} */
  #channel = null;
  /** @type {import("./glimpse.js").Glimpse|null} what is shown while the library is being read */
  #glimpse = null;
  #whole = Promise.resolve();

  /**
   * @param {import("./world.js").World} world
   * @param {Databases} databases
   * @param {string} name
   * @param {typeof fetch} request
   * @param {Pick<globalThis.Storage, "getItem"|"setItem">|null} memory
   */
  constructor(world, databases, name, request, memory) {
    this.#world = world;
    this.#keeping = createKeeping(world);
    this.#databases = databases;
    this.#name = name;
    this.#request = request;
    const greeted = () => this.#view?.checkpoint?.devices ?? [];
    /** What people call the devices of this account. */
    this.names = new DeviceNames(greeted, () => this.#statusChanged(), request, memory, world.now);
  }

  // What there is

  /**
   * The entity, living or deleted, or an alias.
   * @param {string} kind
   * @param {string} id
   * @returns {Entity|undefined}
   */
  get(kind, id) {
    return this.#view?.get(kind, id);
  }

  /**
   * The entity that an id stands for, through whatever aliases (SYNC §2): what a reading, a note or
   * a loan is about.
   * @param {string} kind
   * @param {string} id
   * @returns {Entity|undefined}
   */
  resolve(kind, id) {
    return this.#view?.resolve(kind, id);
  }

  /**
   * The living entities of a kind; the same array until one of them changes.
   * @param {string} kind
   * @returns {readonly Entity[]}
   */
  list(kind) {
    return this.#view?.list(kind) ?? [];
  }

  /**
   * The deleted entities of all kinds.
   * @returns {readonly Entity[]}
   */
  trash() {
    return this.#view?.trash() ?? [];
  }

  /** The last sequence of the library that is here. */
  get cursor() {
    return this.#view?.checkpoint?.cursor ?? 0;
  }

  /** What to add to this device's clock to have the server's, in ms, as far as is known. */
  get clockOffset() {
    return this.#view?.checkpoint?.nowOffset ?? this.#view?.checkpoint?.clockOffset ?? 0;
  }

  /** That of the library as the server has it, null before this device has met one (SYNC §3, *Resume*). */
  get epoch() {
    return this.#view?.checkpoint?.epoch ?? null;
  }

  /** This device, once the server has named it. */
  get device() {
    return this.#view?.checkpoint?.device ?? null;
  }

  /**
   * What a person calls a device of this account.
   * @param {string} id
   * @returns {string|undefined}
   */
  deviceName(id) {
    return this.names.nameOf(id);
  }

  /**
   * Calls `listener` after every change; `keys` null means that anything may have changed.
   * @param {(change: LibraryChange) => void} listener
   * @returns {() => void} ends it
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What was remembered of the library, while that is all there is; null from then on. */
  get glimpse() {
    return this.#glimpse?.seen ?? null;
  }

  /** When all of the library is here. */
  get whole() {
    return this.#whole;
  }

  /**
   * Remembers what a window shows, for the next one to open with.
   * @param {object} glimpse
   * @returns {Promise<boolean>} false while the library is not at rest
   */
  async remember(glimpse) {
    const role = this.#roles?.role;
    return this.#storage && role ? remember(this.#storage, role, glimpse) : false;
  }

  // Edits

  /**
   * Makes an edit: it shows at once, in every tab.
   * @param {Change[]} changes
   * @param {import("../replica/events.js").Making} [making] what its author saw; default: what shows
   * @param {string} [op] its id, where it has one
   * @returns {Promise<string>} the op's id, once the edit is durable on this device
   */
  async edit(changes, making = this.making(changes), op = this.#world.freshID()) {
    // At once where that can be: whoever edits looks on.
    if (!this.#glimpse && this.#roles?.isAwake) return this.#lead.edit(op, changes, making);
    return (await this.#awake()).edit(op, changes, making);
  }

  /**
   * What an author has before them now, for changes sent later (SYNC §2); undefined beside a glimpse.
   * @param {Change[]} changes
   */
  making(changes) {
    return this.#glimpse ? undefined : this.#roles?.role?.making(changes);
  }

  /** The edits the server refused, oldest first. */
  problems() {
    return (this.#roles?.role?.problems ?? []).map(({ op, problem }) =>
      ({ op: op.op, at: op.at, changes: op.do, problem: problem ?? { code: "invalid" } }));
  }

  /** @param {string} op of a refused edit, which is tried again */
  retry(op) {
    return this.#command({ type: "retry", op });
  }

  /**
   * @param {string} op of a refused edit, which is given up
   * @returns {Promise<void>} once it would not come back with the page
   */
  discard(op) {
    return this.#command({ type: "discard", op });
  }

  /** Every edit that the server does not have, refused ones included, to keep elsewhere. */
  unsent() {
    return this.#kept().map(({ op, state, problem }) => ({ ...op, state, ...(problem && { problem }) }));
  }

  #kept() {
    return [...(this.#roles?.role?.waiting ?? []), ...(this.#roles?.role?.problems ?? [])];
  }

  /** The same as a file that `importWaiting` takes back, in this page or another. */
  exportWaiting() {
    return exported(this.#kept(), this.#view?.checkpoint ?? null, this.#storage?.unreadable);
  }

  /** Whether it has remains of edits that could not be read. */
  get hasRemains() {
    return (this.#storage?.unreadable ?? []).length > 0;
  }

  /** The same for every other library that has edits waiting on this device. */
  elsewhere() {
    return this.#databases.waitingBeside(this.#name);
  }

  /**
   * Takes back edits that `exportWaiting` gave, each as it was made and once, however often it comes.
   * @param {unknown} json
   * @returns {Promise<{taken: number, known: number}>} once all are durable; `known` ones were here
   * @throws {import("../replica/fault.js").FaultError}
   */
  async importWaiting(json) {
    const edits = imported(json, this.#view?.checkpoint?.library?.id ?? null);
    const here = new Set(this.unsent().map(({ op }) => op));
    const news = edits.filter(({ op }) => !here.has(op));
    await Promise.all(news.map(({ op, changes, ...made }) => this.edit(changes, made, op)));
    return { taken: news.length, known: edits.length - news.length };
  }

  /**
   * What became of an entity, value by value, newest first. The server alone keeps it.
   * @param {string} kind
   * @param {string} id
   * @param {{before?: number, limit?: number}} [range]
   * @returns {Promise<import("./history.js").History>}
   */
  history(kind, id, range = {}) {
    return fetchHistory(kind, id, range, this.#request);
  }

  // The sync

  /** @returns {LibraryStatus} */
  status() {
    const status = this.#beside.over((!this.#glimpse && this.#roles?.status) || NOTHING_YET);
    return this.#notice ? { ...status, notice: this.#notice, fault: status.fault ?? this.#notice } : status;
  }

  /**
   * @param {(status: LibraryStatus) => void} listener
   * @returns {() => void} ends it
   */
  subscribeStatus(listener) {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  /** @param {import("./beside.js").Waiting} waiting what there is to send beside edits */
  noteBeside(waiting) {
    if (this.#beside.note(waiting)) this.#statusChanged();
  }

  /** This device was paired: connects at once. */
  paired() {
    return this.#command({ type: "paired" });
  }

  /** A person knows that the server is there again: it is tried at once, not when its turn comes. */
  tryAgain() {
    return this.#command({ type: "wake" });
  }

  /** @param {import("../replica/events.js").Event} event */
  async #command(event) {
    return (await this.#awake()).command(event);
  }

  /** Ends the sync and lets another tab lead. */
  close() {
    this.#roles?.close();
    this.#channel?.close();
    this.#storage?.close();
  }

  /**
   * Shows a glimpse until the library is read.
   * @param {import("./glimpse.js").Glimpse} glimpse
   * @param {Promise<void>} begun
   */
  beginWith(glimpse, begun) {
    this.#glimpse = glimpse;
    this.#whole = begun.then(() => {
      this.#glimpse = this.intake = null;
      this.#changed({ keys: null, remote: true });
      this.#statusChanged();
    });
    this.#whole.catch(() => {}); // told to everybody who waits for it
  }

  /**
   * Reads what is kept and takes the part that this tab has.
   * @param {LibraryStorage} storage
   * @param {import("./world.js").World} world
   * @param {Pick<import("./roles.js").RoleParts, "url"|"settings"|"witness">} server
   */
  async begin(storage, world, server) {
    this.#storage = storage;
    const channel = world.locks ? world.openChannel(`dogear:${this.#name}`) : NO_CHANNEL;
    const events = {
      read: (/** @type {Pick<Library, "list">} */ view) => this.intake?.(view),
      changed: (/** @type {LibraryChange} */ change) => this.#changed(change),
      status: () => this.#statusChanged(),
      notice: (/** @type {Fault} */ fault) => this.note(fault),
      connected: (/** @type {string|null} */ session) => this.line.connected(session),
      heard: (/** @type {import("../wire/messages.js").Message} */ message) => this.line.heard(message),
    };
    this.#channel = channel;
    this.#roles = new Roles({ ...server, world, storage, channel, events }, world.locks, this.#name);
    await this.#roles.begin();
  }

  /**
   * Something a person should read once.
   * @param {Fault} fault
   */
  note(fault) {
    this.#notice = fault;
    this.#statusChanged();
  }

  get #view() {
    return this.#glimpse?.view ?? this.#roles?.role?.view ?? null;
  }

  get #lead() {
    const role = this.#roles?.role;
    if (!role) throw new Error("the library is used before it is open");
    return role;
  }

  async #awake() {
    await this.#whole;
    return (await this.#roles?.awake()) ?? this.#lead;
  }

  /** @param {LibraryChange} change */
  #changed(change) {
    if (this.#glimpse) return; // once the library is read, everything has changed
    for (const listener of this.#listeners) this.#call(listener, change);
  }

  #statusChanged() {
    const library = this.#view?.checkpoint?.library;
    const foreign = this.#roles?.role?.foreignLibrary;
    if (library) this.#databases.bind(this.#name, library.id);
    // What the server has the next page opens: this one again, where another was there for a moment.
    const there = foreign ?? (this.line.session !== null && library?.id);
    if (there) this.#databases.switchTo(there);
    const status = this.status();
    this.#keeping.look(status);
    if (foreign || status.state === "unpaired") forget(this.#storage);
    for (const listener of this.#statusListeners) this.#call(listener, status);
  }

  /**
   * A view that fails must not keep an edit from the disk.
   * @template Value
   * @param {(value: Value) => void} listener
   * @param {Value} value
   */
  #call(listener, value) {
    try {
      listener(value);
    } catch (error) {
      this.#world.report(error);
    }
  }
}
