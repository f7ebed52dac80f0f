import { sceneNotices } from "../wire/scenes.js";

/**
 * @typedef {import("../wire/messages.js").Message} Message
 * @typedef {{heard: (message: Message) => void, connected: (session: string|null) => void}} Listener
 */

/**
 * The way of one tab to the server for what is about windows and not about books: scenes and links
 * (NAVIGATION §3.6). Whichever tab leads, its connection carries the messages of all; what the
 * server says of scenes is heard by every tab, which takes what is its own. Nothing is kept for
 * later: without a connection there is nobody to talk to, and each new one is told everything anew.
 */
export class Line {
  /**
   * The connection there is, by a name of its own; null while there is none.
   * @type {string|null}
   */
  session = null;
  #say;
  /** @type {Set<Listener>} */
  #listeners = new Set();

  /** @param {(message: Message) => void} say */
  constructor(say) {
    this.#say = say;
  }

  /**
   * Says something to the server.
   * @param {Message} message
   * @returns {boolean} false where there was no connection to say it over
   */
  say(message) {
    if (this.session === null) return false;
    this.#say(message);
    return true;
  }

  /**
   * Hears what the server says, and of connections as they come and go, beginning with now.
   * @param {Listener} listener
   * @returns {() => void} ends it
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    listener.connected(this.session);
    return () => void this.#listeners.delete(listener);
  }

  /** @param {Message} message from the server */
  heard(message) {
    for (const listener of [...this.#listeners]) listener.heard(message);
  }

  /** @param {string|null} session */
  connected(session) {
    if (session === this.session) return;
    this.session = session;
    for (const listener of [...this.#listeners]) listener.connected(session);
  }
}

/**
 * Whether a message from the server is about windows (SYNC §3).
 * @param {Message} message
 */
export function isOfWindows({ t }) {
  return Object.hasOwn(sceneNotices, t);
}

/**
 * Which tabs want to hear how other windows move. The server is told to stop only when none does; it
 * is asked anew for each that begins, for the answer is everything there is.
 */
export class Watchers {
  /** @type {Set<string>} */
  #tabs = new Set();

  /**
   * What is to be said to the server when a tab wants to say `message`.
   * @param {string} tab
   * @param {Message} message
   * @returns {Message|null} null: nothing
   */
  passed(tab, message) {
    if (message.t !== "scenes.watch") return message;
    if (message.on !== false) {
      this.#tabs.add(tab);
      return message;
    }
    this.#tabs.delete(tab);
    return this.#tabs.size === 0 ? message : null;
  }

  /** A connection begins: nobody has asked for anything over it. */
  clear() {
    this.#tabs.clear();
  }
}
