import { decodeIncoming } from "../navigation/local-scene.js";
import * as limits from "./limits.js";
import { storageOf } from "./storages.js";

/** @typedef {import("../transport/line.js").Line} Line */
/** @typedef {import("../wire/messages.js").Message} Message */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * What became of a link that this window sent. `refused` is the server's: it knows no such device,
 * or reads no such link.
 * @typedef {"sent"|"delivered"|"opened"|"dismissed"|"expired"|"blocked"|"refused"} LinkState
 * @typedef {{id:string, to:string, state:LinkState}} SentLink
 */

/** Where the windows of this browser keep what became of the links to it. */
const linksKey = "dogear.links";

const answers = new Set(["opened", "dismissed", "blocked"]);

const finalStates = new Set(["opened", "dismissed", "expired", "blocked", "refused"]);

/**
 * Links to and from other devices (NAVIGATION §3.7, Open on). One that arrives is for the window of
 * this browser that was used last; the reducer decides by the person's policy what becomes of it.
 *
 * What a connection takes with it is said again: a link of which the server has said nothing by the next
 * one, and the answer to a link that comes once more, whichever window gave it. The server takes each once.
 * Where one that waits comes again, and another window was used last by then, it is shown there instead.
 * @param {{scene: Scene, library: {line: Line, cursor: number}, now: () => number,
 *   newId: () => string, policy: () => "ask"|"auto"|"off", isLast: () => Promise<boolean>,
 *   tell: (link: SentLink) => void, window: Pick<Window, "localStorage"|"sessionStorage"|"addEventListener">}} parts
 */
export function createPostbox({ scene, library, now, newId, policy, isLast, tell, window }) {
  const { line } = library;
  const storage = storageOf(window, "localStorage");
  /** @type {Map<string, {message: Message, state: LinkState|null}>} */
  const sent = new Map();
  /** @type {Map<string, string>} of links to this browser the answer, or the window that shows them */
  let fates = new Map();
  let isLeaving = false;
  let openedAt = -Infinity;

  function read() {
    try {
      fates = new Map(JSON.parse(storage.getItem(linksKey) ?? ""));
    } catch {
      // Nothing yet, or nothing is kept: this window knows its own.
    }
    return fates;
  }

  /**
   * @param {string} id
   * @param {string} fate
   */
  function note(id, fate) {
    read().delete(id);
    fates.set(id, fate);
    try {
      storage.setItem(linksKey, JSON.stringify([...fates].slice(-limits.linksCount)));
    } catch {
      // Full or forbidden: what another window does with it shows here too.
    }
  }

  /** Takes away, without an answer, what another window shows by now or was told of. */
  function leave() {
    const known = read();
    isLeaving = true;
    for (const { id } of scene.local.inbox) {
      if ((known.get(id) ?? scene.id) !== scene.id) scene.dispatch({ t: "answer", id, answer: "dismiss" });
    }
    isLeaving = false;
  }

  /** @param {Message} message */
  function heard(message) {
    if (message.t === "link.incoming") void arrived(message);
    if (message.t === "link.state") changed(message.id, message.state);
    if (message.t === "link.refused") changed(message.id, "refused");
  }

  /**
   * @param {string} id
   * @param {LinkState} state
   */
  function changed(id, state) {
    const link = sent.get(id);
    if (!link || link.state === state) return;
    if (finalStates.has(state)) sent.delete(id);
    link.state = state;
    tell({ id, to: link.message.to, state });
  }

  /** @param {Message} message */
  async function arrived(message) {
    const isMine = await isLast();
    const { id } = message;
    const answer = read().get(id);
    if (answer && answers.has(answer)) return void line.say({ t: "link.answer", id, answer });
    const incoming = decodeIncoming(message);
    if (!incoming || !isMine) return;
    note(id, scene.id);
    const rested = Math.min(scene.idleMilliseconds, now() - openedAt);
    // Under a sheet it would open unseen.
    const idle = rested >= limits.idleMilliseconds && !scene.isCovered;
    scene.dispatch({ t: "incoming", incoming, policy: policy(), idle });
  }

  /**
   * @param {string} id
   * @param {string} answer
   */
  function reply(id, answer) {
    if (answer === "opened") openedAt = now();
    // That it was delivered the server knows.
    if (isLeaving || !answers.has(answer)) return;
    note(id, answer);
    line.say({ t: "link.answer", id, answer });
  }

  scene.subscribe(({ outputs }) => {
    for (const [kind, id, state] of outputs) if (kind === "ack") reply(String(id), String(state));
  });
  line.subscribe({
    connected(session) {
      // A page that comes back from where it heard nothing has another connection, or none.
      leave();
      if (session === null) return;
      for (const { message, state } of sent.values()) if (state === null) line.say(message);
    },
    heard,
  });
  window.addEventListener("storage", leave);

  return {
    /**
     * Sends a link to a device.
     * @param {string} to
     * @param {string} link
     * @returns {boolean} false without a connection: nothing was sent
     */
    send(to, link) {
      const message = { t: "link.send", id: newId(), to, link, lib: library.cursor };
      if (!line.say(message)) return false;
      sent.set(message.id, { message, state: null });
      return true;
    },
  };
}
