import { Leader } from "./leader.js";
import { tryToLead, waitToLead } from "./tabs.js";

/**
 * What a leader or a follower is made of.
 * @typedef {object} RoleParts
 * @property {import("./world.js").World} world
 * @property {import("../store/storage.js").Storage} storage
 * @property {import("./world.js").Channel} channel to the other tabs
 * @property {string} url of the server's socket
 * @property {import("../replica/events.js").Settings} settings
 * @property {import("./witness.js").Witness} witness
 * @property {RoleEvents} events
 */

/**
 * @typedef {object} RoleEvents
 * @property {(change: {keys: Set<string>|null, remote: boolean}) => void} changed
 * @property {(status: import("../replica/status.js").Status) => void} status
 * @property {(sentence: string) => void} notice
 * @property {(session: string|null) => void} connected to the server, or to nobody
 * @property {(message: import("../wire/messages.js").Message) => void} heard about windows
 */

/**
 * What a tab had begun when it gave its part up.
 * @typedef {object} Unfinished
 * @property {{event: import("../replica/events.js").Event, resolve: () => void}[]} commands
 * @property {import("./driver.js").UnfinishedEdit[]} edits
 */

/**
 * The part that this tab has: leader, follower, or asleep. One tab leads as long as it lives and is
 * awake; a tab that the browser stops must not hold the lock, for all others would wait for it.
 */
export class Roles {
  /** @type {Leader|import("./follower.js").Follower|null} */
  #role = null;
  #parts;
  #locks;
  #name;
  #release = () => {};
  #waiting = new AbortController();
  /** @type {Unfinished} */
  #unfinished = { commands: [], edits: [] };
  /** @type {"awake"|"asleep"|"waking"|"closed"} */
  #state = "awake";
  /** @type {Promise<void>} */
  #woken = Promise.resolve();
  #stopWatching = () => {};

  /**
   * @param {RoleParts} parts
   * @param {import("./world.js").Locks|null} locks
   * @param {string} name of the library's database
   */
  constructor(parts, locks, name) {
    this.#parts = parts;
    this.#locks = locks;
    this.#name = name;
  }

  /** The part this tab has, or had last. */
  get role() {
    return this.#role;
  }

  /** The same, once the tab is awake. */
  async awake() {
    if (this.#state === "waking") await this.#woken;
    return this.#lead;
  }

  /** Whether edits go straight to the role. */
  get isAwake() {
    return this.#state === "awake";
  }

  get #lead() {
    if (!this.#role) throw new Error("the library is used before it is open");
    return this.#role;
  }

  /** Reads what is kept and takes the part that there is. */
  async begin() {
    await this.#takePart();
    if (!this.#locks) return;
    this.#stopWatching = this.#parts.world.watchSleep({
      asleep: () => this.#sleep(),
      awake: () => void this.#wake(),
    });
  }

  /** Ends the sync and lets another tab lead. */
  close() {
    this.#stopWatching();
    this.#giveUp();
    this.#state = "closed";
  }

  async #takePart() {
    const leadership = await tryToLead(this.#locks, this.#name);
    if (leadership) {
      this.#release = leadership.release;
      this.#role = await Leader.begin(this.#parts).catch((error) => {
        leadership.release();
        throw error;
      });
    } else if (this.#locks) {
      // A tab that leads never needs it.
      const { Follower } = await import("./follower.js");
      this.#role = await Follower.begin(this.#parts);
      void this.#succeed(this.#locks);
    }
  }

  /**
   * Leads once the present leader has gone.
   * @param {import("./world.js").Locks} locks
   */
  async #succeed(locks) {
    const { signal } = this.#waiting;
    const leadership = await waitToLead(locks, this.#name, signal);
    if (!leadership) return;
    // Asked to stop in the very moment of being let in.
    if (signal.aborted) return leadership.release();
    this.#release = leadership.release;
    const follower = this.#role;
    const { commands } = follower?.close() ?? this.#unfinished;
    const leader = await Leader.begin(this.#parts);
    if (signal.aborted) return void leader.close();
    this.#role = leader;
    for (const { event, resolve } of commands) void leader.command(event).then(resolve);
    // An edit may have reached the outbox after the leader had looked.
    if (follower && "settled" in follower) void follower.settled().then(() => leader.takeIn());
    this.#tellAll();
  }

  // Sleep

  /** The browser is about to stop this page. */
  #sleep() {
    if (this.#state !== "awake") return;
    this.#state = "asleep";
    const { commands, edits } = this.#giveUp();
    this.#unfinished.commands.push(...commands);
    this.#unfinished.edits.push(...edits);
    // Should this page never wake, the next leader finds them.
    for (const { edit } of edits) this.#parts.storage.leave(edit).catch(() => {});
  }

  /** @returns {Unfinished} */
  #giveUp() {
    this.#waiting.abort();
    this.#waiting = new AbortController();
    const unfinished = this.#role?.close() ?? { commands: [], edits: [] };
    this.#release();
    this.#release = () => {};
    return unfinished;
  }

  /** The page goes on: it takes whatever part there is now. */
  async #wake() {
    if (this.#state !== "asleep") return;
    this.#state = "waking";
    this.#woken = this.#takePart()
      .catch((error) => this.#parts.events.notice(error.message))
      .finally(() => {
        if (this.#state === "waking") this.#state = "awake";
      });
    await this.#woken;
    const { commands, edits } = this.#unfinished;
    this.#unfinished = { commands: [], edits: [] };
    for (const { event, resolve } of commands) void this.#role?.command(event).then(resolve);
    for (const { edit, author } of edits) {
      const { op, changes, ...made } = edit;
      void this.#role?.edit(op, changes, made).then(author.resolve, author.reject);
    }
    this.#tellAll();
  }

  /** Another role may show, and know, something else. */
  #tellAll() {
    this.#parts.events.changed({ keys: null, remote: true });
    this.#parts.events.status(this.#lead.status);
  }
}
