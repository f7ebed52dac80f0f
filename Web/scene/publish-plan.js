import { publishable, takesServer } from "../navigation/index.js";
import * as limits from "./limits.js";
import { published } from "./published.js";

/** @typedef {import("../navigation/types.js").Layout} Layout */
/** @typedef {import("../navigation/types.js").NavState} NavState */
/** @typedef {import("../navigation/types.js").SceneRef} SceneRef */
/** @typedef {import("../wire/messages.js").Message} Message */
/** @typedef {import("./published.js").Published} Published */

/**
 * What a window shows, and all else that others are told of it.
 * @typedef {{nav:NavState, layout:Layout, following:SceneRef|null, lib:number}} Shown
 */

/**
 * What is to be done: something said to the server; the server's state shown instead of the own one;
 * the scene left to the other window that has it, for a new id.
 * @typedef {{type:"send", message:Message}|{type:"restore", nav:NavState}|{type:"fork"}} Deed
 */

/**
 * - `away`: no connection, or this window tells nothing. `attaching`: asked for the scene.
 * - `busy`: another live window has it; asked for again soon. `attached`: ours to write.
 * - `local`: the server does not take this window's place over this connection.
 * @typedef {"away"|"attaching"|"busy"|"attached"|"local"} Phase
 */

/**
 * When a window tells the server where it is (NAVIGATION §3.6, §3.8), as a state machine: events in,
 * deeds out, time an argument. The first change after a rest goes at once, those that follow are
 * joined; scrolling is told seldom and typing when it rests; nothing is told twice.
 */
export class PublishPlan {
  /** @type {Phase} */
  #phase = "away";
  #id;
  #name;
  #epoch;
  #rev;
  /** @type {string|null} */
  #session = null;
  #isShared = true;
  #isHere = true;
  #isPainted = false;
  /** @type {Shown|null} */
  #shown = null;
  /** @type {Published|null} what the server should have */
  #wanted = null;
  /** @type {Published|null} what it has */
  #told = null;
  #toldAt = -Infinity;
  /** When what the server has became old. */
  #changedAt = -Infinity;
  #typedAt = -Infinity;
  #busyCount = 0;
  #retryAt = Infinity;
  #hasReattached = false;

  /** @param {{id:string, name:string, epoch:number, rev:number}} window its stamp as it was left */
  constructor({ id, name, epoch, rev }) {
    this.#id = id;
    this.#name = name;
    this.#epoch = epoch;
    this.#rev = rev;
  }

  get phase() {
    return this.#phase;
  }

  /** The stamp of what was told last: what a reload must begin with. */
  get stamp() {
    return { epoch: this.#epoch, rev: this.#rev };
  }

  /**
   * When there is something to do if nothing happens before; null: never.
   * @returns {number|null}
   */
  get due() {
    if (this.#phase === "busy") return this.#retryAt;
    if (this.#phase !== "attached" || !this.#wanted) return null;
    const next = this.#toldAt + limits.publishDelayMilliseconds;
    const { place, query, whole } = this.#wanted;
    if (this.#told === null || place !== this.#told.place) return next;
    if (query !== this.#told.query) return Math.max(next, this.#typedAt + limits.typingMilliseconds);
    if (whole === this.#told.whole) return null;
    // Not at once even after a rest: who stops scrolling is about to tap, and that is to go first.
    const settled = this.#changedAt + limits.publishDelayMilliseconds;
    return Math.max(settled, this.#toldAt + limits.anchorDelayMilliseconds);
  }

  /**
   * A connection has come, or gone.
   * @param {string|null} session
   */
  connected(session) {
    this.#session = session;
    this.#busyCount = 0;
    this.#hasReattached = false;
    return this.#attach();
  }

  /**
   * The window shows this now. The first time says what it opens with.
   * @param {Shown} shown
   * @param {number} now
   */
  showed(shown, now) {
    const wanted = published(publishable(shown.nav), shown);
    if (this.#wanted && wanted.query !== this.#wanted.query) this.#typedAt = now;
    if (this.#wanted?.whole === this.#told?.whole) this.#changedAt = now;
    this.#shown = shown;
    this.#wanted = wanted;
  }

  /** A person has seen what the window shows: from here on it is never exchanged for the server's. */
  painted() {
    this.#isPainted = true;
  }

  /**
   * Does what is due.
   * @param {number} now
   * @returns {Deed[]}
   */
  tick(now) {
    const { due } = this;
    if (due === null || due > now) return [];
    return this.#phase === "busy" ? this.#attach() : this.#publish(now);
  }

  /**
   * The server has said something of this window.
   * @param {Message} message
   * @param {number} now
   * @returns {Deed[]}
   */
  heard(message, now) {
    if (message.scene !== this.#id) return [];
    if (message.t === "scene.attached") return this.#attached(message, now);
    return message.t === "scene.refused" ? this.#refused(message.reason, now) : [];
  }

  /**
   * Whether other devices may know of this window.
   * @param {boolean} isShared
   * @returns {Deed[]}
   */
  share(isShared) {
    if (isShared === this.#isShared) return [];
    this.#isShared = isShared;
    return this.#attach();
  }

  /**
   * The page is being left: what waits is told, and that the window is closed.
   * @param {number} now
   * @returns {Deed[]}
   */
  leave(now) {
    this.#isHere = false;
    return [...this.flush(now), ...this.#detach(false)];
  }

  /** The page has come back. */
  comeBack() {
    this.#isHere = true;
    return this.#phase === "away" ? this.#attach() : [];
  }

  /**
   * Tells at once what waits; the page may be stopped any time.
   * @param {number} now
   * @returns {Deed[]}
   */
  flush(now) {
    return this.#phase === "attached" && this.due !== null ? this.#publish(now) : [];
  }

  /**
   * The window has forked.
   * @param {string} id
   * @returns {Deed[]}
   */
  renamed(id) {
    this.#id = id;
    this.#epoch = 0;
    return this.#attach();
  }

  /** @returns {Deed[]} */
  #attach() {
    this.#phase = "away";
    if (this.#session === null || !this.#isHere) return [];
    this.#phase = "attaching";
    // What was said of it without a connection, or into one that was dead, nobody has heard.
    if (!this.#isShared) return this.#detach(true);
    this.#told = null;
    const message = { t: "scene.attach", scene: this.#id, name: this.#name };
    return [{ type: "send", message }];
  }

  /**
   * @param {boolean} isPrivate
   * @returns {Deed[]}
   */
  #detach(isPrivate) {
    const wasKnown = this.#phase === "attached" || this.#phase === "attaching";
    this.#phase = "away";
    if (!wasKnown) return [];
    const message = { t: "scene.detach", scene: this.#id, ...(isPrivate && { private: true }) };
    return [{ type: "send", message }];
  }

  /**
   * @param {Message} message
   * @param {number} now
   * @returns {Deed[]}
   */
  #attached({ epoch, rev, nav }, now) {
    if (this.#phase !== "attaching") return [];
    this.#phase = "attached";
    this.#busyCount = 0;
    const kept = { epoch: epoch - 1, rev };
    const isOlder = nav != null && takesServer(this.stamp, kept, this.#isPainted);
    this.#epoch = epoch;
    this.#rev = Math.max(this.#rev, rev);
    return isOlder ? [{ type: "restore", nav }] : this.tick(now);
  }

  /**
   * @param {string} reason
   * @param {number} now
   * @returns {Deed[]}
   */
  #refused(reason, now) {
    switch (reason) {
      case "busy":
        return this.#phase === "attaching" ? this.#busy(now) : [];
      case "stale":
      case "unattached":
        if (this.#phase !== "attached") return [];
        if (!this.#hasReattached) {
          this.#hasReattached = true;
          return this.#attach();
        }
        this.#phase = "local";
        return [];
      case "tooFast":
        this.#told = null;
        this.#toldAt = now + limits.tooFastMilliseconds - limits.publishDelayMilliseconds;
        return [];
      case "tooMany":
        this.#phase = "local";
    }
    return [];
  }

  /**
   * @param {number} now
   * @returns {Deed[]}
   */
  #busy(now) {
    const wait = limits.busyRetryMilliseconds[this.#busyCount];
    this.#busyCount += 1;
    this.#phase = wait === undefined ? "away" : "busy";
    if (wait === undefined) return [{ type: "fork" }];
    this.#retryAt = now + wait;
    return [];
  }

  /**
   * @param {number} now
   * @returns {Deed[]}
   */
  #publish(now) {
    const { layout, lib, following } = /** @type {Shown} */ (this.#shown);
    const wanted = /** @type {Published} */ (this.#wanted);
    this.#told = wanted;
    this.#toldAt = now;
    this.#rev += 1;
    /** @type {Message} */
    const message = {
      t: "scene.publish", scene: this.#id, ...this.stamp, lib, layout, nav: wanted.nav,
    };
    if (following) message.following = following;
    return [{ type: "send", message }];
  }
}
