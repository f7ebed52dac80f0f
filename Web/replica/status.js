import { clockWrongMilliseconds } from "./limits.js";

/**
 * The one honest thing a person sees of the sync.
 * @typedef {object} Status
 * @property {"saved"|"saving"|"offline"|"problem"|"unpaired"|"starting"} state
 * @property {number} waiting ops that the server does not have yet
 * @property {number} problems ops that the server refused
 * @property {import("./fault.js").Fault} [fault] why the state is `problem`, where that is not what was refused
 * @property {{have: number, of?: number}} [progress] of the first sync, in sequences, while a part of
 *   the library is here; `of` once the server has told it
 * @property {number} [clockOffset] how wrong this device's clock is, ms, when that is much
 */

/**
 * @param {object} facts
 * @param {import("./connection.js").Phase} facts.phase
 * @param {boolean} facts.hasTried
 * @param {import("./fault.js").Fault|null} facts.fault
 * @param {boolean} facts.isBehind
 * @param {number} facts.head
 * @param {number} facts.waiting
 * @param {number} facts.problems
 * @param {import("./batch.js").Checkpoint} facts.checkpoint
 * @returns {Status}
 */
export function statusOf(facts) {
  const { waiting, problems, checkpoint } = facts;
  /** @type {Status} */
  const status = { state: stateOf(facts), waiting, problems };
  if (status.state === "problem" && facts.fault) status.fault = facts.fault;
  if (!checkpoint.complete && (facts.phase === "online" || checkpoint.cursor > 0)) {
    status.progress = { have: checkpoint.cursor, ...(facts.head > 0 && { of: facts.head }) };
  }
  const clockOffset = checkpoint.nowOffset ?? checkpoint.clockOffset;
  if (Math.abs(clockOffset) >= clockWrongMilliseconds) status.clockOffset = clockOffset;
  return status;
}

/**
 * @param {Parameters<typeof statusOf>[0]} facts
 * @returns {Status["state"]}
 */
function stateOf({ phase, hasTried, fault, waiting, problems, ...facts }) {
  if (phase === "unpaired") return "unpaired";
  if (fault || problems > 0) return "problem";
  if (phase === "online") {
    if (!facts.checkpoint.complete) return "starting";
    return waiting > 0 || facts.isBehind ? "saving" : "saved";
  }
  return hasTried ? "offline" : "starting";
}
