import { decodeIncoming } from "../navigation/local-scene.js";
import * as limits from "./limits.js";

/** @typedef {import("../transport/line.js").Line} Line */
/** @typedef {import("../wire/messages.js").Message} Message */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * What became of a link that this window sent. `refused` is the server's: it knows no such device,
 * or reads no such link.
 * @typedef {"sent"|"delivered"|"opened"|"dismissed"|"expired"|"blocked"|"refused"} LinkState
 * @typedef {{id:string, to:string, state:LinkState}} SentLink
 */

const finalStates = new Set(["opened", "dismissed", "expired", "blocked", "refused"]);

/**
 * Links to and from other devices (NAVIGATION §3.7, Open on). One that arrives is for the window of
 * this browser that was used last; the reducer decides by the person's policy what becomes of it. An
 * answer that cannot be said waits for the next connection.
 * @param {{scene: Scene, library: {line: Line, cursor: number}, now: () => number,
 *   newId: () => string, policy: () => "ask"|"auto"|"off", isLast: () => Promise<boolean>,
 *   tell: (link: SentLink) => void}} parts
 */
export function createPostbox({ scene, library, now, newId, policy, isLast, tell }) {
  const { line } = library;
  /** @type {Map<string, SentLink>} */
  const sent = new Map();
  /** @type {Map<string, Message>} */
  const unsaid = new Map();
  let openedAt = -Infinity;

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
    const now = { ...link, state };
    if (finalStates.has(state)) sent.delete(id);
    else sent.set(id, now);
    tell(now);
  }

  /** @param {Message} message */
  async function arrived(message) {
    const incoming = decodeIncoming(message);
    if (!incoming || unsaid.has(incoming.id) || !(await isLast())) return;
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
    if (answer !== "opened" && answer !== "dismissed" && answer !== "blocked") return;
    const message = { t: "link.answer", id, answer };
    if (!line.say(message)) unsaid.set(id, message);
  }

  scene.subscribe(({ outputs }) => {
    for (const [kind, id, state] of outputs) if (kind === "ack") reply(String(id), String(state));
  });
  line.subscribe({
    connected(session) {
      if (session === null) return;
      for (const [id, message] of unsaid) if (line.say(message)) unsaid.delete(id);
    },
    heard,
  });

  return {
    /**
     * Sends a link to a device.
     * @param {string} to
     * @param {string} link
     * @returns {boolean} false without a connection: nothing was sent
     */
    send(to, link) {
      const id = newId();
      if (!line.say({ t: "link.send", id, to, link, lib: library.cursor })) return false;
      sent.set(id, { id, to, state: "sent" });
      return true;
    },
  };
}
