import { h } from "../elements/dom.js";
import { diffText } from "../library/text-diff.js";

/** @typedef {import("../library/text-diff.js").Run} Run */
/** @typedef {(key: string) => string} Words */

/** Characters of unchanged text that stay beside a change where a diff is shortened. */
const context = 80;
const beginning = new RegExp(`^.{${context},${2 * context}}?(?=\\s)|^.{${context}}`, "su");
const end = new RegExp(`(?<=\\s).{${context},${2 * context}}$|.{${context}}$`, "su");

/**
 * A text with what was taken out of it and what was put in, by words: `<del>` and `<ins>`, each
 * with its name for those who hear the page. Long stretches that stayed are cut short.
 * @param {string} before
 * @param {string} after
 * @param {Words} t
 * @returns {Node[]}
 */
export function changedText(before, after, t) {
  const runs = diffText(before, after);
  return runs.map(({ kind, text }, at) => {
    if (kind === "removed") return marked("del", t("diff.removed"), text);
    if (kind === "added") return marked("ins", t("diff.added"), text);
    return document.createTextNode(cutShort(text, at === 0, at === runs.length - 1));
  });
}

/**
 * Two texts side by side: in each, what the other has not. Asked for shortly, a side leaves out most of
 * what both have, so that what differs is near its beginning.
 * @param {string} first
 * @param {string} second
 * @param {Words} t
 * @returns {{first: (isShort: boolean) => Node[], second: (isShort: boolean) => Node[]}}
 */
export function textsApart(first, second, t) {
  const runs = diffText(first, second);
  const last = runs.length - 1;
  // Neither is the older: what one has alone is marked alike in both.
  const side = (/** @type {Run["kind"]} */ own) => (/** @type {boolean} */ isShort) =>
    runs.flatMap(({ kind, text }, at) => {
      if (kind === own) return marked("mark", t("diff.onlyHere"), text);
      if (kind !== "same") return [];
      return document.createTextNode(isShort ? cutShort(text, at === 0, at === last) : text);
    });
  return { first: side("removed"), second: side("added") };
}

/**
 * One text with everything that either has: where they differ, the first's words, then the
 * second's.
 * @param {string} first
 * @param {string} second
 */
export function bothTexts(first, second) {
  const runs = diffText(first, second);
  const size = (/** @type {Run[]} */ some) => some.reduce((sum, { text }) => sum + text.length, 0);
  // Texts with little in common are easier to work on one after the other.
  if (size(runs.filter(({ kind }) => kind === "same")) * 2 < Math.min(first.length, second.length)) {
    return `${first}\n\n${second}`;
  }
  return runs
    .map(({ kind, text }, at) => {
      const follows = kind === "added" && runs[at - 1]?.kind === "removed";
      return follows && !/\s$/.test(runs[at - 1].text) && !/^\s/.test(text) ? ` ${text}` : text;
    })
    .join("");
}

/**
 * @param {"ins"|"del"|"mark"} tag
 * @param {string} name
 * @param {string} text
 */
function marked(tag, name, text) {
  return h(tag, null, h("span", { class: "visually-hidden" }, `${name} `), text);
}

/**
 * A stretch that stayed, of which what is far from a change is left out: from a space on, where there is one,
 * and within no character.
 * @param {string} text
 * @param {boolean} isFirst
 * @param {boolean} isLast
 */
export function cutShort(text, isFirst, isLast) {
  if (text.length <= 6 * context) return text;
  const head = isFirst ? "" : beginning.exec(text)?.[0] ?? "";
  const tail = isLast ? "" : end.exec(text.slice(-5 * context))?.[0] ?? "";
  return `${head} … ${tail}`;
}
