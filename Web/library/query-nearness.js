import { hayOf } from "./query-entry.js";
import { articleLengthMax } from "./query-limits.js";
import { fold, needles, partEnd } from "./query-text.js";

/** @typedef {import("./query-entry.js").Entry} Entry */

/** What no title has all of. */
export const farthest = 3;

/**
 * How near the title of a book is to what somebody typed who looks for it: 0 where it is just that, 1 where
 * it begins with that, with or without its article, and 2 where it has all the words.
 * @param {string} q
 * @returns {((entry: Entry) => number)|null} null where no words were typed
 */
export function nearnessTo(q) {
  const words = needles(q);
  if (words.length === 0) return null;
  const typed = ` ${fold(q)}`;
  return (entry) => {
    const hay = hayOf(entry);
    const title = hay.slice(0, hay.indexOf(partEnd));
    const at = title.indexOf(typed);
    if (at < 0) return words.every((word) => title.includes(word)) ? 2 : farthest;
    // Most have no article, and stand under all of their title.
    if (at > articleLengthMax || (at > 0 && entry.title === entry.book.fields.title)) return 2;
    const filed = at === 0 ? title : ` ${fold(entry.title)}`;
    if (filed === typed) return 0;
    return filed.startsWith(typed) ? 1 : 2;
  };
}
