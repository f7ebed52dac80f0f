import { FaultError } from "../replica/fault.js";

/**
 * @typedef {{id: string, name: string}} Named
 * @typedef {{account: string, device: Named, library: Named}} Session
 */

/**
 * Makes this browser a device of the account that gave out `code`. The server sets the cookie that
 * proves it from here on.
 * @param {string} code
 * @param {string} [name] what a person calls this device
 * @param {typeof fetch} [request]
 * @returns {Promise<{device: Named, library: Named}>}
 * @throws {FaultError}
 */
export async function pair(code, name, request = fetch) {
  const body = JSON.stringify(name ? { code, name, as: "cookie" } : { code, as: "cookie" });
  const headers = { "Content-Type": "application/json" };
  const answer = await ask(request, "/v1/pair", { method: "POST", headers, body });
  if (answer.ok) return answer.json();
  throw await refusal(answer);
}

/**
 * Gives this device a number behind its name where a device that was paired before it is called the same:
 * of two computers nobody could tell which one a sentence means. Without an answer it keeps its name.
 * @param {Named} device
 * @param {typeof fetch} [request]
 */
export async function tellApart({ id, name }, request = fetch) {
  try {
    const { devices } = await (await ask(request, "/v1/devices", {})).json();
    const own = devices.findIndex((/** @type {Named} */ device) => device.id === id);
    const before = devices.slice(0, own).filter((/** @type {{revoked?: number}} */ { revoked }) => !revoked);
    const free = freeName(name, before.map((/** @type {Named} */ device) => device.name));
    if (free === name) return;
    const headers = { "Content-Type": "application/json" };
    await ask(request, `/v1/devices/${id}`, { method: "PATCH", headers, body: JSON.stringify({ name: free }) });
  } catch {
    // A device can be renamed whenever a person likes.
  }
}

/**
 * The name, or the first of "Name 2", "Name 3" and so on that is not taken.
 * @param {string} name
 * @param {readonly string[]} taken
 */
export function freeName(name, taken) {
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) free = `${name} ${number}`;
  return free;
}

/**
 * Whose browser this is, or null when it is nobody's yet.
 * @param {typeof fetch} [request]
 * @returns {Promise<Session|null>}
 * @throws {FaultError} with code `outOfReach` when the server is out of reach
 */
export async function session(request = fetch) {
  const answer = await ask(request, "/v1/session", {});
  if (answer.status === 401) return null;
  if (answer.ok) return answer.json();
  throw await refusal(answer);
}

/**
 * @param {typeof fetch} request
 * @param {string} path
 * @param {RequestInit} options
 */
async function ask(request, path, options) {
  try {
    return await request(path, { ...options, credentials: "same-origin", cache: "no-store" });
  } catch {
    throw new FaultError({ code: "outOfReach" });
  }
}

/** @param {Response} answer */
async function refusal(answer) {
  const said = await answer.json().catch(() => null);
  const { message } = said?.error ?? {};
  return new FaultError({ code: "unanswered", ...(typeof message === "string" && { said: message }) });
}
