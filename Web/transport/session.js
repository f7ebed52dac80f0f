import { openIndexedDB } from "../store/indexed-db.js";
import { MemoryStorage } from "../store/memory.js";
import { StorageError } from "../store/storage.js";
import { Databases } from "./databases.js";
import { Follower } from "./follower.js";
import { Leader } from "./leader.js";
import { tryToLead, waitToLead } from "./tabs.js";
import { browserWorld } from "./world.js";

/**
 * @typedef {import("../replica/entity.js").Entity} Entity
 * @typedef {import("../replica/status.js").Status & {notice?: string}} LibraryStatus
 * @typedef {import("../wire/rows.js").Change} Change
 * @typedef {import("../store/storage.js").Storage} LibraryStorage
 * @typedef {{keys: Set<string>|null, remote: boolean}} LibraryChange
 */

/**
 * What a leader or a follower is made of.
 * @typedef {object} RoleParts
 * @property {import("./world.js").World} world
 * @property {LibraryStorage} storage
 * @property {import("./world.js").Channel} channel to the other tabs
 * @property {string} url of the server's socket
 * @property {import("../replica/events.js").Settings} settings
 * @property {RoleEvents} events
 */

/**
 * @typedef {object} RoleEvents
 * @property {(change: LibraryChange) => void} changed
 * @property {(status: import("../replica/status.js").Status) => void} status
 * @property {(sentence: string) => void} notice
 */

/**
 * @typedef {object} LibraryOptions
 * @property {string} [url] of the server's socket; default: this page's server
 * @property {string} [deviceName] what a person calls this device
 * @property {string} [database] its name; default: that of the library opened last
 * @property {import("./world.js").World} [world]
 * @property {(name: string) => Promise<LibraryStorage>} [openStorage]
 * @property {Pick<globalThis.Storage, "getItem"|"setItem">|null} [memory] where names are kept
 */

/**
 * Opens the library kept on this device and begins to sync it. It never waits for the network:
 * without one, and before this device is paired, everything works on what is here.
 * @param {LibraryOptions} [options]
 * @returns {Promise<Library>}
 */
export async function openLibrary(options = {}) {
  const { world = browserWorld(), openStorage = openIndexedDB } = options;
  const databases = new Databases(options.memory === undefined ? pageMemory() : options.memory);
  const name = options.database ?? databases.current;
  const library = new Library(world, databases, name);
  const server = {
    url: options.url ?? pageURL(),
    settings: { client: "dogear-web/1", deviceName: options.deviceName },
  };
  try {
    await library.begin(await openStorage(name), world, server);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    // Alone in its memory, no tab can follow another.
    await library.begin(new MemoryStorage(), { ...world, locks: null }, server);
    library.note(NOTHING_KEPT);
  }
  return library;
}

/** The library as views see it: the same in every tab, whichever of them leads. */
export class Library {
  #world;
  #databases;
  #name;
  /** @type {Leader|Follower|null} */
  #role = null;
  /** @type {LibraryStorage|null} */
  #storage = null;
  /** @type {Set<(change: LibraryChange) => void>} */
  #listeners = new Set();
  /** @type {Set<(status: LibraryStatus) => void>} */
  #statusListeners = new Set();
  /** @type {string|null} */
  #notice = null;
  #closing = new AbortController();
  #release = () => {};
  /** @type {import("./world.js").Channel|null} */
  #channel = null;

  /**
   * @param {import("./world.js").World} world
   * @param {Databases} databases
   * @param {string} name
   */
  constructor(world, databases, name) {
    this.#world = world;
    this.#databases = databases;
    this.#name = name;
  }

  // What there is

  /**
   * The entity, living or deleted.
   * @param {string} kind
   * @param {string} id
   * @returns {Entity|undefined}
   */
  get(kind, id) {
    return this.#view?.get(kind, id);
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
    return this.#view?.checkpoint?.devices.find((device) => device.id === id)?.name;
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

  // Edits

  /**
   * Makes an edit: it shows at once, in every tab.
   * @param {Change[]} changes
   * @returns {Promise<string>} the op's id, once the edit is durable on this device
   */
  edit(changes) {
    return this.#lead.edit(this.#world.freshID(), changes);
  }

  /** The edits the server refused, oldest first. */
  problems() {
    return (this.#role?.problems ?? []).map(({ op, problem }) => ({
      op: op.op,
      at: op.at,
      changes: op.do,
      problem: problem ?? { code: "invalid", message: "" },
    }));
  }

  /**
   * Tries a refused edit again.
   * @param {string} op
   */
  retry(op) {
    return this.#lead.command({ type: "retry", op });
  }

  /**
   * Gives a refused edit up.
   * @param {string} op
   */
  discard(op) {
    return this.#lead.command({ type: "discard", op });
  }

  /** Every edit that the server does not have, refused ones included, to keep elsewhere. */
  unsent() {
    return [...(this.#role?.waiting ?? []), ...(this.#role?.problems ?? [])].map(
      ({ op, state, problem }) => ({ ...op, state, ...(problem && { problem }) }),
    );
  }

  // The sync

  /** @returns {LibraryStatus} */
  status() {
    const status = this.#role?.status ?? { state: "starting", waiting: 0, problems: 0 };
    const notice = this.#notice;
    return notice === null ? status : { ...status, notice, message: status.message ?? notice };
  }

  /**
   * @param {(status: LibraryStatus) => void} listener
   * @returns {() => void} ends it
   */
  subscribeStatus(listener) {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  /** This device was paired: connects at once. */
  paired() {
    return this.#lead.command({ type: "paired" });
  }

  /** Ends the sync and lets another tab lead. */
  close() {
    this.#closing.abort();
    this.#role?.close();
    this.#channel?.close();
    this.#storage?.close();
    this.#release();
  }

  // Roles

  /**
   * Reads what is kept and takes the part that this tab has.
   * @param {LibraryStorage} storage
   * @param {import("./world.js").World} world
   * @param {Pick<RoleParts, "url"|"settings">} server
   */
  async begin(storage, world, server) {
    this.#storage = storage;
    const { locks } = world;
    const parts = {
      ...server,
      world,
      storage,
      channel: locks ? world.openChannel(`dogear:${this.#name}`) : NO_CHANNEL,
      events: {
        changed: (/** @type {LibraryChange} */ change) => this.#changed(change),
        status: () => this.#statusChanged(),
        notice: (/** @type {string} */ sentence) => this.note(sentence),
      },
    };
    this.#channel = parts.channel;
    const leadership = await tryToLead(locks, this.#name);
    if (leadership) {
      this.#release = leadership.release;
      this.#role = await Leader.begin(parts).catch((error) => {
        leadership.release();
        throw error;
      });
    } else if (locks) {
      this.#role = await Follower.begin(parts);
      void this.#succeed(locks, parts);
    }
  }

  /**
   * Leads once the present leader has gone.
   * @param {import("./world.js").Locks} locks
   * @param {RoleParts} parts
   */
  async #succeed(locks, parts) {
    const leadership = await waitToLead(locks, this.#name, this.#closing.signal);
    if (!leadership) return;
    this.#release = leadership.release;
    const unfinished = this.#role instanceof Follower ? this.#role.close() : [];
    const follower = this.#role;
    const leader = await Leader.begin(parts);
    this.#role = leader;
    for (const { event, resolve } of unfinished) void leader.command(event).then(resolve);
    // An edit may have reached the outbox after the leader had looked.
    if (follower instanceof Follower) void follower.settled().then(() => leader.takeIn());
    this.#changed({ keys: null, remote: true });
    this.#statusChanged();
  }

  /**
   * Something a person should read once.
   * @param {string} sentence
   */
  note(sentence) {
    this.#notice = sentence;
    this.#statusChanged();
  }

  get #view() {
    return this.#role?.view ?? null;
  }

  get #lead() {
    if (!this.#role) throw new Error("the library is used before it is open");
    return this.#role;
  }

  /** @param {LibraryChange} change */
  #changed(change) {
    for (const listener of this.#listeners) this.#call(listener, change);
  }

  #statusChanged() {
    const library = this.#view?.checkpoint?.library;
    const foreign = this.#role?.foreignLibrary;
    if (library) this.#databases.bind(this.#name, library.id);
    if (foreign) this.#databases.switchTo(foreign);
    const status = this.status();
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

/** @type {import("./world.js").Channel} */
const NO_CHANNEL = { postMessage() {}, onmessage: null, close() {} };

function pageURL() {
  return new URL("/v1/socket", location.href).href.replace(/^http/, "ws");
}

function pageMemory() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

const NOTHING_KEPT =
  "This browser keeps nothing on this device: edits that are not sent yet go when the page closes.";
