import { createMessages } from "../../../Web/messages/messages.js";
import { faultWords } from "../../../Web/views/sentences.js";
import english from "./english.mjs";

const messages = createMessages("en", english);

/**
 * What a person reads of a fault, and nothing of none.
 * @param {import("../../../Web/replica/fault.js").Fault|undefined} fault
 */
export const wordsOf = (fault) => fault && faultWords(fault, messages);

/**
 * What went out of a replica, with the sentences that a person reads in place of its faults: the scenarios
 * that both languages play are told in these.
 * @param {any} value
 * @returns {any}
 */
export function worded(value) {
  if (Array.isArray(value)) return value.map(worded);
  if (value === null || typeof value !== "object") return value;
  const { fault, ...rest } = value;
  const members = Object.entries(rest).map(([name, member]) => [name, worded(member)]);
  return { ...Object.fromEntries(members), ...(fault && { message: wordsOf(fault) }) };
}

/**
 * An event of such a scenario as a replica takes it.
 * @param {any} event
 */
export function faulty(event) {
  if (event.type !== "notPersisted" && event.type !== "unreadable") return event;
  const { reason, ...rest } = event;
  return { ...rest, fault: { code: "unexpected", said: reason } };
}
