import { persistRetryMilliseconds } from "../replica/limits.js";
import { editFlaw } from "../replica/replica.js";
import { LibraryView } from "../replica/view.js";
import { EditError } from "./driver.js";
import { viewOf } from "./filling.js";
import { leaderAnswerMilliseconds, diskRetryMilliseconds, misreadingsTold, rereadMilliseconds } from "./limits.js";
import { eventOf, queuedEdit } from "./left-edit.js";
import { OUTDATED, pause, TAB_VERSION, tabLock, versionOf } from "./tabs.js";

/**
 * @typedef {import("./roles.js").RoleParts} RoleParts
 * @typedef {import("./roles.js").Unfinished} Unfinished
 * @typedef {import("./tabs.js").TabMessage} TabMessage
 * @typedef {import("../replica/batch.js").QueuedOp} QueuedOp
 * @typedef {import("../replica/status.js").Status} Status
 * @typedef {import("../store/storage.js").LeftEdit} LeftEdit
 */

/**
 * A tab that another one leads. It reads the same storage, follows the leader's batches, and puts
 * its own edits where the leader, or the next one, finds them.
 */
export class Follower {
  view = new LibraryView();
  #parts;
  /** @type {Map<string, QueuedOp>} */
  #ops = new Map();
  /** @type {Map<string, LeftEdit>} edits that no leader has taken in yet, other tabs' among them */
  #left = new Map();
  /** @type {Map<string, {edit: LeftEdit, resolve: () => void}>} those that only this tab holds */
  #unkept = new Map();
  #isLeaving = false;
  #isStuck = false; // the outbox did not take them last
  /** @type {Set<string>} edits that this leader was handed */
  #handed = new Set();
  /** @type {Map<string, {event: import("../replica/events.js").Event, resolve: () => void}>} */
  #commands = new Map();
  /** @type {Status} */
  #status = { state: "starting", waiting: 0, problems: 0 };
  #term = "";
  /** @type {string|null} the leader's connection */
  #session = null;
  #tab;
  #revision = 0;
  /** The place of the last op of ours that is known to be on the disk: what was told may never come there. */
  #order = 0;
  /** Whether the last batch is only told of: a leader that was robbed of its part writes it no more. */
  #isUnsaved = false;
  /**
   * What came while we were reading; null while we are not.
   * @type {TabMessage[]|null}
   */
  #unheard = [];
  #isReading = false;
  #isClosed = false;
  /** Whether the disk is read again in a while. */
  #isRereading = false;
  /** How often in a row the disk could not be read. */
  #misreadings = 0;
  #stopWatching;
  #unanswered;
  /** Stops the timer that waits for the leader to answer. */
  #stopWaiting = () => {};

  /**
   * Reads what is kept and begins to follow.
   * @param {RoleParts} parts
   * @param {() => void} unanswered nobody says that they lead
   */
  static async begin(parts, unanswered) {
    const follower = new Follower(parts, unanswered);
    await follower.#read().catch((error) => {
      follower.close();
      throw error;
    });
    follower.#ask();
    return follower;
  }

  /**
   * @param {RoleParts} parts
   * @param {() => void} unanswered
   */
  constructor(parts, unanswered) {
    this.#parts = parts;
    this.#unanswered = unanswered;
    this.#tab = parts.world.freshID();
    // Held until the page goes, which the leader is told by the browser where nobody else could.
    void parts.world.locks?.request(tabLock(this.#tab), {}, () => new Promise(() => {}));
    parts.events.connected(null);
    // Whoever looks at this tab wants the leader to look at the network.
    this.#stopWatching = parts.world.watch({
      wake: () => {
        this.#tell({ type: "command", id: "", event: { type: "wake" } });
        // Who has read nothing yet cannot lead.
        if (!this.#isReading) this.#ask();
      },
      network: () => {},
    });
    parts.channel.onmessage = ({ data }) => {
      if (isTelling(data)) this.#stopWaiting();
      if (this.#unheard) this.#unheard.push(data);
      else this.#heard(data);
    };
  }

  /** @returns {Status} */
  get status() {
    const left = this.#left.size;
    if (left === 0) return this.#status;
    const state = this.#status.state === "saved" ? "saving" : this.#status.state;
    return { ...this.#status, state, waiting: this.#status.waiting + left };
  }

  get problems() {
    return [...this.#ops.values()].filter((queued) => queued.state === "refused");
  }

  get waiting() {
    const waiting = [...this.#ops.values()].filter((queued) => queued.state === "waiting");
    const left = [...this.#left.values()].map((edit) => queuedEdit(edit, this.view.checkpoint?.epoch));
    return [...waiting, ...left];
  }

  get foreignLibrary() {
    return null;
  }

  /** @returns {import("./leader.js").Seen} all that this tab would know if the disk were empty */
  get seen() {
    const { checkpoint, confirmedEntities: entities } = this.view;
    return { checkpoint, entities, ops: [...this.#ops.values()], left: this.#ahead };
  }

  /** The revision that the view shows; null while it shows anything else. */
  get settledRevision() {
    const isSettled = this.#left.size === 0 && this.#unheard === null && !this.#isRereading;
    return isSettled ? this.#revision : null;
  }

  /**
   * @param {string} op
   * @param {import("../wire/rows.js").Change[]} changes
   * @param {import("../replica/events.js").Making} [made] when and on what, if not here and now
   */
  async edit(op, changes, made) {
    if (this.#ops.has(op)) {
      // It may lie in the outbox as well: this tab leaves what it had begun when it is stopped.
      this.#tell({ type: "left" });
      return op;
    }
    const { clockOffset, epoch } = this.view.checkpoint ?? NOWHERE;
    const at = this.#parts.world.now() + clockOffset;
    const edit = { op, changes, at, ...(made ?? this.making(changes)) };
    const problem = editFlaw(queuedEdit(edit, epoch).op);
    if (problem && made?.at === undefined) throw new EditError(problem);
    this.#show(edit);
    this.#parts.events.status(this.status);
    await new Promise((/** @type {(value: void) => void} */ resolve) => {
      const earlier = this.#unkept.get(op); // both hear of it
      this.#unkept.set(op, { edit, resolve: () => (earlier?.resolve(), resolve()) });
      if (this.#isStuck) this.#handOver();
      if (!this.#isLeaving) void this.#leave();
    });
    return op;
  }

  /**
   * Puts what nobody else holds into the outbox, however often it takes: all of it or none, for each was
   * made on top of those before it.
   */
  async #leave() {
    this.#isLeaving = true;
    while (this.#unkept.size > 0) {
      const edits = [...this.#unkept.values()].map(({ edit }) => edit);
      this.#isStuck = await this.#parts.storage.leave(...edits).then(() => false, () => true);
      if (this.#isStuck) {
        this.#handOver();
        await pause(this.#parts.world, persistRetryMilliseconds);
        continue;
      }
      for (const { op } of edits) this.#keep(op);
      this.#tell({ type: "left" });
      this.#parts.left();
    }
    this.#isLeaving = this.#isStuck = false;
  }

  /** @param {string} op of an edit that would outlive this tab */
  #keep(op) {
    this.#unkept.get(op)?.resolve();
    this.#unkept.delete(op);
  }

  /**
   * Hands the leader what could not be left, behind all that it was made on: it may have a disk, or a way to
   * the server, and tells everybody where it has neither.
   */
  #handOver() {
    for (const edit of this.#ahead) {
      if (!this.#handed.has(edit.op)) this.#tell({ type: "command", id: edit.op, event: eventOf(edit) });
      this.#handed.add(edit.op);
    }
  }

  /** All that is shown here of what no leader is known to have kept, in order. */
  get #ahead() {
    const kept = [...this.#left.values()].filter(({ op }) => !this.#unkept.has(op));
    return [...kept, ...[...this.#unkept.values()].map(({ edit }) => edit)];
  }

  /**
   * What the author of these changes has before them now.
   * @param {import("../wire/rows.js").Change[]} changes
   * @returns {import("../replica/events.js").Making}
   */
  making(changes) {
    const { cursor, epoch: own } = this.view.checkpoint ?? NOWHERE;
    const covering = this.view.covering(changes);
    const epoch = covering?.epoch ?? own ?? undefined;
    const was = this.view.textsUnder(changes);
    return { base: covering?.base ?? cursor, ...(epoch !== undefined && { epoch }), was, order: this.#order };
  }

  /**
   * Has the leader, or the next one, do something.
   * @param {import("../replica/events.js").Event} event
   */
  command(event) {
    const id = this.#parts.world.freshID();
    return new Promise((/** @type {(value: void) => void} */ resolve) => {
      this.#commands.set(id, { event, resolve });
      this.#tell({ type: "command", id, event });
    });
  }

  /**
   * Says something over the leader's connection.
   * @param {import("../wire/messages.js").Message} message about this tab's window
   */
  say(message) {
    if (this.#session === null) return;
    this.#tell({ type: "say", tab: this.#tab, session: this.#session, message });
  }

  /**
   * Stops following.
   * @returns {Unfinished} what the leader to come must see to; edits are in the outbox
   */
  close() {
    // Whoever leads in this tab by now hears over the same channel.
    if (!this.#isClosed) this.#parts.channel.onmessage = null;
    this.#isClosed = true;
    this.#stopWaiting();
    this.#stopWatching();
    const stuck = this.#isStuck ? [...this.#unkept.values()] : [];
    const handed = stuck.map(({ edit }) => ({ event: eventOf(edit), resolve: () => this.#keep(edit.op) }));
    return { commands: [...this.#commands.values(), ...handed], edits: [] };
  }

  /** Reads what is kept; what the leader says meanwhile counts afterwards. */
  async #read() {
    if (this.#isReading) return;
    this.#isReading = true;
    this.#unheard ??= [];
    try {
      await this.#load();
      this.#misreadings = 0;
    } finally {
      this.#isReading = false;
      const unheard = this.#unheard ?? [];
      this.#unheard = null;
      if (!this.#isClosed) for (const message of unheard) this.#heard(message);
    }
  }

  async #load() {
    const { storage } = this.#parts;
    const { stored, revision } = await storage.load();
    const view = await viewOf(stored);
    const left = await storage.outbox();
    this.#revision = revision;
    this.#isUnsaved = false;
    this.#order = stored.checkpoint?.lastOrder ?? 0;
    this.#ops = new Map(stored.ops.map((queued) => [queued.op.op, queued]));
    this.view = view;
    const ahead = this.#ahead;
    this.#left.clear();
    for (const edit of [...left, ...ahead]) {
      if (!this.#ops.has(edit.op) && !this.#left.has(edit.op)) this.#show(edit);
    }
    this.#changed(null, true);
    // Who has left them may not live to tell of it.
    if (left.length > 0) this.#tell({ type: "left" });
  }

  /** Reads again, because what we know is not what is there. */
  #reread() {
    if (this.#isRereading) return;
    this.#read().catch(() => {
      this.#misreadings += 1;
      if (this.#misreadings === misreadingsTold) this.#parts.events.notice({ code: "copyUnreadable" });
      this.#rereadIn(diskRetryMilliseconds);
    });
  }

  /** @param {number} after ms */
  #rereadIn(after) {
    if (this.#isRereading) return;
    this.#isRereading = true;
    this.#parts.world.schedule(after, () => {
      this.#isRereading = false;
      if (!this.#isClosed) this.#reread();
    });
  }

  /**
   * Reads what a leader of another version has written: its batches are not for us.
   * @param {number} version
   */
  #followByDisk(version) {
    if (version > TAB_VERSION) this.#parts.events.notice(OUTDATED);
    this.#rereadIn(rereadMilliseconds);
  }

  /** @param {TabMessage} message */
  #heard(message) {
    const version = versionOf(message);
    if (isTelling(message) && version !== TAB_VERSION) return this.#followByDisk(version);
    switch (message.type) {
      case "leading":
        return this.#met(message);
      case "batch":
        return this.#follow(message);
      case "saved":
        return this.#saved(message);
      case "status":
        this.#status = message.status;
        return this.#parts.events.status(this.status);
      case "done":
        this.#commands.get(message.id)?.resolve();
        this.#commands.delete(message.id);
        return this.#keep(message.id);
      case "session":
        return this.#connected(message.session);
      case "heard":
        this.#parts.events.heard(message.message);
    }
  }

  /** @param {string|null} session */
  #connected(session) {
    this.#session = session;
    this.#parts.events.connected(session);
  }

  /** @param {Extract<TabMessage, {type: "leading"}>} leading */
  #met({ term, revision, status }) {
    const isNew = term !== this.#term;
    this.#term = term;
    this.#status = status;
    this.#parts.events.status(this.status);
    if (isNew) {
      this.#connected(null);
      for (const [id, { event }] of this.#commands) this.#tell({ type: "command", id, event });
      this.#handed.clear();
      if (this.#isStuck) this.#handOver();
      // The person who opens this tab may have paired the browser in it.
      const event = /** @type {const} */ ({ type: "paired" });
      if (status.state === "unpaired") this.#tell({ type: "command", id: "", event });
    }
    // What a leader told and did not live to write never was: the disk is right. The next one may have
    // told another batch of the same revision.
    if (revision !== this.#revision || (isNew && this.#isUnsaved)) this.#reread();
  }

  /** @param {Extract<TabMessage, {type: "batch"}>} told */
  #follow({ term, revision, batch, remote }) {
    if (term !== this.#term) return this.#ask();
    if (revision < this.#revision) return;
    if (revision > this.#revision + 1) return this.#reread();
    this.#revision = revision;
    this.#isUnsaved = true;
    for (const queued of batch.ops ?? []) {
      this.#ops.set(queued.op.op, queued);
      this.#left.delete(queued.op.op);
    }
    for (const id of batch.removedOps ?? []) {
      this.#ops.delete(id);
      this.#left.delete(id);
    }
    this.#changed(this.view.apply(batch), remote);
  }

  /** @param {Extract<TabMessage, {type: "saved"}>} told */
  #saved({ term, revision }) {
    if (term !== this.#term || revision !== this.#revision) return;
    this.#isUnsaved = false;
    this.#order = this.view.checkpoint?.lastOrder ?? 0;
  }

  #ask() {
    this.#tell({ type: "who" });
    this.#stopWaiting();
    this.#stopWaiting = this.#parts.world.schedule(leaderAnswerMilliseconds, this.#unanswered);
  }

  /** @param {LeftEdit} edit */
  #show(edit) {
    this.#left.set(edit.op, edit);
    this.#changed(this.view.apply({ ops: [queuedEdit(edit, this.view.checkpoint?.epoch)] }), false);
  }

  /**
   * @param {Set<string>|null} keys
   * @param {boolean} remote
   */
  #changed(keys, remote) {
    if (keys === null || keys.size > 0) this.#parts.events.changed({ keys, remote });
  }

  /** @param {TabMessage} message */
  #tell(message) {
    this.#parts.channel.postMessage({ ...message, v: TAB_VERSION });
  }
}

/** @param {TabMessage} message that only who leads sends */
function isTelling({ type }) {
  return type === "leading" || type === "batch";
}

/** What a tab knows that has read nothing yet. */
const NOWHERE = { cursor: 0, clockOffset: 0, epoch: null };
