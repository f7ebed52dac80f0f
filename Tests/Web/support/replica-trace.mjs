import assert from "node:assert/strict";
import { Replica } from "../../../Web/replica/replica.js";
import { decodeServerMessage } from "../../../Web/wire/messages.js";
import { faulty, worded } from "./worded.mjs";

/**
 * A run of a replica that somebody recorded, in the terms of the shared scenarios: what it began
 * with, and for every event the outputs it gave.
 * @typedef {object} Trace
 * @property {import("../../../Web/replica/events.js").Settings} settings
 * @property {string} fresh its first incarnation
 * @property {import("../../../Web/replica/batch.js").Stored|null} [stored] null: nothing yet
 * @property {{now: number, chance: number, fresh: string, event: any, outputs: any[]}[]} steps
 */

/**
 * Plays a trace recorded in one language to the machine of the other: the same events must give the
 * same outputs, in the same order.
 * @param {Trace} trace
 * @returns {Replica} as it is afterwards
 */
export function replay({ settings, fresh, stored = null, steps }) {
  const first = { now: steps[0]?.now ?? 0, chance: 0, fresh };
  const replica = new Replica(stored, settings, first);
  for (const [index, { event, outputs, ...turn }] of steps.entries()) {
    // What a disk, or a file, makes of it: nothing undefined, no order of members.
    const got = JSON.parse(JSON.stringify(replica.handle(received(event), turn)));
    assert.deepEqual(worded(got), outputs, `after step ${index}, ${event.type}`);
  }
  return replica;
}

/** The event as the socket would have given it: a message is read from its text. */
function received(event) {
  if (event.type !== "message" || event.message.t === "unknown") return faulty(event);
  return { ...event, message: decodeServerMessage(JSON.stringify(event.message)) };
}
