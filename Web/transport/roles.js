import { faultOf } from "../replica/fault.js";
import { EditError, STOPPED } from "./driver.js";
import { Leader } from "./leader.js";
import { diskRetryMilliseconds, misreadingsTold } from "./limits.js";
import { OUTDATED, pause, robLead, TAB_VERSION, tryToLead, waitToLead } from "./tabs.js";

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
 * @property {() => void} left an edit, where the leader finds it: who leads in this tab by then hears it
 *   from no other
 * @property {() => void} superseded by a leader whose disk takes nothing more before it is read anew
 */

/**
 * @typedef {object} RoleEvents
 * @property {(view: import("../replica/view.js").LibraryView) => Promise<void>|undefined} read what is kept,
 *   which is shown after that
 * @property {(change: {keys: Set<string>|null, remote: boolean}) => void} changed
 * @property {(status: import("../replica/status.js").Status) => void} status
 * @property {(fault: import("../replica/fault.js").Fault) => void} notice
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
 * awake; a tab that the browser stops must not hold the lock, for all others would wait for it. One
 * that is stopped without a word is robbed of it: what it writes afterwards, the storage refuses.
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
  /** @type {Promise<void>} when it has a part again */
  #woken = Promise.resolve();
  #tellWoken = () => {};
  /** @type {Promise<void>} the taking of a part that is under way */
  #retaking = Promise.resolve();
  /** @type {Promise<unknown>} the becoming of a leader, wanted still or not */
  #becoming = Promise.resolve();
  #stopWatching = () => {};

  /**
   * @param {Omit<RoleParts, "left"|"superseded">} parts
   * @param {import("./world.js").Locks|null} locks
   * @param {string} name of the library's database
   */
  constructor(parts, locks, name) {
    this.#parts = { ...parts, left: () => this.#takeIn(), superseded: () => this.#beginAnew() };
    parts.storage.onended = () => this.#retire();
    this.#locks = locks;
    this.#name = name;
  }

  /** The part this tab has, or had last. */
  get role() {
    return this.#role;
  }

  /** @returns {import("./leader.js").LeaderStatus} how the sync is, in which a tab may have no part */
  get status() {
    if (this.#state === "closed") return { ...NOTHING_YET, state: "problem" };
    return this.#role?.status ?? NOTHING_YET;
  }

  /**
   * The same, once the tab is awake.
   * @throws {EditError} where it has none any more
   */
  async awake() {
    while (this.#state === "asleep" || this.#state === "waking") await this.#woken;
    if (this.#state === "closed") throw new EditError(STOPPED);
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
    if (this.#state === "closed") return void this.#giveUp();
    if (!this.#locks) return;
    this.#stopWatching = this.#parts.world.watchSleep({
      asleep: () => this.#sleep(),
      awake: () => void this.#wake(),
    });
  }

  /**
   * Ends the sync and lets another tab lead.
   * @returns {Unfinished} what nobody sees to
   */
  close() {
    this.#stopWatching();
    const unfinished = this.#giveUp();
    this.#state = "closed";
    this.#tellWoken();
    return unfinished;
  }

  /**
   * A newer version of the app takes the disk over: whoever runs it leads, and finds there what was
   * begun here. This tab keeps nothing any more.
   */
  async #retire() {
    const { storage, events } = this.#parts;
    const { edits } = this.close();
    events.connected(null);
    events.notice(OUTDATED);
    await Promise.all(
      edits.map(({ edit, author }) =>
        storage.leave(edit).then(() => author.resolve(edit.op), author.reject)),
    );
  }

  async #takePart() {
    const leadership = await tryToLead(this.#locks, this.#name);
    if (leadership) {
      this.#release = leadership.release;
      this.#role = await Leader.begin(this.#parts).catch((error) => {
        leadership.release();
        throw error;
      });
      void this.#yield(leadership);
    } else if (this.#locks) {
      const locks = this.#locks;
      // A tab that leads never needs it.
      const { Follower } = await import("./follower.js");
      this.#role = await Follower.begin(this.#parts, () => {
        this.#waiting.abort();
        this.#waiting = new AbortController();
        void this.#succeed(robLead(locks, this.#name));
      });
      void this.#succeed(waitToLead(locks, this.#name, this.#waiting.signal));
    }
  }

  /**
   * Leads once the present leader has gone.
   * @param {Promise<import("./tabs.js").Leadership|null>} following
   */
  async #succeed(following) {
    const { signal } = this.#waiting;
    const leadership = await following;
    if (!leadership) return;
    // Asked to stop in the very moment of being let in.
    if (signal.aborted) return leadership.release();
    this.#release = leadership.release;
    const follower = this.#lead;
    follower.close();
    let leader;
    try {
      const becoming = Leader.begin(this.#parts, follower instanceof Leader ? undefined : follower.seen);
      this.#becoming = becoming.catch(() => {});
      leader = await becoming;
    } catch {
      if (signal.aborted) return;
      // Nobody must wait for a tab that cannot lead.
      this.#sleep();
      return this.#wake();
    }
    if (signal.aborted) return void leader.close();
    this.#role = leader;
    // Those too that were given while it began.
    this.#goOn({ commands: follower.close().commands, edits: [] });
    await this.#yield(leadership);
  }

  /**
   * Follows again once another tab has taken the lead.
   * @param {import("./tabs.js").Leadership} leadership
   */
  async #yield({ lost, release }) {
    await lost;
    await this.#retaking;
    if (this.#release !== release) return;
    this.#sleep();
    await this.#wake();
  }

  /**
   * The new role sees to what the former one had begun.
   * @param {Unfinished} unfinished
   */
  #goOn({ commands, edits }) {
    const role = this.#lead;
    for (const { event, resolve } of commands) void role.command(event).then(resolve);
    for (const { edit, author } of edits) {
      const { op, changes, ...made } = edit;
      void role.edit(op, changes, made).then(author.resolve, author.reject);
    }
    this.#tellAll();
  }

  /** An edit that this tab made as a follower may reach the outbox long after that. */
  #takeIn() {
    if (this.#role instanceof Leader) void this.#role.takeIn();
  }

  // Sleep

  /** The browser is about to stop this page. */
  #sleep() {
    const isWaking = this.#state === "waking";
    if (!isWaking && this.#state !== "awake") return;
    this.#state = "asleep";
    // The part that it is about to take is given up once it has it.
    if (isWaking) return;
    this.#woken = new Promise((resolve) => (this.#tellWoken = resolve));
    this.#putAside();
  }

  #putAside() {
    const { commands, edits } = this.#giveUp();
    this.#unfinished.commands.push(...commands);
    this.#unfinished.edits.push(...edits);
    if (edits.length === 0) return;
    // Should this page never wake, the next leader finds them, and each with those that it was made on.
    const { storage, channel } = this.#parts;
    const tell = () => channel.postMessage({ type: "left", v: TAB_VERSION });
    storage.leave(...edits.map(({ edit }) => edit)).then(tell).catch(() => {});
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
    // One after the other: it may have been put to sleep while it woke.
    this.#retaking = this.#retaking.then(() => this.#retake());
    await this.#retaking;
  }

  /**
   * The disk has something else than this tab knows: a transaction of it whose end nobody was told, or what
   * another tab wrote. What is there is read, and what it lacks of this tab's edits made again.
   */
  #beginAnew() {
    this.#sleep();
    void this.#wake();
  }

  /** Takes a part again, however often the disk fails: a tab that has none keeps no edit. */
  async #retake() {
    const { world, events } = this.#parts;
    for (let misreadings = 0; this.#state === "waking"; ) {
      // One that was given up while it began may write yet.
      await this.#becoming;
      try {
        await this.#takePart();
      } catch (error) {
        misreadings += 1;
        if (misreadings === misreadingsTold) events.notice(faultOf(error));
        await pause(world, diskRetryMilliseconds);
        continue;
      }
      if (this.#state !== "waking") return this.#putAside();
      this.#state = "awake";
      const unfinished = this.#unfinished;
      this.#unfinished = { commands: [], edits: [] };
      this.#goOn(unfinished);
      this.#tellWoken();
    }
  }

  /** Another role may show, and know, something else. */
  #tellAll() {
    this.#parts.events.changed({ keys: null, remote: true });
    this.#parts.events.status(this.#lead.status);
  }
}

/** @type {Readonly<import("./leader.js").LeaderStatus>} while nothing is read */
export const NOTHING_YET = { state: "starting", waiting: 0, problems: 0 };
