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
 * this browser that was used last; the reducer decides by the person's policy what becomes of it.
 *
 * What a connection takes with it is said again: a link of which the server has said nothing by the next
 * one, and the answer to a link that comes once more. The server takes each once.
 * @param {{scene: Scene, library: {line: Line, cursor: number}, now: () => number,
 *   newId: () => string, policy: () => "ask"|"auto"|"off", isLast: () => Promise<boolean>,
 *   tell: (link: SentLink) => void}} parts
 */
export function createPostbox({ scene, library, now, newId, policy, isLast, tell }) {
  const { line } = library;
  /** @type {Map<string, {message: Message, state: LinkState|null}>} */
  const sent = new Map();
  /** @type {Map<string, Message>} the answers, by the links that they are to */
  const said = new Map();
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
    if (finalStates.has(state)) sent.delete(id);
    link.state = state;
    tell({ id, to: link.message.to, state });
  }

  /** @param {Message} message */
  async function arrived(message) {
    const answer = said.get(message.id);
    if (answer) return void line.say(answer);
    const incoming = decodeIncoming(message);
    if (!incoming || !(await isLast())) return;
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
    said.set(id, message);
    line.say(message);
  }

  scene.subscribe(({ outputs }) => {
    for (const [kind, id, state] of outputs) if (kind === "ack") reply(String(id), String(state));
  });
  line.subscribe({
    connected(session) {
      if (session === null) return;
      for (const { message, state } of sent.values()) if (state === null) line.say(message);
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
      const message = { t: "link.send", id: newId(), to, link, lib: library.cursor };
      if (!line.say(message)) return false;
      sent.set(message.id, { message, state: null });
      return true;
    },
  };
}
