/** @typedef {import("../messages/messages.js").Messages} Messages */

/** Why the server gave no answer to use: a sentence for a person, and a code for the program. */
export class RequestError extends Error {
  /**
   * @param {string} message
   * @param {string} code `offline`, or the server's own
   */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/**
 * Asks the server for JSON. A refusal throws an error whose message is the server's sentence, an
 * unreachable server one that says so.
 * @param {string} path
 * @param {Messages} messages
 * @param {RequestInit} [options]
 * @returns {Promise<unknown>}
 */
export async function requestJson(path, { t }, options) {
  const response = await fetch(path, { credentials: "same-origin", ...options }).catch(() => null);
  if (!response) throw new RequestError(t("request.offline"), "offline");
  const body = await response.json().catch(() => null);
  if (response.ok && body !== null) return body;
  const { message, code } = body?.error ?? {};
  const sentence = message ?? t("request.failed", { status: String(response.status) });
  throw new RequestError(sentence, code ?? String(response.status));
}
