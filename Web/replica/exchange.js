import { CloseCode, protocolVersion, protocolVersionMin } from "../wire/limits.js";
import * as WireLimits from "../wire/limits.js";
import { UNKNOWN_EPOCH } from "./batch.js";
import { CatchUp } from "./catch-up.js";
import { clockDriftMilliseconds, forkCountMax, gapTimeoutMilliseconds } from "./limits.js";

/**
 * @typedef {import("./events.js").Message} Message
 * @typedef {import("./fault.js").Fault} Fault
 * @typedef {import("./events.js").Output} Output
 * @typedef {import("./events.js").Problem} Problem
 * @typedef {import("./events.js").Settings} Settings
 * @typedef {import("./events.js").Turn} Turn
 * @typedef {import("./batch.js").Batch} Batch
 * @typedef {import("./batch.js").QueuedOp} QueuedOp
 */

/** What is said to the server and heard from it, over one connection after another (SYNC §3). */
export class Exchange {
  /** @readonly */
  catchUp;
  /**
   * The id of the library that the server has shown us, when it is another than the one kept here.
   * @type {string|null}
   */
  foreignLibrary = null;
  #ledger;
  #connection;
  #emit;
  /** @type {string|undefined} */
  #keptFor;
  #limits = { pushOps: WireLimits.pushOperationCountMax, pushBytes: WireLimits.pushByteCountMax };
  #pageRows = WireLimits.pageRowCountMax;
  /** The server's clock at the last welcome: it is at least as late. Ours may be set at any time. */
  #serverClock = 0;
  /** New incarnations since the server last took an op. */
  #forks = 0;

  /**
   * @param {import("./ledger.js").Ledger} ledger
   * @param {import("./connection.js").Connection} connection
   * @param {(output: Output) => void} emit
   */
  constructor(ledger, connection, emit) {
    this.#ledger = ledger;
    this.#connection = connection;
    this.#emit = emit;
    this.catchUp = new CatchUp(ledger);
  }

  /** Bytes of the largest push this server reads. */
  get pushBytesMax() {
    return this.#limits.pushBytes;
  }

  /**
   * The socket is open: says hello.
   * @param {Settings} settings
   * @param {Turn} turn
   */
  greet({ client, token, deviceName, library }, { now }) {
    if (this.#connection.phase !== "connecting") return;
    this.#keptFor = library;
    const { incarnation, epoch, cursor, sent } = this.#ledger.checkpoint;
    /** @type {Message} */
    const hello = {
      t: "hello",
      protocol: [protocolVersionMin, protocolVersion],
      client,
      device: { incarnation, ...(deviceName === undefined ? {} : { name: deviceName }) },
      cursor,
      live: true,
      clock: now,
      schema: 1,
    };
    if (token !== undefined) hello.token = token;
    if (epoch !== null) hello.epoch = epoch;
    if (sent) hello.sent = sent;
    this.#connection.greeted(now);
    this.#emit({ type: "send", message: hello });
  }

  /**
   * The connection ends, in the way that `end` ends it.
   * @param {() => void} end
   */
  lose(end) {
    end();
    this.#ledger.queue.disconnected();
    this.catchUp.end();
    this.#connection.cancel("gap");
  }

  /**
   * The server speaks in a way that we cannot follow.
   * @param {Fault} cause
   * @param {Turn} turn
   */
  giveUp(cause, turn) {
    if (this.#connection.phase === "down") return;
    this.lose(() => this.#connection.abandon(CloseCode.malformed, "unreadable", turn));
    this.#connection.fault = { code: "notUnderstood", cause };
  }

  /**
   * The server has closed.
   * @param {number} code
   * @param {Turn} turn
   */
  closed(code, turn) {
    const isUnread = code === CloseCode.malformed || code === CloseCode.tooLarge;
    if (isUnread && this.#connection.phase === "online") this.#accuse(turn);
    this.lose(() => this.#connection.closed(code, turn));
  }

  /**
   * The server has said something.
   * @param {Message} message
   * @param {Turn} turn
   */
  received(message, turn) {
    const { phase } = this.#connection;
    if (phase !== "online" && phase !== "greeting") return;
    this.#connection.heard();
    switch (message.t) {
      case "error":
        return this.#connection.noticed(message.message, message.retryAfter);
      case "ping":
        return this.#emit({ type: "send", message: { t: "pong", at: message.at } });
      case "welcome":
        return phase === "greeting" ? this.#welcomed(message, turn) : undefined;
    }
    if (phase === "online") this.#followed(message, turn);
  }

  /**
   * @param {any} message
   * @param {Turn} turn
   */
  #followed(message, turn) {
    switch (message.t) {
      case "page":
        return this.#page(message, turn);
      case "changes":
        return this.#advance(this.catchUp.changes(message));
      case "behind":
        return this.catchUp.learn(message.head);
      case "ack":
        return this.#acked(message, turn);
      case "pong":
        return this.#noteClock(message, turn);
    }
  }

  /** Sends what may be sent: the next pull, and ops that would survive a crash of ours. */
  pump() {
    if (this.#connection.phase !== "online") return;
    // Live changes follow an ack at once; only when they do not, they were lost.
    if (!this.#connection.isScheduled("gap")) {
      const since = this.catchUp.nextPull();
      if (since !== null) {
        this.#emit({ type: "send", message: { t: "pull", since, limit: this.catchUp.rowsOf(this.#pageRows) } });
      }
    }
    const isSafe = (/** @type {string} */ id) => this.#ledger.isSafe(id);
    const { epoch } = this.catchUp;
    for (const { batch, ops } of this.#ledger.queue.nextPushes(this.#limits, epoch, isSafe)) {
      this.#emit({ type: "send", message: { t: "push", batch, ops } });
    }
  }

  // Welcome

  /**
   * @param {Message} welcome
   * @param {Turn} turn
   */
  #welcomed(welcome, turn) {
    const { library, limits, resume } = welcome;
    const { checkpoint, queue } = this.#ledger;
    const own = checkpoint.library?.id ?? this.#keptFor;
    if (own !== undefined && own !== library.id) {
      this.foreignLibrary = library.id;
      return this.lose(() => this.#connection.leave());
    }
    this.#limits = limits;
    this.#serverClock = welcome.clock;
    this.#pageRows = limits.pageRows;
    const isOtherEpoch = checkpoint.epoch !== null && checkpoint.epoch !== library.epoch;
    const isReset = resume === "reset" || isOtherEpoch;
    this.#introduce(welcome, this.#connection.welcomed(welcome.clock, turn.now), isReset);
    this.catchUp.begin(library, isReset);
    const recorded = welcome.device.n;
    queue.welcomed(recorded);
    if (isReset) this.#requeue(isOtherEpoch ? library.epoch : UNKNOWN_EPOCH);
    const { incarnation, lastN } = checkpoint;
    const isBroken = isReset && !queue.isContiguous(incarnation, lastN, recorded);
    if (resume === "fork" || recorded > lastN || isBroken) return this.#fork(turn);
    if (queue.waitingCount === 0) this.#forks = 0;
    this.#forget(turn.now);
  }

  /**
   * Keeps what the server says of itself and of us.
   * @param {Message} welcome
   * @param {number} clockOffset ms
   * @param {boolean} isReset
   */
  #introduce({ library, device, devices, account, clock, now }, clockOffset, isReset) {
    const { nowOffset: former, ...checkpoint } = this.#ledger.checkpoint;
    const isEmpty = library.head === 0 && !isReset;
    const epoch = checkpoint.epoch ?? library.epoch;
    this.#ledger.write({
      checkpoint: {
        ...checkpoint,
        // Where a file put back under its old name parts from our past, nobody can tell.
        epoch: isReset && epoch === library.epoch ? UNKNOWN_EPOCH : epoch,
        complete: checkpoint.complete || isEmpty,
        // What a restored server acked in its former life, it may not know.
        sent: isReset ? null : checkpoint.sent,
        watermark: library.watermark,
        clockOffset,
        ...(now !== undefined && { nowOffset: clockOffset + now - clock }),
        account,
        library: { id: library.id, name: library.name },
        device: { id: device.id, name: device.name },
        devices,
      },
    });
  }

  /**
   * Keeps what the server's clock shows, where that is something else than was known.
   * @param {Message} pong
   * @param {Turn} turn
   */
  #noteClock({ now }, turn) {
    if (now === undefined) return;
    const { checkpoint } = this.#ledger;
    const nowOffset = now - turn.now;
    const drift = Math.abs(nowOffset - (checkpoint.nowOffset ?? Infinity));
    if (drift >= clockDriftMilliseconds) this.#ledger.write({ checkpoint: { ...checkpoint, nowOffset } });
  }

  /**
   * The server was restored: what its backup may lack goes out again, all but what was acked in
   * `epoch` (SYNC §3).
   * @param {string} epoch
   */
  #requeue(epoch) {
    const former = this.#ledger.checkpoint.epoch ?? UNKNOWN_EPOCH;
    const ops = this.#ledger.queue.reset(epoch, former);
    if (ops.length === 0) return;
    this.#ledger.write({ ops });
    this.#ledger.queue.reorder();
  }

  /**
   * This device was restored or cloned (SYNC §3, fork): it comes back under a new incarnation.
   * @param {Turn} turn
   */
  #fork(turn) {
    this.#forks += 1;
    this.#ledger.renumber(turn.fresh);
    if (this.#forks <= forkCountMax) return this.lose(() => this.#connection.renew("new incarnation"));
    this.lose(() => this.#connection.abandon(CloseCode.normal, "new incarnation", turn));
    this.#connection.fault = { code: "outOfOrder" };
  }

  // Catching up

  /**
   * @param {any} page
   * @param {Turn} turn
   */
  #page(page, turn) {
    if (this.catchUp.isStray(page)) return;
    if (page.to === page.from && page.to < page.head) {
      return this.giveUp({ code: "pageNowhere" }, turn);
    }
    this.#advance(this.catchUp.page(page));
  }

  /** @param {Batch|null} batch */
  #advance(batch) {
    if (!batch) return;
    const own = this.#ledger.checkpoint.device?.id;
    this.#ledger.write(batch, batch.entities?.some((entity) => entity.by !== own));
    if (!this.catchUp.isBehind) this.#connection.cancel("gap");
  }

  // Answers

  /**
   * @param {Message} ack
   * @param {Turn} turn
   */
  #acked({ batch, through, head, results }, turn) {
    const fates = new Map(results.map((/** @type {any} */ result) => [result.n, result]));
    let { sent } = this.#ledger.checkpoint;
    /** @type {QueuedOp[]} */
    const ops = [];
    let isOutOfOrder = false;
    for (const queued of this.#ledger.queue.answered(batch)) {
      const { n, op } = queued.op;
      const fate = fates.get(n) ?? (n <= through ? { outcome: "duplicate" } : null);
      isOutOfOrder ||= fate?.problem?.code === "outOfOrder";
      if (!fate || isOutOfOrder) continue;
      ops.push(this.#judged(queued, { seq: head, ...fate }, turn));
      if (n > (sent?.n ?? 0)) sent = { n, op };
    }
    if (ops.length > 0) this.#keep(ops, sent, turn.now);
    const wasBehind = this.catchUp.isBehind;
    this.catchUp.learn(head);
    if (!wasBehind && this.catchUp.isBehind) this.#connection.schedule("gap", gapTimeoutMilliseconds);
    if (isOutOfOrder) this.#fork(turn);
  }

  /**
   * @param {QueuedOp} queued
   * @param {{seq: number, outcome: string, problem?: Problem}} fate
   * @param {Turn} turn
   * @returns {QueuedOp}
   */
  #judged(queued, { seq, outcome, problem = UNSAID }, { now }) {
    if (outcome === "refused") return { ...queued, state: "refused", problem };
    const ackedAt = Math.max(now + this.#ledger.checkpoint.clockOffset, this.#serverClock);
    return { ...queued, state: "acked", seq, epoch: this.catchUp.epoch, ackedAt };
  }

  /**
   * @param {QueuedOp[]} ops
   * @param {{n: number, op: string}|null} sent
   * @param {number} now
   */
  #keep(ops, sent, now) {
    this.#forks = 0;
    this.#ledger.write({ checkpoint: { ...this.#ledger.checkpoint, sent }, ops });
    // A refused one is nowhere but here, so it is safe only once the disk has it.
    const acked = ops.filter((queued) => queued.state === "acked");
    const settled = this.#ledger.settle(acked.map((queued) => queued.op.op));
    if (settled.length > 0) this.#emit({ type: "settled", ops: settled });
    this.#forget(now);
  }

  /**
   * An op that the server cannot even read must not block those behind it. Its n was never
   * recorded, so they need new ones.
   * @param {Turn} turn
   */
  #accuse(turn) {
    const culprit = this.#ledger.queue.culprit();
    if (!culprit) return;
    const { notice } = this.#connection;
    const problem = notice === null
      ? { code: "malformed", fault: { code: "editUnread" } } : { code: "malformed", message: notice };
    this.#ledger.write({ ops: [{ ...culprit, state: "refused", problem }] });
    this.#ledger.renumber(turn.fresh);
  }

  /**
   * Lets go of acked ops that no restored server could lack. Of two clocks one may be set months ahead.
   * @param {number} now
   */
  #forget(now) {
    const { checkpoint, queue } = this.#ledger;
    const removedOps = queue.forgettable(checkpoint, Math.min(this.#serverClock, now));
    if (removedOps.length > 0) this.#ledger.write({ removedOps });
  }
}

const UNSAID = { code: "invalid", fault: { code: "editRefused" } };
