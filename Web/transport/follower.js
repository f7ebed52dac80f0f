import { persistRetryMilliseconds } from "../replica/limits.js";
import { editFlaw } from "../replica/replica.js";
import { LibraryView } from "../replica/view.js";
import { EditError } from "./driver.js";
import { viewOf } from "./filling.js";
import { leaderAnswerMilliseconds, diskRetryMilliseconds, misreadingsTold, rereadMilliseconds } from "./limits.js";
import { OUTDATED, pause, TAB_VERSION, versionOf } from "./tabs.js";

/**
 * @typedef {import("./roles.js").RoleParts} RoleParts
 * @typedef {import("./roles.js").Unfinished} Unfinished
 * @typedef {import("./tabs.js").TabMessage} TabMessage
 * @typedef {import("../replica/batch.js").QueuedOp} QueuedOp
 * @typedef {import("../replica/status.js").Status} Status
 * @typedef {import("../store/storage.js").LeftEdit} LeftEdit
 */

/** Where an edit of ours shows until the leader has given it its place: above all others. */
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * A tab that another one leads. It reads the same storage, follows the leader's batches, and puts
 * its own edits where the leader, or the next one, finds them.
 */
export class Follower {
  view = new LibraryView();
  #parts;
  /** @type {Map<string, QueuedOp>} */
  #ops = new Map();
  /** @type {Map<string, QueuedOp>} our edits that no leader has taken in yet */
  #left = new Map();
  /** @type {Map<string, {event: import("../replica/events.js").Event, resolve: () => void}>} */
  #commands = new Map();
  /** @type {Status} */
  #status = { state: "starting", waiting: 0, problems: 0 };
  #term = "";
  /** @type {string|null} the leader's connection */
  #session = null;
  #tab;
  #revision = 0;
  /** @type {Promise<void>|null} until the edits are safe that could not be left at once; null: there are none */
  #stuck = null;
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
    return [...waiting, ...this.#left.values()];
  }

  get foreignLibrary() {
    return null;
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
    const queued = queuedEdit(edit, epoch);
    const problem = editFlaw(queued.op);
    if (problem && made?.at === undefined) throw new EditError(problem);
    this.#show(queued);
    this.#parts.events.status(this.status);
    await this.#leave(edit);
    return op;
  }

  /**
   * Puts an edit into the outbox, however often it takes; behind those before it, on top of which it was made.
   * @param {LeftEdit} edit
   */
  async #leave(edit) {
    if (this.#stuck || !(await this.#isLeft(edit))) {
      const insisting = this.#insist(edit, this.#stuck);
      this.#stuck = insisting;
      await insisting;
      if (this.#stuck === insisting) this.#stuck = null;
    }
    this.#tell({ type: "left" });
    this.#parts.left();
  }

  /**
   * Once an edit could not be left, the leader is handed it too: it may have a disk, or a way to the
   * server, and tells everybody where it has neither.
   * @param {LeftEdit} edit
   * @param {Promise<void>|null} earlier those before it are safe
   */
  async #insist(edit, earlier) {
    const { op, changes, ...made } = edit;
    const later = () => pause(this.#parts.world, persistRetryMilliseconds);
    let isSafe = false;
    const taking = this.command({ type: "edit", op, changes, made }).then(() => (isSafe = true));
    for (let next = earlier ?? later(); !isSafe; next = later()) {
      await Promise.race([taking, next]);
      isSafe = (await this.#isLeft(edit)) || isSafe; // with the leader, meanwhile
    }
  }

  /** @param {LeftEdit} edit */
  #isLeft(edit) {
    return this.#parts.storage.leave(edit).then(() => true, () => false);
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
    return { commands: [...this.#commands.values()], edits: [] };
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
    const epoch = stored.checkpoint?.epoch;
    const left = (await storage.outbox()).map((edit) => queuedEdit(edit, epoch));
    this.#revision = revision;
    this.#isUnsaved = false;
    this.#order = stored.checkpoint?.lastOrder ?? 0;
    this.#ops = new Map(stored.ops.map((queued) => [queued.op.op, queued]));
    this.view = view;
    const mine = [...this.#left.values()];
    this.#left.clear();
    for (const queued of [...left, ...mine]) {
      const id = queued.op.op;
      if (!this.#ops.has(id) && !this.#left.has(id)) this.#show(queued);
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
        return;
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

  /** @param {QueuedOp} queued */
  #show(queued) {
    this.#left.set(queued.op.op, queued);
    this.#changed(this.view.apply({ ops: [queued] }), false);
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

/**
 * @param {LeftEdit} edit
 * @param {string|null} [own] the epoch of this tab, which needs no name
 * @returns {QueuedOp}
 */
function queuedEdit({ op, changes, base, at, epoch, was = {} }, own) {
  const isNamed = epoch !== undefined && epoch !== own;
  return {
    op: { op, n: 1, base, at, ...(isNamed && { epoch }), do: changes },
    incarnation: "",
    order: LAST,
    state: "waiting",
    was,
  };
}
