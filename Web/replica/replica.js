import { changesPerOperationMax, CloseCode, pushByteCountMax } from "../wire/limits.js";
import { Connection } from "./connection.js";
import { Exchange } from "./exchange.js";
import { Ledger } from "./ledger.js";
import { persistRetryMilliseconds, pushEnvelopeByteCount } from "./limits.js";
import { pushedBytes } from "./queue.js";
import { statusOf } from "./status.js";

/**
 * @typedef {import("./events.js").Change} Change
 * @typedef {import("./events.js").Event} Event
 * @typedef {import("./events.js").Making} Making
 * @typedef {import("./events.js").Output} Output
 * @typedef {import("./events.js").Problem} Problem
 * @typedef {import("./events.js").Settings} Settings
 * @typedef {import("./events.js").Turn} Turn
 * @typedef {import("./events.js").Status} Status
 */

/**
 * The offline-first client as a state machine: events in, outputs out, and neither socket nor
 * clock inside (SYNC §3). The same in Swift: Sources/Replica.
 */
export class Replica {
  #ledger;
  #connection;
  #exchange;
  #settings;
  /** @type {Output[]} */
  #outputs = [];
  #lastStatus = "";

  /**
   * @param {import("./batch.js").Stored|null} stored what the storage held; null: nothing yet
   * @param {Settings} settings
   * @param {Turn} turn
   */
  constructor(stored, settings, turn) {
    const emit = (/** @type {Output} */ output) => void this.#outputs.push(output);
    this.#settings = settings;
    this.#ledger = new Ledger(stored, turn.fresh);
    this.#connection = new Connection(emit);
    this.#exchange = new Exchange(this.#ledger, this.#connection, emit);
  }

  /** What a person sees: confirmed entities with our own ops on top. */
  get view() {
    return this.#ledger.view;
  }

  /** How far this replica has come. */
  get checkpoint() {
    return this.#ledger.checkpoint;
  }

  /** Whether the server has let us in and the connection still stands. */
  get isOnline() {
    return this.#connection.phase === "online";
  }

  /** Whether the server is out of reach, as far as it was tried, whatever else there is to say. */
  get isOffline() {
    const { phase, hasTried } = this.#connection;
    return hasTried && phase !== "online" && phase !== "unpaired";
  }

  /** Ops the server refused, oldest first. */
  get problems() {
    return this.#ledger.queue.refused;
  }

  /** Ops the server does not have yet, oldest first. */
  get waiting() {
    return this.#ledger.queue.waiting;
  }

  /** The id of the library this device is paired with now, when it is not the one kept here. */
  get foreignLibrary() {
    return this.#exchange.foreignLibrary;
  }

  /** @returns {Status} */
  get status() {
    const { catchUp, foreignLibrary } = this.#exchange;
    return statusOf({
      phase: this.#connection.phase,
      hasTried: this.#connection.hasTried,
      fault: this.#ledger.storageFault ?? (foreignLibrary !== null ? { code: "foreign" } : this.#connection.fault),
      isBehind: catchUp.isBehind,
      head: catchUp.head,
      waiting: this.#ledger.queue.waitingCount,
      problems: this.#ledger.queue.refused.length,
      checkpoint: this.#ledger.checkpoint,
    });
  }

  /**
   * Takes one event and says what is to be done.
   * @param {Event} event
   * @param {Turn} turn
   * @returns {Output[]}
   */
  handle(event, turn) {
    this.#outputs.length = 0;
    this.#dispatch(event, turn);
    this.#exchange.pump();
    this.#tell();
    return [...this.#outputs];
  }

  /**
   * @param {Event} event
   * @param {Turn} turn
   */
  #dispatch(event, turn) {
    const exchange = this.#exchange;
    switch (event.type) {
      case "start":
      case "stop":
      case "wake":
      case "network":
      case "paired":
        return this.#steer(event, turn);
      case "opened":
        return this.#connection.phase === "connecting"
          ? exchange.greet(this.#settings, turn)
          : undefined;
      case "message":
        return exchange.received(event.message, turn);
      case "unreadable":
        return exchange.giveUp(event.fault, turn);
      case "closed":
        return exchange.closed(event.code, turn);
      case "timer":
        return this.#fired(event.timer, turn);
      case "edit":
        return this.#edit(event, turn);
      case "retry":
        return this.#retry(event.op, turn);
      case "discard":
        return this.#discard(event.op);
      case "left":
        return this.#rewrite(event.op);
      case "lost":
        return this.#ledger.write({ checkpoint: this.#ledger.checkpoint });
      case "persisted":
        return this.#settled(this.#ledger.persisted(event.number));
      case "notPersisted":
        if (this.#ledger.notPersisted(event.number, event.fault)) {
          this.#connection.schedule("persist", persistRetryMilliseconds);
        }
    }
  }

  /** What views, disk and people must know after every turn. */
  #tell() {
    const changed = this.#ledger.takeChanged();
    if (changed) this.#outputs.push({ type: "changed", ...changed });
    const save = this.#ledger.nextSave();
    if (save) this.#outputs.push({ type: "persist", ...save });
    const status = this.status;
    const text = JSON.stringify(status);
    if (text !== this.#lastStatus) this.#outputs.push({ type: "status", status });
    this.#lastStatus = text;
  }

  /** @param {string[]} ops */
  #settled(ops) {
    if (ops.length > 0) this.#outputs.push({ type: "settled", ops });
  }

  // The way to the server

  /**
   * @param {Event} event
   * @param {Turn} turn
   */
  #steer(event, turn) {
    const connection = this.#connection;
    switch (event.type) {
      case "start":
        // Its stop took the timer away that would have tried the disk again.
        this.#ledger.retrySaving();
        return connection.start();
      case "stop":
        return this.#exchange.lose(() => connection.stop());
      case "wake":
        return connection.wake(turn.now);
      case "network":
        if (event.up) return connection.network(true, turn);
        return this.#exchange.lose(() => connection.network(false, turn));
      case "paired":
        if (event.token !== undefined) this.#settings = { ...this.#settings, token: event.token };
        this.#exchange.foreignLibrary = null;
        return this.#exchange.lose(() => connection.paired());
    }
  }

  /**
   * @param {string} timer
   * @param {Turn} turn
   */
  #fired(timer, turn) {
    const connection = this.#connection;
    if (!connection.fired(timer)) return;
    switch (timer) {
      case "reconnect":
        return connection.reconnect();
      case "heartbeat":
        return connection.heartbeat(turn.now);
      case "deadline":
        this.#exchange.catchUp.late();
        return this.#exchange.lose(() =>
          connection.abandon(CloseCode.goingAway, "no answer", turn),
        );
      case "persist":
        this.#ledger.retrySaving();
    }
  }

  // Edits

  /**
   * What the author of these changes has before them now, for an edit that is sent later.
   * @param {Change[]} changes
   * @returns {Making}
   */
  making(changes) {
    const { checkpoint, view } = this.#ledger;
    const covering = view.covering(changes);
    const base = covering?.base ?? this.#exchange.catchUp.baseOf(changes);
    const epoch = covering?.epoch ?? checkpoint.epoch ?? undefined;
    const was = view.textsUnder(changes);
    return { base, ...(epoch !== undefined && { epoch }), was, order: checkpoint.lastOrder };
  }

  /**
   * @param {{op: string, changes: Change[], made?: Making}} edit
   * @param {Turn} turn
   */
  #edit({ op, changes: written, made }, { now }) {
    const { checkpoint, queue } = this.#ledger;
    if (queue.has(op)) {
      this.#ledger.expect(op);
      if (this.#ledger.isSafe(op)) this.#settled(this.#ledger.settle([op]));
      return;
    }
    const making = made ?? this.making(written);
    const { at, epoch: counted, was: seen = this.#ledger.view.textsUnder(written) } = making;
    const epoch = this.#epochOf(counted);
    const { base, changes, was } = queue.joined(written, { ...making, was: seen, epoch });
    const operation = {
      op,
      n: checkpoint.lastN + 1,
      base,
      at: at ?? now + checkpoint.clockOffset,
      ...(epoch && { epoch }),
      do: changes,
    };
    const problem = editFlaw(operation, this.#exchange.pushBytesMax);
    if (problem && at === undefined) {
      return void this.#outputs.push({ type: "rejected", op, problem });
    }
    this.#ledger.expect(op);
    const order = checkpoint.lastOrder + 1;
    /** @type {import("./batch.js").QueuedOp} */
    const queued = {
      op: operation,
      incarnation: checkpoint.incarnation,
      order,
      state: "waiting",
      ...(Object.keys(was).length === 0 ? {} : { was }),
    };
    if (problem) {
      // Its author was told that it is kept, in another tab: so it is, among the problems.
      return this.#ledger.write({
        checkpoint: { ...checkpoint, lastOrder: order },
        ops: [{ ...queued, state: "refused", problem }],
      });
    }
    const { n: lastN } = operation;
    this.#ledger.write({ checkpoint: { ...checkpoint, lastN, lastOrder: order }, ops: [queued] });
  }

  /**
   * The epoch to name with an edit: the one its base counts in, where that is not the one that the
   * server will take it to be.
   * @param {string} [counted]
   * @returns {string|undefined}
   */
  #epochOf(counted) {
    const own = this.#ledger.checkpoint.epoch ?? undefined;
    counted ??= own;
    return counted !== own || this.#exchange.catchUp.isResetting ? counted : undefined;
  }

  /**
   * A refused op goes out again as a new one: the server has judged the old. A person wants it now;
   * what its author had seen is what it was.
   * @param {string} id
   * @param {Turn} turn
   */
  #retry(id, turn) {
    const refused = this.#ledger.queue.refusedOp(id);
    if (!refused) return;
    const { base, epoch, do: changes } = refused.op;
    const { order, was = {} } = refused;
    this.#ledger.write({ removedOps: [id] });
    const at = turn.now + this.#ledger.checkpoint.clockOffset;
    this.#edit({ op: turn.fresh, changes, made: { base, at, epoch, was, order } }, turn);
  }

  /**
   * Has the next batch an op once more, as it is.
   * @param {string} id
   */
  #rewrite(id) {
    const queued = this.#ledger.queue.get(id);
    if (queued) this.#ledger.write({ ops: [queued] });
  }

  /** @param {string} id */
  #discard(id) {
    if (this.#ledger.queue.refusedOp(id)) this.#ledger.write({ removedOps: [id] });
  }
}

/**
 * Why no server would ever read this op, or null.
 * @param {import("../wire/rows.js").Op} op
 * @param {number} [pushBytesMax]
 * @returns {Problem|null}
 */
export function editFlaw(op, pushBytesMax = pushByteCountMax) {
  const count = op.do.length;
  if (count < 1 || count > changesPerOperationMax) {
    return { code: "malformed", fault: { code: "editChanges", max: changesPerOperationMax, changes: count } };
  }
  if (pushedBytes(op) + pushEnvelopeByteCount > pushBytesMax) {
    return { code: "invalid", fault: { code: "editTooLarge" } };
  }
  return null;
}
