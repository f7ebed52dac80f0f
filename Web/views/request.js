/** @typedef {import("../messages/messages.js").Messages} Messages */

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
  if (!response) throw new Error(t("request.offline"));
  const body = await response.json().catch(() => null);
  if (response.ok && body !== null) return body;
  throw new Error(body?.error?.message ?? t("request.failed", { status: String(response.status) }));
}
