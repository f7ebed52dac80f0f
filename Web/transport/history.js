/**
 * One visible change of a value (SYNC §2, *History*): of a field, of an element of a set, or of the
 * entity's `life`. A `from` or `to` that is absent means that there was none.
 * @typedef {object} HistoryEntry
 * @property {number} seq
 * @property {number} at ms
 * @property {string} by device
 * @property {string} op
 * @property {string} [field]
 * @property {string} [element]
 * @property {true} [life]
 * @property {any} [from]
 * @property {any} [to]
 * @property {any} [written] what the author wrote, when merging made another text of it
 */

/**
 * What became of asking: the entries, newest first, with `more` when there are older ones; or
 * `unreachable`, because only the server keeps history and it is out of reach; or `refused`.
 * @typedef {{state: "known", entries: HistoryEntry[], more: boolean}
 *   | {state: "unreachable"} | {state: "refused", fault: import("../replica/fault.js").Fault}} History
 */

/**
 * Asks the server for the history of one entity.
 * @param {string} kind
 * @param {string} id
 * @param {{before?: number, limit?: number}} range entries older than this sequence; how many at most
 * @param {typeof fetch} request
 * @returns {Promise<History>}
 */
export async function fetchHistory(kind, id, { before, limit }, request) {
  const query = new URLSearchParams({ kind, id });
  if (before !== undefined) query.set("before", String(before));
  if (limit !== undefined) query.set("limit", String(limit));
  let answer;
  try {
    answer = await request(`/v1/history?${query}`, {
      credentials: "same-origin",
      cache: "no-store",
    });
  } catch {
    return { state: "unreachable" };
  }
  const said = await answer.json().catch(() => null);
  if (answer.ok && Array.isArray(said?.entries)) {
    return { state: "known", entries: said.entries, more: said.more === true };
  }
  // What answers like this is no Dogear: a proxy whose server is away.
  if (answer.ok || answer.status >= 502) return { state: "unreachable" };
  const { message } = said?.error ?? {};
  return { state: "refused", fault: { code: "unanswered", ...(message && { said: message }) } };
}
