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
export async function requestJson(path, messages, options) {
  const response = await reach(path, messages, options);
  const body = await response.json().catch(() => null);
  if (response.ok && body !== null) return body;
  throw refusal(response, body, messages);
}

/**
 * Asks the server for a text, likewise.
 * @param {string} path
 * @param {Messages} messages
 */
export async function requestText(path, messages) {
  const response = await reach(path, messages);
  if (response.ok) return response.text();
  throw refusal(response, await response.json().catch(() => null), messages);
}

/**
 * @param {string} path
 * @param {Messages} messages
 * @param {RequestInit} [options]
 */
async function reach(path, { t }, options) {
  const response = await fetch(path, { credentials: "same-origin", ...options }).catch(() => null);
  if (!response) throw new RequestError(t("request.offline"), "offline");
  return response;
}

/**
 * @param {Response} response
 * @param {any} body
 * @param {Messages} messages
 */
function refusal(response, body, { t }) {
  const { message, code } = body?.error ?? {};
  const sentence = message ?? t("request.failed", { status: String(response.status) });
  return new RequestError(sentence, code ?? String(response.status));
}
