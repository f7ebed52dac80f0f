import { tagLengthMax } from "../library/limits.js";
import { beginning } from "../library/problem.js";
import { fieldWords } from "./value-words.js";

/** @typedef {import("../messages/messages.js").Messages} Messages */

/**
 * Why the library does not take a value, in a sentence.
 * @param {import("../library/problem.js").Problem} problem
 * @param {Messages} messages
 */
export function problemWords(problem, messages) {
  return problemSentence(problem, messages, (name) => fieldWords(name, messages));
}

/**
 * @param {import("../library/problem.js").Problem} problem
 * @param {Pick<Messages, "t"|"list">} messages
 * @param {(name: string) => string} nameOf what a field, or a member of one, is called
 */
export function problemSentence({ reason, values, place }, { t, list }, nameOf) {
  let words = nameOf(place.root);
  for (const step of place.steps) {
    const name = step.to === "element" ? quotable(step.name) : step.to === "member" ? nameOf(step.name) : "";
    words = t(`invalid.in.${step.to}`, { place: words, ...step, name });
  }
  const told = Object.entries(values).map(([key, value]) => [key, typeof value === "number" ? value : list(value)]);
  const sentence = t(`invalid.${reason}`, { place: words, ...Object.fromEntries(told) });
  return sentence.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/**
 * On one line: what is refused may be of any length, and hold anything.
 * @param {string} name
 */
function quotable(name) {
  return beginning(name, tagLengthMax).replace(/\p{Cc}/gu, " ");
}
