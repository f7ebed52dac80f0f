import * as Limits from "./limits.js";
import {
  bool,
  choice,
  identifier,
  int,
  isLonger,
  isObject,
  list,
  name,
  object,
  optional,
  text,
  WireError,
} from "./readers.js";
import { row } from "./rows.js";
import { sceneNotices } from "./scenes.js";

export { WireError } from "./readers.js";

/**
 * One message of protocol `dogear.v1` (SYNC §3); `t` names its type.
 * @typedef {{t: string} & Record<string, any>} Message
 */

export const ANY = -Number.MAX_SAFE_INTEGER;
const person = text(Limits.libraryNameByteCountMax);
const device = object({ id: identifier, name: person });
export const heartbeat = object({ at: optional(int(ANY), 0) });

/** The outcomes of an op, in `ack`. */
const OUTCOMES = Object.freeze([
  "applied",
  "merged",
  "conflict",
  "revived",
  "aliased",
  "duplicate",
  "refused",
]);

const problem = object({
  code: text(),
  message: text(Limits.sentenceByteCountMax),
  field: optional(text(Limits.sentenceByteCountMax)),
});

/** @type {Record<string, import("./readers.js").Reader>} */
const serverMessages = {
  welcome: object({
    protocol: int(1),
    session: text(),
    account: text(),
    library: object({ id: identifier, name: person, epoch: text(), head: int(), watermark: int() }),
    device: object({ id: identifier, name: person, n: int() }),
    devices: optional(list(device), []),
    clock: int(),
    now: optional(int()),
    limits: (value, path) => sessionLimits(value ?? {}, path),
    resume: choice(["ok", "reset", "fork"]),
  }),
  page: (value, path) => {
    const read = object({
      from: int(),
      to: int(),
      head: int(),
      rows: list(row),
      more: optional(bool),
    })(value, path);
    if (read.from > read.to) throw new WireError("outOfRange", "to");
    if (read.to > read.head) throw new WireError("outOfRange", "head");
    return { ...read, more: read.more ?? read.to < read.head };
  },
  changes: (value, path) => {
    const read = object({ from: int(), to: int(), rows: list(row) })(value, path);
    if (read.from >= read.to) throw new WireError("outOfRange", "to");
    return read;
  },
  behind: object({ head: int() }),
  ack: object({
    batch: name,
    through: int(),
    head: int(),
    results: list(
      object({
        n: int(1),
        seq: optional(int()),
        outcome: choice(OUTCOMES),
        conflict: optional(identifier),
        problem: optional(problem),
      }),
    ),
  }),
  ping: heartbeat,
  pong: object({ at: optional(int(ANY), 0), now: optional(int()) }),
  error: (value, path) => {
    const read = object({
      code: text(),
      message: optional(text(Limits.sentenceByteCountMax)),
      retryAfter: optional(int()),
    })(value, path);
    return { message: read.code, ...read };
  },
  ...sceneNotices,
};

const sessionLimits = object({
  messageBytes: optional(int(1), Limits.messageByteCountMax),
  pushOps: optional(int(1), Limits.pushOperationCountMax),
  pushBytes: optional(int(1), Limits.pushByteCountMax),
  pageRows: optional(int(1), Limits.pageRowCountMax),
  idleMilliseconds: optional(int(1), Limits.idleTimeoutMilliseconds),
});

/**
 * Reads one message from the server. A type nobody here knows reads as `{t: "unknown", type}`.
 * @param {string} message
 * @returns {Message}
 * @throws {WireError}
 */
export function decodeServerMessage(message) {
  return decode(message, serverMessages, Limits.serverMessageByteCountMax);
}

/**
 * The text of a message.
 * @param {Message} message
 * @returns {string}
 */
export function encode(message) {
  return JSON.stringify(message);
}

/**
 * @param {string} message
 * @param {Record<string, import("./readers.js").Reader>} types
 * @param {number} bytesMax
 * @returns {Message}
 */
export function decode(message, types, bytesMax) {
  if (isLonger(message, bytesMax)) throw new WireError("tooLarge");
  /** @type {any} */
  let value;
  try {
    value = JSON.parse(message);
  } catch {
    throw new WireError("notJSON");
  }
  if (!isObject(value)) throw new WireError("notObject");
  const type = text()(value.t ?? undefined, "t");
  if (!Object.hasOwn(types, type)) return { t: "unknown", type };
  return { t: type, ...types[type](value, "") };
}
