import { againMax, againMilliseconds } from "../archive/limits.js";
import { RequestError, requestJson } from "./request.js";

/** @typedef {import("../messages/messages.js").Messages} Messages */

/** @param {string} id */
const addressOf = (id) => `/v1/blobs/${id}`;

/**
 * Does what the server may not be able to do just now, again and again for a while.
 * @template T
 * @param {() => Promise<T>} act
 * @param {(value: T) => boolean} isLater
 */
async function patiently(act, isLater) {
  for (let count = 1; ; count += 1) {
    const value = await act();
    if (!isLater(value) || count === againMax) return value;
    await new Promise((resolve) => setTimeout(resolve, againMilliseconds));
  }
}

/**
 * Asks the server for a picture; null where it has none, or gives none.
 * @param {string} id
 * @throws {RequestError} where it cannot be reached
 */
export async function askPicture(id, /** @type {Messages} */ { t }) {
  const response = await patiently(
    () => fetch(addressOf(id), { credentials: "same-origin" }).catch(() => null),
    (answer) => answer?.status === 429,
  );
  const picture = response?.ok ? await response.blob().catch(() => null) : null;
  if (!response || (response.ok && !picture)) throw new RequestError(t("request.offline"), "offline");
  return picture;
}

/**
 * Puts a picture up; why it is not kept, or null.
 * @param {string} id
 * @param {Uint8Array} bytes
 * @param {Messages} messages
 * @param {AbortSignal} [signal]
 * @returns {Promise<RequestError|null>}
 */
export function putPicture(id, bytes, messages, signal) {
  return patiently(
    () => requestJson(addressOf(id), messages, { method: "PUT", body: bytes, signal })
      .then(() => null, (error) => /** @type {RequestError} */ (error)),
    (error) => error?.code === "rate",
  );
}
