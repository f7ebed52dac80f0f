// The bounds of the protocol that a client keeps to, with their reasons; the same numbers as
// Sources/Wire/Limits.swift.

/** The newest version of protocol `dogear.v1` that this code speaks. */
export const protocolVersion = 1;

/** The oldest version still spoken. */
export const protocolVersionMin = 1;

/** The name of the protocol in `Sec-WebSocket-Protocol` (SYNC §3). */
export const subprotocol = "dogear.v1";

/** Bytes of a message from a client: four times the largest push. Beyond it: 4413. */
export const messageByteCountMax = 1 << 20;

/** Bytes of a message from the server: a page ends at about 1 MiB, but never within an operation. */
export const serverMessageByteCountMax = 64 << 20;

/** Ops in one push: one group commit takes 256 in a few milliseconds. Beyond it: 4413. */
export const pushOperationCountMax = 256;

/** Bytes of one push: they leave a slow uplink within seconds, so an ack is never far away. */
export const pushByteCountMax = 256 << 10;

/** Rows in one page: some 500 KiB, which paint progress and bound a slow reader's memory. */
export const pageRowCountMax = 1000;

/** Bytes of a text that only names something: tokens, batches, devices by their own words. */
export const nameByteCountMax = 256;

/** Bytes of a person's name for a library or a device: 200 characters of any script. */
export const libraryNameByteCountMax = 1024;

/** Bytes of one sentence for a person, which may quote what they wrote. */
export const sentenceByteCountMax = 8192;

/** Bytes of a link from one device to another: 2,048 characters of any script (NAVIGATION §3.1). */
export const linkByteCountMax = 8192;

/** Milliseconds after which the server takes a silent client for dead; we speak twice as often. */
export const idleTimeoutMilliseconds = 60_000;

/** Changes applied as one by an operation (SYNC §2). */
export { changesPerOperationMax } from "../library/limits.js";

/** What the close codes mean that a client tells apart (RFC 6455 §7.4.1 and SYNC §3). */
export const CloseCode = Object.freeze({
  normal: 1000,
  goingAway: 1001,
  malformed: 4400,
  notPaired: 4401,
  origin: 4403,
  protocolVersion: 4409,
  tooLarge: 4413,
});
