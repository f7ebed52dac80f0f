import { joinText } from "../library/text-merge.js";
import { byteLength } from "../wire/readers.js";
import { entityKey } from "./entity.js";
import { keptMilliseconds, keptOperationCountMax, pushEnvelopeByteCount, pushesInFlightMax } from "./limits.js";
import { valueOf } from "./view.js";

/**
 * @typedef {import("./batch.js").QueuedOp} QueuedOp
 * @typedef {{pushOps: number, pushBytes: number}} PushLimits
 */

/**
 * Our own ops: those that wait for the server, those it has but a restored server might lose, and
 * those it refused. It changes nothing by itself: every method returns the ops as they are now,
 * and `put` and `remove` follow what was written.
 */
export class EditQueue {
  /** @type {Map<string, QueuedOp>} in order */
  #waiting = new Map();
  /** @type {Map<string, QueuedOp>} in order */
  #acked = new Map();
  /** @type {Map<string, QueuedOp>} in order */
  #refused = new Map();
  /** @type {Map<number, string[]>} ids by batch, on this connection */
  #inFlight = new Map();
  /** @type {Set<string>} */
  #pushed = new Set();
  /** @type {Set<string>} ops that may be what the server could not read */
  #suspects = new Set();
  #lastBatch = 0;
  /** The last n that the server said it has, at welcome. */
  #recorded = 0;

  /** @param {QueuedOp[]} [ops] in order */
  constructor(ops = []) {
    for (const queued of ops) this.put(queued);
  }

  get waitingCount() {
    return this.#waiting.size;
  }

  /** Ops the server refused, oldest first. */
  get refused() {
    return [...this.#refused.values()];
  }

  /** Ops the server has not acked, oldest first. */
  get waiting() {
    return [...this.#waiting.values()];
  }

  /** @param {string} id */
  has(id) {
    return this.get(id) !== undefined;
  }

  /**
   * The op, whatever became of it.
   * @param {string} id
   */
  get(id) {
    return this.#waiting.get(id) ?? this.#acked.get(id) ?? this.#refused.get(id);
  }

  /**
   * The refused op, if it is one.
   * @param {string} id
   */
  refusedOp(id) {
    return this.#refused.get(id);
  }

  /** @param {QueuedOp} queued */
  put(queued) {
    const id = queued.op.op;
    const home = this.#home(queued.state);
    for (const other of [this.#waiting, this.#acked, this.#refused]) {
      if (other !== home) other.delete(id);
    }
    home.set(id, queued);
  }

  /** @param {string} id */
  remove(id) {
    this.#waiting.delete(id);
    this.#acked.delete(id);
    this.#refused.delete(id);
  }

  /** @param {QueuedOp["state"]} state */
  #home(state) {
    if (state === "waiting") return this.#waiting;
    return state === "acked" ? this.#acked : this.#refused;
  }

  /** Forgets what was in flight: the connection is gone, and all of it is pushed again. */
  disconnected() {
    this.#inFlight.clear();
    this.#pushed.clear();
  }

  /**
   * The server has recorded our ops up to n.
   * @param {number} n
   */
  welcomed(n) {
    this.#recorded = n;
  }

  /**
   * The pushes that may go out now: ops in order, within the server's bounds, a few at a time, up
   * to the first that is not safe.
   *
   * Ops whose n the server has already go first and alone: if they turn out to be others than those
   * it has, this device was cloned or restored, and nothing may overtake them.
   * @param {PushLimits} limits
   * @param {string} epoch the library's present one, which goes without saying
   * @param {(id: string) => boolean} isSafe
   * @returns {{batch: number, ops: import("../wire/rows.js").Op[]}[]}
   */
  nextPushes(limits, epoch, isSafe) {
    const isCautious = this.#suspects.size > 0;
    const inFlightMax = isCautious ? 1 : pushesInFlightMax;
    const countMax = isCautious ? 1 : limits.pushOps;
    if (this.#inFlight.size >= inFlightMax) return [];
    const pushes = [];
    /** @type {import("../wire/rows.js").Op[]} */
    let chosen = [];
    let bytes = pushEnvelopeByteCount;
    let ceiling;
    for (const { op } of this.#waiting.values()) {
      ceiling ??= op.n <= this.#recorded ? this.#recorded : Infinity;
      if (this.#pushed.has(op.op)) continue;
      if (op.n > ceiling || !isSafe(op.op)) break;
      const size = pushedBytes(op);
      const isFull = chosen.length >= countMax || bytes + size > limits.pushBytes;
      if (isFull && chosen.length > 0) {
        pushes.push(this.#departing(chosen, epoch));
        chosen = [];
        bytes = pushEnvelopeByteCount;
        if (this.#inFlight.size >= inFlightMax) return pushes;
      }
      chosen.push(op);
      bytes += size;
    }
    if (chosen.length > 0) pushes.push(this.#departing(chosen, epoch));
    return pushes;
  }

  /**
   * @param {import("../wire/rows.js").Op[]} chosen
   * @param {string} present
   */
  #departing(chosen, present) {
    this.#lastBatch += 1;
    const ids = chosen.map((op) => op.op);
    this.#inFlight.set(this.#lastBatch, ids);
    for (const id of ids) this.#pushed.add(id);
    const ops = chosen.map(({ epoch, ...op }) =>
      epoch === undefined || epoch === present ? op : { ...op, epoch },
    );
    return { batch: this.#lastBatch, ops };
  }

  /**
   * The ops of a push that is now answered, or none if we sent none of that name.
   * @param {number|string} batch
   * @returns {QueuedOp[]}
   */
  answered(batch) {
    const ids = this.#inFlight.get(Number(batch)) ?? [];
    this.#inFlight.delete(Number(batch));
    for (const id of ids) {
      this.#pushed.delete(id);
      this.#suspects.delete(id);
    }
    return ids.flatMap((id) => this.#waiting.get(id) ?? []);
  }

  /**
   * The server closed because it could not read a message. If a single op was on its way, it is
   * that op, which is returned; else the ops on their way go one by one from now on.
   * @returns {QueuedOp|undefined}
   */
  culprit() {
    const ids = [...this.#inFlight.values()].flat();
    if (ids.length === 1) {
      this.#suspects.delete(ids[0]);
      return this.#waiting.get(ids[0]);
    }
    for (const id of ids) this.#suspects.add(id);
    return undefined;
  }

  /**
   * The waiting ops with n from 1 in a new incarnation (SYNC §3, fork).
   * @param {string} incarnation
   * @returns {QueuedOp[]}
   */
  renumbered(incarnation) {
    return this.waiting.map((queued, position) => ({
      ...queued,
      incarnation,
      op: { ...queued.op, n: position + 1 },
    }));
  }

  /**
   * What a reset changes in the kept ops: those that were not acked in `epoch` wait again, and all
   * say that their base counts in `former` (SYNC §3, *Resume*).
   * @param {string} epoch
   * @param {string} former
   * @returns {QueuedOp[]}
   */
  reset(epoch, former) {
    const kept = [this.#acked, this.#waiting, this.#refused].flatMap((ops) => [...ops.values()]);
    kept.sort((left, right) => left.order - right.order);
    return kept.flatMap((queued) => {
      const { op, incarnation, order, was } = queued;
      const isLost = queued.state === "acked" && queued.epoch !== epoch;
      if (op.epoch !== undefined && !isLost) return [];
      const told = { ...op, epoch: op.epoch ?? former };
      if (!isLost) return { ...queued, op: told };
      const state = /** @type {const} */ ("waiting");
      return { op: told, incarnation, order, state, ...(was && { was }) };
    });
  }

  /**
   * An edit, with what other tabs of ours wrote in its texts meanwhile, behind `order`. The server takes
   * that for seen (SYNC §2, *Seen*), so who had not seen it must bring it along. They are taken to have
   * gone on from the last text of ours, which holds those before it: what they changed is changed there,
   * and they have seen no more than its author had. So others' words that one of the two had not seen
   * are concurrent, and stay where the server has them.
   *
   * Where both changed the same words both stand, one behind the other. What gets too long is refused,
   * and shown. Where epochs differ nobody can tell who had seen more, and of ops that were forgotten
   * nobody knows: over these it goes as it was written, and the history keeps theirs.
   * @param {import("../wire/rows.js").Change[]} written
   * @param {import("./events.js").Making & {was: import("./batch.js").FormerTexts}} made
   */
  joined(written, { base, was: seen, epoch, order = Infinity }) {
    const { changes, was } = structuredClone({ changes: written, was: seen });
    const ops = [...this.#acked.values(), ...this.#waiting.values()]
      .filter((queued) => queued.order > order)
      .sort((left, right) => right.order - left.order);
    for (const { e: kind, id, set = {} } of changes) {
      const key = entityKey(kind, id);
      for (const [field, before] of Object.entries(seen[key] ?? {})) {
        const last = ops.find((queued) => valueOf(queued, key, field) !== undefined);
        if (!last || last.op.epoch !== epoch || !(field in set)) continue;
        const text = valueOf(last, key, field);
        set[field] = joinText(before ?? "", text ?? "", set[field] ?? "") || null;
        was[key][field] = text;
        base = Math.min(base, last.op.base);
      }
    }
    return { base, changes, was };
  }

  /** Puts the waiting ops back in order, after older ones have joined them. */
  reorder() {
    this.#waiting = new Map(
      [...this.#waiting].sort(([, left], [, right]) => left.order - right.order),
    );
  }

  /**
   * Whether the waiting ops follow, without a gap up to the last n given, what a server has
   * recorded for `incarnation`.
   * @param {string} incarnation
   * @param {number} lastN the last n we gave
   * @param {number} recorded the last n the server has
   */
  isContiguous(incarnation, lastN, recorded) {
    if (recorded > lastN) return false;
    const { waiting } = this;
    if (waiting.length === 0) return recorded === lastN;
    const first = lastN - waiting.length + 1;
    return (
      first <= recorded + 1 &&
      waiting.every(
        ({ incarnation: own, op }, position) => own === incarnation && op.n === first + position,
      )
    );
  }

  /**
   * The acked ops that need not be kept any more (SYNC §3): the backups hold them, or they are too
   * old or too many. None that is still shown over the confirmed rows.
   * @param {{epoch: string|null, cursor: number, watermark: number}} checkpoint
   * @param {number} now by the server's clock, or this device's, whichever shows less
   * @returns {string[]} ids
   */
  forgettable({ epoch, cursor, watermark }, now) {
    const surplus = this.#acked.size - keptOperationCountMax;
    const ids = [];
    let position = 0;
    for (const [id, { seq = 0, epoch: own, ackedAt = 0 }] of this.#acked) {
      position += 1;
      const isConfirmed = own === epoch && seq <= cursor;
      const isOver = position <= surplus || now - ackedAt > keptMilliseconds;
      if (isConfirmed && (seq <= watermark || isOver)) ids.push(id);
    }
    return ids;
  }
}

/**
 * The bytes one op takes in a push, with its comma.
 * @param {import("../wire/rows.js").Op} op
 */
export function pushedBytes(op) {
  return byteLength(JSON.stringify(op)) + 1;
}
