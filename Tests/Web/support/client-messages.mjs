import * as Limits from "../../../Web/wire/limits.js";
import { ANY, decode, heartbeat } from "../../../Web/wire/messages.js";
import {
  bool, choice, identifier, int, isLonger, list, name, object, optional, text, WireError,
} from "../../../Web/wire/readers.js";
import { operation } from "../../../Web/wire/rows.js";
import { address, anything, layout, link, share } from "../../../Web/wire/scenes.js";

// The messages of clients as a server reads them (SYNC §3): the client itself only writes them.

/** @typedef {import("../../../Web/wire/readers.js").Reader} Reader */

/** What a device may answer to a link that came. */
const LINK_ANSWERS = Object.freeze(["opened", "dismissed", "blocked"]);

/**
 * Reads an op of a push. A malformed one does not spoil the push: it reads as `{n, op?, fault}`, to
 * be refused alone. Only where `n` cannot be read is the whole push malformed.
 * @type {import("../../../Web/wire/readers.js").Reader}
 */
const pushedOperation = (value, path) => {
  const { n, op } = object({ n: int(1), op: (/** @type {any} */ id) => id })(value, path);
  try {
    return operation(value, path);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return typeof op === "string" ? { n, op, fault: error } : { n, fault: error };
  }
};

/**
 * What a client says about windows and links, by type.
 * @type {Record<string, Reader>}
 */
const sceneRequests = {
  "scene.attach": object({ scene: identifier, name: optional(text(), "") }),
  "scene.publish": object({
    scene: identifier,
    epoch: int(),
    rev: int(),
    lib: int(),
    layout,
    nav: anything,
    following: optional(object(address)),
  }),
  "scene.detach": object({ scene: identifier, private: optional(bool, false) }),
  "scenes.watch": object({ on: optional(bool, true) }),
  "scenes.share": share,
  "link.send": object({ id: identifier, to: identifier, link, lib: int() }),
  "link.answer": object({ id: identifier, answer: choice(LINK_ANSWERS) }),
};

/** @type {import("../../../Web/wire/readers.js").Reader} */
const versions = (value, path) => {
  const pair = list((/** @type {any} */ each) => each)(value, path);
  const arePair = pair.length === 2 && pair.every(Number.isSafeInteger);
  if (!arePair) throw new WireError("wrongType", path);
  if (pair[0] < 1 || pair[0] > pair[1]) throw new WireError("outOfRange", path);
  return pair;
};

/** A wish over the maximum is read as the maximum: asking for much is no fault. */
/** @type {import("../../../Web/wire/readers.js").Reader} */
const pageLimit = (value, path) => Math.min(int(1)(value, path), Limits.pageRowCountMax);

/** @type {Record<string, import("../../../Web/wire/readers.js").Reader>} */
const clientMessages = {
  hello: object({
    protocol: versions,
    client: optional(text(), ""),
    clock: optional(int(ANY), 0),
    schema: optional(int(1), 1),
    token: optional(text()),
    device: object({ incarnation: identifier, name: optional(text()) }),
    library: optional(identifier),
    epoch: optional(text()),
    cursor: int(),
    live: optional(bool, true),
    sent: optional(object({ n: int(1), op: text() })),
  }),
  pull: object({ since: int(), limit: optional(pageLimit, Limits.pageRowCountMax) }),
  push: object({
    batch: name,
    ops: list(pushedOperation, { min: 1, max: Limits.pushOperationCountMax }),
  }),
  ping: heartbeat,
  pong: heartbeat,
  ...sceneRequests,
};

/**
 * Reads one message from a client, as a server does.
 * @param {string} message
 * @returns {import("../../../Web/wire/messages.js").Message}
 * @throws {WireError}
 */
export function decodeClientMessage(message) {
  const read = decode(message, clientMessages, Limits.messageByteCountMax);
  if (read.t === "push" && isLonger(message, Limits.pushByteCountMax)) {
    throw new WireError("tooLarge");
  }
  return read;
}
