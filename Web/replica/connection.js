import { CloseCode } from "../wire/limits.js";
import { askedBackoff, backoff } from "./backoff.js";
import {
  answerTimeoutMilliseconds,
  askedRetryMilliseconds,
  heartbeatMilliseconds,
  offlineRetryMilliseconds,
  refusedRetryMilliseconds,
  steadyMilliseconds,
  wakeAnswerTimeoutMilliseconds,
  welcomeTimeoutMilliseconds,
} from "./limits.js";

/**
 * - `stopped`: nothing is tried; before `start` and after `stop`.
 * - `down`: no socket; a timer, the network or a person brings the next attempt.
 * - `connecting`: a socket is being opened. `greeting`: hello is sent. `online`: welcomed.
 * - `unpaired`: the server does not know this device; only pairing helps.
 * @typedef {"stopped"|"down"|"connecting"|"greeting"|"online"|"unpaired"} Phase
 */

/**
 * @typedef {import("./events.js").Output} Output
 * @typedef {import("./events.js").Turn} Turn
 */

/** The timers of the socket, in the order in which they are canceled with it. */
const SOCKET_TIMERS = ["reconnect", "heartbeat", "deadline", "gap"];

/** The socket's life: when to open it, when to give it up, when to try again. */
export class Connection {
  /** @type {Phase} */
  phase = "stopped";
  /** Whether any attempt has come to an end since the start. */
  hasTried = false;
  /**
   * Why the server does not want us as we are.
   * @type {import("./fault.js").Fault|null}
   */
  fault = null;
  /**
   * What the server said before closing.
   * @type {string|null}
   */
  notice = null;
  #attempt = 0;
  #isNetworkUp = true;
  #onlineSince = 0;
  #greetedAt = 0;
  #retryAfter = 0;
  /** @type {Set<string>} */
  #timers = new Set();
  /** @type {(output: Output) => void} */
  #emit;

  /** @param {(output: Output) => void} emit */
  constructor(emit) {
    this.#emit = emit;
  }

  start() {
    if (this.phase === "stopped") this.#connect();
  }

  stop() {
    this.leave();
    this.cancel("persist");
  }

  /** Speaks to the server no more; what the disk has refused is tried again all the same. */
  leave() {
    this.#drop(CloseCode.goingAway, "stopped");
    for (const timer of SOCKET_TIMERS) this.cancel(timer);
    this.phase = "stopped";
  }

  /** The device was paired anew: whatever was refused may be let in now. */
  paired() {
    this.#drop(CloseCode.normal, "paired");
    this.fault = null;
    this.hasTried = false;
    this.#attempt = 0;
    this.#connect();
  }

  /**
   * What the system says of the network. It may be wrong, a server on this machine needs none, so
   * without one we still try, only seldom.
   * @param {boolean} isUp
   * @param {Turn} turn
   */
  network(isUp, turn) {
    this.#isNetworkUp = isUp;
    if (isUp) {
      this.#attempt = 0;
      if (this.phase === "down") this.#connect();
    } else if (this.#hasSocket) {
      this.abandon(CloseCode.goingAway, "offline", turn);
    }
  }

  /**
   * A person looks again: try at once, or make sure that the connection lives.
   * @param {number} now
   */
  wake(now) {
    if (this.phase === "down" && this.#retryAfter === 0) this.#connect();
    if (this.phase === "online") this.#ping(now, wakeAnswerTimeoutMilliseconds);
  }

  /**
   * The socket is open and hello goes out.
   * @param {number} now
   */
  greeted(now) {
    this.phase = "greeting";
    this.#greetedAt = now;
  }

  /**
   * The server has let us in.
   * @param {number} clock the server's
   * @param {number} now
   * @returns {number} server clock − ours, taking half of the round trip for the way back
   */
  welcomed(clock, now) {
    this.phase = "online";
    this.hasTried = true;
    this.fault = null;
    this.#onlineSince = now;
    this.cancel("deadline");
    this.schedule("heartbeat", heartbeatMilliseconds);
    return clock - Math.floor((this.#greetedAt + now) / 2);
  }

  /** Anything the server says shows that it lives. */
  heard() {
    if (this.phase === "online") this.cancel("deadline");
  }

  /**
   * The server says why it is about to close.
   * @param {string} message
   * @param {number} [retryAfter]
   */
  noticed(message, retryAfter = 0) {
    this.notice = message;
    this.#retryAfter = Math.min(retryAfter, askedRetryMilliseconds);
  }

  /**
   * The heartbeat is due.
   * @param {number} now
   */
  heartbeat(now) {
    if (this.phase !== "online") return;
    this.#ping(now, answerTimeoutMilliseconds);
    this.schedule("heartbeat", heartbeatMilliseconds);
  }

  /**
   * Gives the socket up and tries again later.
   * @param {number} code
   * @param {string} reason
   * @param {Turn} turn
   */
  abandon(code, reason, turn) {
    this.#drop(code, reason);
    this.#retry(turn);
  }

  /**
   * Comes back at once under another hello.
   * @param {string} reason
   */
  renew(reason) {
    this.#drop(CloseCode.normal, reason);
    this.#connect();
  }

  /**
   * The socket has closed.
   * @param {number} code
   * @param {Turn} turn
   */
  closed(code, turn) {
    if (!this.#hasSocket) return;
    this.cancel("deadline");
    this.cancel("heartbeat");
    if (code === CloseCode.notPaired) {
      this.phase = "unpaired";
      this.hasTried = true;
      return;
    }
    const refusal = REFUSALS.get(code);
    if (refusal) this.fault = { code: refusal, ...(this.notice !== null && { said: this.notice }) };
    if (code === CloseCode.protocolVersion || code === CloseCode.origin) {
      this.#retryAfter = Math.max(this.#retryAfter, refusedRetryMilliseconds);
    }
    this.#retry(turn);
  }

  /** The wait is over. */
  reconnect() {
    if (this.phase === "down") this.#connect();
  }

  /**
   * @param {string} timer
   * @param {number} after ms
   */
  schedule(timer, after) {
    this.#timers.add(timer);
    this.#emit({ type: "schedule", timer, after });
  }

  /** @param {string} timer */
  cancel(timer) {
    if (this.#timers.delete(timer)) this.#emit({ type: "cancel", timer });
  }

  /** @param {string} timer */
  isScheduled(timer) {
    return this.#timers.has(timer);
  }

  /**
   * The timer has fired.
   * @param {string} timer
   * @returns {boolean} whether it was still wanted
   */
  fired(timer) {
    return this.#timers.delete(timer);
  }

  get #hasSocket() {
    return ["connecting", "greeting", "online"].includes(this.phase);
  }

  #connect() {
    this.cancel("reconnect");
    this.phase = "connecting";
    this.#retryAfter = 0;
    this.notice = null;
    this.#emit({ type: "connect" });
    this.schedule("deadline", welcomeTimeoutMilliseconds);
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #drop(code, reason) {
    this.cancel("deadline");
    this.cancel("heartbeat");
    if (this.#hasSocket) this.#emit({ type: "disconnect", code, reason });
  }

  /** @param {Turn} turn */
  #retry({ now, chance }) {
    if (this.phase === "online" && now - this.#onlineSince >= steadyMilliseconds) this.#attempt = 0;
    const floor = Math.max(this.#retryAfter, this.#isNetworkUp ? 0 : offlineRetryMilliseconds);
    const wait = backoff(this.#attempt, chance);
    this.#attempt += 1;
    this.phase = "down";
    this.hasTried = true;
    this.schedule("reconnect", Math.max(wait, askedBackoff(floor, chance)));
  }

  /**
   * @param {number} now
   * @param {number} patience ms
   */
  #ping(now, patience) {
    this.#emit({ type: "send", message: { t: "ping", at: now } });
    this.schedule("deadline", patience);
  }
}

/** Codes that waiting alone does not mend, and the fault that each is. */
const REFUSALS = new Map([
  [CloseCode.malformed, "unread"],
  [CloseCode.tooLarge, "tooLarge"],
  [CloseCode.origin, "origin"],
  [CloseCode.protocolVersion, "protocolVersion"],
]);
