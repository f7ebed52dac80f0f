import { FaultError, faultOf, problemFault } from "../replica/fault.js";
import { Replica } from "../replica/replica.js";
import { SupersededError } from "../store/storage.js";
import { isOfWindows } from "./line.js";

/**
 * @typedef {import("./world.js").World} World
 * @typedef {import("../replica/events.js").Event} Event
 * @typedef {import("../replica/events.js").Output} Output
 * @typedef {import("../replica/events.js").Problem} Problem
 * @typedef {import("../replica/batch.js").Batch} Batch
 */

/**
 * What the driver tells of.
 * @typedef {object} DriverEvents
 * @property {(change: {keys: string[]|null, remote: boolean}) => void} changed
 * @property {(status: import("../replica/status.js").Status) => void} status
 * @property {(batch: Batch) => void} saving a batch goes to the disk
 * @property {(revision: number) => void} saved it is there
 * @property {() => void} superseded the disk has something else than what was read and written here, and
 *   takes nothing more
 * @property {(isOnline: boolean) => void} online the connection has come, or gone
 * @property {(message: import("../wire/messages.js").Message) => void} heard the server has said
 *   something about windows
 */

/**
 * Whoever waits to hear that an edit is safe.
 * @typedef {object} Author
 * @property {import("../replica/events.js").Change[]} changes
 * @property {(op: string) => void} resolve
 * @property {(error: EditError) => void} reject
 */

/**
 * An edit whose author has not heard yet that it is safe: whoever leads next sees to it.
 * @typedef {{edit: import("../store/storage.js").LeftEdit, author: Author}} UnfinishedEdit
 */

/**
 * Something a person asked for, and waits until it would outlive the page.
 * @typedef {{event: Event, resolve: () => void}} Command
 */

/**
 * Does what a replica asks for: sockets, timers, transactions. Events go in one at a time, in the
 * order in which they happen.
 */
export class Driver {
  /** @readonly */
  replica;
  #world;
  #storage;
  #url;
  #events;
  /** @type {import("./socket.js").Socket|null} */
  #socket = null;
  /** @type {Map<string, () => void>} cancels by timer */
  #timers = new Map();
  /** @type {Map<string, Author>} */
  #authors = new Map();
  /** @type {Event[]} */
  #queue = [];
  #isHandling = false;
  /** @type {Promise<unknown>} until everything written so far is on the disk */
  #saves = Promise.resolve();
  /** @type {(() => void)[]} who waits for what the disk did not take: it goes with the next that it takes */
  #untaken = [];
  /** @type {Set<Command>} */
  #commands = new Set();
  #isClosed = false;
  #isOnline = false;
  #isOffline = false;

  /**
   * @param {object} parts
   * @param {World} parts.world
   * @param {import("../store/storage.js").Storage} parts.storage
   * @param {import("../replica/batch.js").Stored|null} parts.stored
   * @param {string} parts.url of the socket
   * @param {import("../replica/events.js").Settings} parts.settings
   * @param {DriverEvents} parts.events
   */
  constructor({ world, storage, stored, url, settings, events }) {
    this.#world = world;
    this.#storage = storage;
    this.#url = url;
    this.#events = events;
    this.replica = new Replica(stored, settings, this.#turn());
  }

  /**
   * Makes an edit; resolves when it would survive a crash.
   * @param {string} op
   * @param {import("../replica/events.js").Change[]} changes
   * @param {import("../replica/events.js").Making} [made] when and on what, if in another tab
   * @returns {Promise<string>}
   */
  edit(op, changes, made) {
    if (this.#isClosed) return Promise.reject(new EditError(STOPPED));
    // It may come by two ways, from another tab and from what that tab wrote down: both hear of it.
    const earlier = this.#authors.get(op);
    return new Promise((resolve, reject) => {
      this.#authors.set(op, {
        changes,
        resolve: (id) => (earlier?.resolve(id), resolve(id)),
        reject: (error) => (earlier?.reject(error), reject(error)),
      });
      this.handle({ type: "edit", op, changes, ...(made && { made }) });
    });
  }

  /**
   * Takes an event; one that comes from within another waits for its turn.
   * @param {Event} event
   */
  handle(event) {
    if (this.#isClosed) return;
    this.#queue.push(event);
    if (this.#isHandling) return;
    this.#isHandling = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
        for (const output of this.replica.handle(next, this.#turn())) this.#perform(output);
        this.#tellOnline();
      }
    } finally {
      this.#isHandling = false;
    }
  }

  /**
   * Takes an event that a person caused and waits for.
   * @param {Event} event
   * @returns {Promise<void>} once what it changed would outlive the page
   */
  command(event) {
    return new Promise((resolve) => void this.#carryOut({ event, resolve }));
  }

  /** @param {Command} command */
  async #carryOut(command) {
    this.#commands.add(command);
    this.handle(command.event);
    // What finds a batch on its way goes with the one after it.
    await this.#saves;
    await this.#saves;
    this.#commands.delete(command);
    command.resolve();
  }

  /**
   * Says something that is about windows; the replica knows nothing of it.
   * @param {import("../wire/messages.js").Message} message
   */
  say(message) {
    if (this.#isOnline) this.#socket?.send(message);
  }

  /** Tells of the connection when it has come or gone, and where the status does not say so by itself. */
  #tellOnline() {
    const { isOnline, isOffline } = this.replica;
    if (isOffline !== this.#isOffline) {
      this.#isOffline = isOffline;
      const { status } = this.replica;
      if (status.state === "problem") this.#events.status(status);
    }
    if (isOnline === this.#isOnline) return;
    this.#isOnline = isOnline;
    this.#events.online(isOnline);
  }

  /**
   * Lets go of everything; what is on its way to the disk still arrives.
   * @returns {{commands: Command[], edits: UnfinishedEdit[]}}
   */
  close() {
    this.handle({ type: "stop" });
    this.#isClosed = true;
    return { commands: [...this.#commands], edits: this.#unfinishedEdits() };
  }

  #unfinishedEdits() {
    const { epoch } = this.replica.checkpoint;
    const unfinished = this.replica.waiting.flatMap((queued) => {
      const author = this.#authors.get(queued.op.op);
      return author ? [{ queued, author }] : [];
    });
    // They hold what is before the first of them, and not what other tabs make before they are made again.
    const order = (unfinished[0]?.queued.order ?? 0) - 1;
    return unfinished.map(({ queued: { op: { op, base, at, ...made }, was = {} }, author }) => {
      const named = made.epoch ?? epoch ?? undefined;
      const edit = { op, changes: made.do, base, at, ...(named !== undefined && { epoch: named }), was, order };
      return { edit, author };
    });
  }

  #turn() {
    const { now, chance, freshID } = this.#world;
    return { now: now(), chance: chance(), fresh: freshID() };
  }

  /** @param {Output} output */
  #perform(output) {
    switch (output.type) {
      case "connect":
        return this.#connect();
      case "disconnect":
        this.#socket?.close(output.code, output.reason);
        this.#socket = null;
        return;
      case "send":
        return this.#socket?.send(output.message);
      case "schedule":
        return this.#schedule(output.timer, output.after);
      case "cancel":
        return this.#cancel(output.timer);
      case "persist":
        this.#saves = Promise.all([this.#saves, this.#persist(output)]);
        return;
      case "changed":
        return this.#events.changed(output);
      case "settled":
        return this.#settle(output.ops);
      case "rejected":
        this.#authors.get(output.op)?.reject(new EditError(output.problem));
        this.#authors.delete(output.op);
        return;
      case "status":
        return this.#events.status(output.status);
    }
  }

  #connect() {
    const socket = this.#world.openSocket(this.#url, {
      opened: () => this.#from(socket, { type: "opened" }),
      message: (message) => {
        this.#from(socket, { type: "message", message });
        if (socket === this.#socket && isOfWindows(message)) this.#events.heard(message);
      },
      unreadable: (fault) => this.#from(socket, { type: "unreadable", fault }),
      closed: (code, reason) => this.#from(socket, { type: "closed", code, reason }),
    });
    this.#socket = socket;
  }

  /**
   * An event of a socket counts only while it is the one in use.
   * @param {import("./socket.js").Socket} socket
   * @param {Event} event
   */
  #from(socket, event) {
    if (socket === this.#socket) this.handle(event);
  }

  /**
   * @param {string} timer
   * @param {number} after
   */
  #schedule(timer, after) {
    this.#cancel(timer);
    const cancel = this.#world.schedule(after, () => {
      this.#timers.delete(timer);
      this.handle({ type: "timer", timer });
    });
    this.#timers.set(timer, cancel);
  }

  /** @param {string} timer */
  #cancel(timer) {
    this.#timers.get(timer)?.();
    this.#timers.delete(timer);
  }

  /**
   * @param {{number: number, batch: Batch}} save
   * @returns {Promise<void>} once the disk has taken it, with a later one if need be
   */
  async #persist({ number, batch }) {
    this.#events.saving(batch);
    try {
      this.#events.saved(await this.#storage.persist(batch));
    } catch (error) {
      // Not even if it is tried again; nor is it sent then, for what the disk has instead comes before it.
      if (error instanceof SupersededError && !this.#isClosed) this.#events.superseded();
      this.handle({ type: "notPersisted", number, fault: faultOf(error) });
      return new Promise((resolve) => this.#untaken.push(resolve));
    }
    for (const resolve of this.#untaken.splice(0)) resolve();
    this.handle({ type: "persisted", number });
  }

  /** @param {string[]} ops */
  #settle(ops) {
    for (const op of ops) {
      this.#authors.get(op)?.resolve(op);
      this.#authors.delete(op);
    }
  }
}

/** What becomes of an edit in a page that has stopped to sync. */
export const STOPPED = { code: "stopped", fault: { code: "stopped" } };

/** Why an edit was not taken at all. */
export class EditError extends FaultError {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problemFault(problem));
  }
}
