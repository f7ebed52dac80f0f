import { wireFault } from "../replica/fault.js";
import { subprotocol } from "../wire/limits.js";
import { decodeServerMessage, encode, WireError } from "../wire/messages.js";

/**
 * @typedef {object} SocketEvents
 * @property {() => void} opened
 * @property {(message: import("../wire/messages.js").Message) => void} message
 * @property {(fault: import("../replica/fault.js").Fault) => void} unreadable
 * @property {(code: number, reason: string) => void} closed
 */

/**
 * @typedef {object} Socket
 * @property {(message: import("../wire/messages.js").Message) => void} send
 * @property {(code: number, reason: string) => void} close nothing comes from it any more
 */

/**
 * Opens a WebSocket that speaks protocol `dogear.v1` (SYNC §3).
 * @param {string} url
 * @param {SocketEvents} events
 * @returns {Socket}
 */
export function openSocket(url, events) {
  const socket = new WebSocket(url, subprotocol);
  socket.onopen = () => events.opened();
  socket.onclose = ({ code, reason }) => events.closed(code, reason);
  socket.onmessage = ({ data }) => receive(data, events);
  // Every error is followed by `close`, which says as much as a page may know.
  return {
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(encode(message));
    },
    close(code, reason) {
      socket.onopen = socket.onclose = socket.onmessage = null;
      // A page may only use 1000 and the private codes.
      socket.close(code >= 3000 ? code : 1000, reason);
    },
  };
}

/**
 * Decodes one message and hands it on.
 * @param {unknown} data
 * @param {SocketEvents} events
 */
export function receive(data, events) {
  if (typeof data !== "string") return events.unreadable({ code: "wire.notText" });
  let message;
  try {
    message = decodeServerMessage(data);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return events.unreadable(wireFault(error));
  }
  events.message(message);
}
