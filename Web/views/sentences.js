import { faultOf } from "../replica/fault.js";
import { quotedLengthMax } from "./limits.js";

/** @typedef {import("./context.js").Entity} Entity */

/**
 * What to call an entity in a sentence.
 * @param {Entity} entity
 */
export function titleOf(entity) {
  return entity.fields.title ?? entity.fields.name ?? entity.id;
}

/**
 * The same where a sentence only quotes it.
 * @param {Entity} entity
 */
export function shortTitleOf(entity) {
  return clipped(titleOf(entity));
}

/**
 * The beginning of a title, as a sentence that a person glances at quotes it: long ones end behind a word,
 * or where none ends in time, within one.
 * @param {string} title
 */
export function clipped(title) {
  const characters = [...title];
  if (characters.length <= quotedLengthMax) return title;
  const words = characters.slice(0, quotedLengthMax).join("");
  const next = characters[quotedLengthMax];
  const end = /\s/.test(next) ? words.length : words.search(/\s\S*$/);
  const whole = end > words.length / 2 ? words.slice(0, end) : words;
  return `${whole.replace(/[\s\p{Pd},;:.]+$/u, "")}…`;
}

/**
 * One sentence for a person out of whatever was thrown.
 * @param {unknown} error
 * @param {Pick<import("../messages/messages.js").Messages, "t">} messages
 */
export function sentenceOf(error, messages) {
  return faultWords(faultOf(error), messages);
}

/**
 * What went wrong, in a sentence: the one that came with it, else the dictionary's.
 * @param {import("../replica/fault.js").Fault} fault
 * @param {Pick<import("../messages/messages.js").Messages, "t">} messages
 * @returns {string}
 */
export function faultWords({ code, said, cause, ...values }, messages) {
  if (said !== undefined) return said;
  return messages.t(`fault.${code}`, { ...values, ...(cause && { cause: faultWords(cause, messages) }) });
}
