import { askedBackoff } from "../replica/backoff.js";
import { repaired } from "../replica/repair.js";
import { Driver } from "./driver.js";
import { viewOf } from "./filling.js";
import { diskRetryMilliseconds, unpairedRetryMillisecondsMax, unpairedRetryMilliseconds } from "./limits.js";
import { Watchers } from "./line.js";
import { OUTDATED, TAB_VERSION, tabLock, versionOf } from "./tabs.js";
import { damagedCopy, droppedCopy } from "./witness.js";

/**
 * @typedef {import("./roles.js").RoleParts} RoleParts
 * @typedef {import("./roles.js").Unfinished} Unfinished
 * @typedef {import("./tabs.js").TabMessage} TabMessage
 * @typedef {import("../replica/batch.js").Batch} Batch
 * @typedef {import("../replica/batch.js").Stored} Stored
 *
 * `isForeign`: the server's library is another one than that which is open here. `isOffline`: beside the
 * refused edits that are the problem, the server is out of reach.
 * @typedef {import("../replica/status.js").Status & {isForeign?: boolean, isOffline?: boolean}} LeaderStatus
 */

/** @typedef {Stored & {left: import("../store/storage.js").LeftEdit[]}} Seen what a tab knew while another led */

/**
 * The tab that owns the queue and the socket. It tells the others every batch it writes, takes in
 * the edits they have left, and does what only a leader can.
 */
export class Leader {
  #parts;
  #driver;
  #term;
  /** What the disk has, and what the other tabs were told: one more while a batch is on its way. */
  #revision;
  #told;
  #isRemote = false;
  /** @type {string|null} the connection, by a name that the other tabs know */
  #session = null;
  #watchers = new Watchers();
  /** @type {Map<string, string>} the windows of other tabs, each with the tab that spoke for it last */
  #scenes = new Map();
  /** @type {Set<string>} the tabs of which it will be heard that they have gone */
  #minded = new Set();
  /** @type {Set<string>} ops taken from the outbox, on their way to the disk */
  #taking = new Set();
  /** @type {(() => void)|null} cancels the next look at an outbox that could not be read */
  #stopLooking = null;
  #isClosed = false;
  /** Whether the server was asked for the cookie anew. */
  #hasRenewed = false;
  /** @type {string|null} the other library that the server had when it was asked last */
  #foreign = null;
  /** How often the server has said, one time after another, that it does not know us, or has another library. */
  #refusals = 0;
  /** @type {(() => void)|null} cancels the next question whether it does */
  #stopAsking = null;
  #stopWatching;

  /**
   * Takes up where the storage, and the leader before, left off.
   * @param {RoleParts} parts
   * @param {Seen} [seen] where this tab followed before
   */
  static async begin(parts, seen) {
    const { world, storage } = parts;
    const loaded = await storage.load();
    let { stored, revision } = loaded;
    const kept = parts.witness.read();
    if (loaded.isDamaged) {
      const repair = repaired(stored, world.freshID());
      revision = await storage.persist(repair.batch);
      stored = repair.stored;
      const isSure = storage.unreadable.length === 0;
      parts.events.notice(damagedCopy(stored.ops.length, kept?.unsent ?? (isSure ? 0 : null)));
    }
    if (revision === 0 && seen?.checkpoint) {
      // The browser has taken all away, and the leader did not live to write it anew.
      await storage.leave(...seen.left);
      revision = await storage.persist({ ...seen, checkpoint: seen.checkpoint, replace: true });
      stored = seen;
    }
    if (revision === 0 && kept) parts.events.notice(droppedCopy(kept.unsent));
    const view = await viewOf(stored);
    await parts.events.read(view);
    const leader = new Leader(parts, stored.checkpoint ? { ...stored, view } : null, revision);
    await leader.takeIn();
    leader.#driver.handle({ type: "start" });
    return leader;
  }

  /**
   * @param {RoleParts} parts
   * @param {Stored|null} stored
   * @param {number} revision
   */
  constructor(parts, stored, revision) {
    const { world, storage, url, settings, events, channel } = parts;
    this.#parts = parts;
    this.#term = world.freshID();
    this.#revision = this.#told = revision;
    this.#driver = new Driver({
      world,
      storage,
      stored,
      url,
      settings,
      events: {
        changed: (change) => {
          this.#isRemote ||= change.remote;
          events.changed({ keys: change.keys && new Set(change.keys), remote: change.remote });
        },
        status: () => {
          this.#askLater();
          this.#tell({ type: "status", status: this.status });
          events.status(this.status);
        },
        saving: (batch) => this.#saving(batch),
        saved: (saved) => this.#saved(saved),
        superseded: parts.superseded,
        online: (isOnline) => this.#connected(isOnline ? world.freshID() : null),
        heard: (message) => {
          this.#tell({ type: "heard", message });
          events.heard(message);
        },
      },
    });
    // Not with the next edit: until then this page alone would have what was not sent.
    storage.onlost = () => this.#driver.handle({ type: "lost" });
    events.connected(null);
    channel.onmessage = ({ data }) => this.#heard(data);
    this.#stopWatching = world.watch({
      wake: () => void this.command({ type: "wake" }),
      network: (up) => void this.command({ type: "network", up }),
    });
    this.#announce();
  }

  get view() {
    return this.#driver.replica.view;
  }

  /** @returns {LeaderStatus} */
  get status() {
    const { status, isOffline } = this.#driver.replica;
    if (this.foreignLibrary !== null) return { ...status, isForeign: true };
    const isBoth = isOffline && status.state === "problem" && status.fault === undefined;
    return isBoth ? { ...status, isOffline } : status;
  }

  get problems() {
    return this.#driver.replica.problems;
  }

  get waiting() {
    return this.#driver.replica.waiting;
  }

  /** That of the server, where it is another one; until it has answered anew, what it said last. */
  get foreignLibrary() {
    const { foreignLibrary, isOnline, status } = this.#driver.replica;
    return foreignLibrary ?? (isOnline || status.state === "unpaired" ? null : this.#foreign);
  }

  /** Whether nothing is tried, for this is not the server of what is open here. */
  get #isShutOut() {
    const { foreignLibrary, status } = this.#driver.replica;
    return status.state === "unpaired" || foreignLibrary !== null;
  }

  /** The revision on the disk that the view shows; null while what it shows is on its way there. */
  get settledRevision() {
    return this.#told === this.#revision ? this.#revision : null;
  }

  /**
   * What the author of these changes has before them now.
   * @param {import("../wire/rows.js").Change[]} changes
   */
  making(changes) {
    return this.#driver.replica.making(changes);
  }

  /**
   * @param {string} op
   * @param {import("../wire/rows.js").Change[]} changes
   * @param {import("../replica/events.js").Making} [made] when and on what, if not here and now
   */
  edit(op, changes, made) {
    return this.#driver.edit(op, changes, made);
  }

  /**
   * @param {import("../replica/events.js").Event} event
   * @returns {Promise<void>} once what it changed would outlive the page
   */
  async command(event) {
    if (event.type === "edit") {
      // Another tab could not leave it: what its author waits for is that it is safe.
      await this.#driver.edit(event.op, event.changes, event.made);
      return;
    }
    // Nobody waits for what the page itself sees, nor may a leader to come hear of it late.
    if (event.type !== "wake" && event.type !== "network") return this.#driver.command(event);
    this.#driver.handle(event);
    if (event.type === "network") {
      if (!event.up) return;
      // By another network than before, the connection that there was has died, and nobody tells.
      this.#driver.handle({ type: "wake" });
    }
    // Whoever looks again may have paired this browser in between, in a tab that is gone.
    this.#askAgain();
    void this.takeIn(); // who left an edit may not have lived to tell
  }

  /** Whether it is let in by now, where it was not: nothing is sent before the library is known to be ours. */
  #askAgain() {
    if (!this.#isShutOut) return;
    this.#foreign = this.foreignLibrary;
    this.#driver.handle({ type: "paired" });
  }

  /** A server that ran for a moment on other data knows this browser again, and nobody tells. */
  #askLater() {
    if (!this.#isShutOut) {
      this.#stopAsking?.();
      this.#stopAsking = null;
    } else if (!this.#stopAsking) {
      const { world } = this.#parts;
      const wait = Math.min(unpairedRetryMillisecondsMax, unpairedRetryMilliseconds * 2 ** this.#refusals);
      const after = askedBackoff(wait, world.chance());
      this.#refusals += 1;
      this.#stopAsking = world.schedule(after, () => this.#askAgain());
    }
  }

  /** @param {import("../wire/messages.js").Message} message about this tab's window */
  say(message) {
    this.#pass(this.#term, message);
  }

  /**
   * Lets another tab lead.
   * @returns {Unfinished} what the next leader must see to, should it be this tab again
   */
  close() {
    this.#isClosed = true;
    this.#stopWatching();
    this.#stopAsking?.();
    this.#parts.channel.onmessage = null;
    this.#parts.storage.onlost = () => {};
    return this.#driver.close();
  }

  /** @param {TabMessage} message */
  #heard(message) {
    if (versionOf(message) > TAB_VERSION) this.#parts.events.notice(OUTDATED);
    switch (message.type) {
      case "who":
        return this.#announce();
      case "left":
        return void this.takeIn();
      case "command":
        return void this.#carryOut(message);
      case "say":
        if (message.session !== this.#session) return;
        this.#pass(message.tab, message.message);
        this.#mind(message.tab, message.message);
    }
  }

  /** @param {Extract<TabMessage, {type: "command"}>} command of another tab */
  async #carryOut({ id, event }) {
    await this.command(event);
    this.#tell({ type: "done", id });
  }

  /**
   * @param {string} tab
   * @param {import("../wire/messages.js").Message} message
   */
  #pass(tab, message) {
    const passed = this.#watchers.passed(tab, message);
    if (passed) this.#driver.say(passed);
  }

  /**
   * A tab that the browser discards says nothing any more: what it holds at the server is given up for it.
   * @param {string} tab
   * @param {import("../wire/messages.js").Message} message that it has said
   */
  #mind(tab, { t, scene }) {
    if (t === "scene.attach") this.#scenes.set(scene, tab);
    if (t === "scene.detach") this.#scenes.delete(scene);
    // One of a version that holds no lock is taken for gone once, and attaches anew with what it says next.
    if (this.#minded.has(tab)) return;
    this.#minded.add(tab);
    void this.#parts.world.locks?.request(tabLock(tab), {}, async () => {
      for (const [left, by] of this.#scenes) {
        if (by === tab && !this.#isClosed) this.#pass(tab, { t: "scene.detach", scene: left });
      }
    });
  }

  /** @param {string|null} session */
  #connected(session) {
    this.#session = session;
    if (session) {
      this.#refusals = 0;
      this.#foreign = null;
    }
    this.#watchers.clear();
    this.#tell({ type: "session", session });
    this.#parts.events.connected(session);
    if (this.#hasRenewed) return;
    this.#hasRenewed = true;
    this.#parts.world.renew().catch(() => {}); // the next page asks again
  }

  /**
   * Takes in the edits that tabs have left in the outbox.
   * @returns {Promise<void>}
   */
  async takeIn() {
    const { storage, world } = this.#parts;
    // Who has left an edit there tells of it once.
    const edits = await storage.outbox().catch(() => null);
    if (this.#isClosed) return;
    if (!edits) {
      this.#stopLooking?.(); // one look is enough, however many have asked for it
      this.#stopLooking = world.schedule(diskRetryMilliseconds, () => void this.takeIn());
      return;
    }
    for (const { op, changes, ...made } of edits) {
      if (this.#taking.has(op)) continue;
      this.#taking.add(op);
      // One that came by another way too would be made again once that is forgotten.
      this.#driver.handle({ type: "left", op });
      void this.#driver.edit(op, changes, made).then(() => this.#taking.delete(op));
    }
  }

  /** @param {Batch} batch */
  #saving(batch) {
    const revision = (this.#told = this.#revision + 1);
    this.#tell({ type: "batch", term: this.#term, revision, batch, remote: this.#isRemote });
    this.#isRemote = false;
  }

  /** @param {number} revision */
  #saved(revision) {
    this.#revision = revision;
    const { waiting, problems } = this.status;
    this.#parts.witness.write(waiting + problems);
    this.#tell({ type: "saved", term: this.#term, revision });
  }

  #announce() {
    const { status } = this;
    this.#tell({ type: "leading", term: this.#term, revision: this.#told, status });
    this.#tell({ type: "session", session: this.#session });
  }

  /** @param {TabMessage} message */
  #tell(message) {
    this.#parts.channel.postMessage({ ...message, v: TAB_VERSION });
  }
}
