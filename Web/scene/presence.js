import { createCompanion } from "./companion.js";
import { createFocused } from "./focused.js";
import { newId, windowNumber } from "./identity.js";
import { standingOf } from "./others.js";
import { createPostbox } from "./postbox.js";
import { createPublisher } from "./publisher.js";
import { storageOf } from "./storages.js";

/** @typedef {import("../transport/session.js").Library} Library */
/** @typedef {import("./companion.js").CompanyNews} CompanyNews */
/** @typedef {import("./postbox.js").SentLink} SentLink */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * How much of this device's windows others may see (NAVIGATION §3.8).
 * @typedef {"full"|"place"|"off"} Share
 */

/** @typedef {CompanyNews|{type:"link", link:SentLink}} PresenceNews */

const shareKey = "dogear.share";

/** Holds what the person chose until the server says the same: a connection that is dead takes it along. */
const choiceKey = "dogear.share.choice";

/**
 * This window among the others: what they see of it, and what it does with them.
 * @param {{scene: Scene, library: Library, nameOf: (number: number) => string,
 *   policy: () => "ask"|"auto"|"off", window?: Window & typeof globalThis}} parts `nameOf` gives
 *   what the windows of this browser are called, by their number
 * @returns {Promise<Presence>}
 */
export async function openPresence({ nameOf, window = globalThis.window, ...parts }) {
  const name = nameOf(await windowNumber(window.navigator.locks));
  return createPresence({ ...parts, name, window });
}

/**
 * @param {{scene: Scene, library: Library, name: string, policy: () => "ask"|"auto"|"off",
 *   window: Window & typeof globalThis}} parts
 */
function createPresence({ scene, library, name, policy, window }) {
  /** @type {Set<(news: PresenceNews) => void>} */
  const listeners = new Set();
  const now = () => window.performance.now();
  const tell = (/** @type {PresenceNews} */ news) => {
    for (const listener of [...listeners]) listener(news);
  };
  const storage = storageOf(window, "localStorage");
  let share = readShare(storage);
  let choice = "";
  const isShared = () => share !== "off" && !scene.bearing.isPrivate;
  const publisher = createPublisher({ scene, library, name, window, isShared });
  const focused = createFocused({ window, id: () => scene.id });
  const companion = createCompanion({ scene, library, now, clock: () => Date.now(), window, tell });
  const postbox = createPostbox({
    scene, library, now, policy, window, isLast: focused.isLast,
    newId: () => newId(window.crypto),
    tell: (link) => tell({ type: "link", link }),
  });
  library.line.subscribe({
    connected: sayChoice,
    heard(message) {
      if (message.t !== "scenes.share") return;
      if (message.share === share) choose("");
      if (!sayChoice()) known(message.share);
    },
  });
  // Another tab of this browser has changed it, perhaps while there was no connection.
  window.addEventListener("storage", ({ key }) => {
    if (key === shareKey) known(readShare(storage));
  });

  /**
   * @param {string} key
   * @param {string} value
   */
  function keep(key, value) {
    try {
      storage.setItem(key, value);
    } catch {
      // Full or forbidden: the server says it again.
    }
  }

  /** @param {string} next */
  function choose(next) {
    choice = next;
    keep(choiceKey, next);
  }

  /** Says again what the person chose, in whichever window, and the server may not have heard. */
  function sayChoice() {
    const isChosen = (choice || storage.getItem(choiceKey)) === share;
    return isChosen && library.line.say({ t: "scenes.share", share });
  }

  /** @param {Share} next */
  function known(next) {
    if (next === share) return;
    share = next;
    keep(shareKey, next);
    publisher.reconsider();
    tell({ type: "changed" });
  }

  return {
    name,
    companion,
    postbox,
    publisher,
    /** @param {(news: PresenceNews) => void} listener */
    subscribe: (listener) => void listeners.add(listener),
    get isOnline() {
      return library.line.session !== null;
    },
    /** The server's clock, as far as it is known. */
    get serverNow() {
      return Date.now() + library.clockOffset;
    },
    /** @param {{seen:number}} other */
    standing: (other) => standingOf(other, Date.now() + library.clockOffset),
    get share() {
      return share;
    },
    /**
     * Has the server show as much of this device's windows from now on.
     * @param {Share} next
     * @returns {boolean} false without a connection: nothing has changed
     */
    setShare(next) {
      if (!library.line.say({ t: "scenes.share", share: next })) return false;
      choose(next);
      known(next);
      return true;
    },
    get isPrivate() {
      return scene.bearing.isPrivate;
    },
    /**
     * Hides this window from others until it is closed, or shows it again.
     * @param {boolean} isPrivate
     */
    setPrivate(isPrivate) {
      scene.bear({ isPrivate });
      publisher.reconsider();
      tell({ type: "changed" });
    },
  };
}

/** @typedef {ReturnType<typeof createPresence>} Presence */

/**
 * @param {import("./storages.js").PageStorage} storage
 * @returns {Share}
 */
function readShare(storage) {
  try {
    const kept = storage.getItem(shareKey);
    return kept === "place" || kept === "off" ? kept : "full";
  } catch {
    return "full";
  }
}
