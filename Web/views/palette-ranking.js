import { fold, haystack, needles, signs, written } from "../library/query-text.js";

/**
 * Something to choose in the command palette: `label` names it, `kind` says what it is, `more` is
 * what else it is found by, `keys` do the same.
 * @typedef {{
 *   name: string, symbol: string, label: string, kind: string, act: () => void,
 *   more?: string, keys?: string,
 * }} Choice
 */

/**
 * The choices that a query finds as a search finds books, by the beginnings of words in any order.
 * Whose label it is comes first, then whose label begins with it, then whose label has its words, and
 * last who is only found by more; else they keep their order.
 * @param {readonly Choice[]} choices
 * @param {string} query
 */
export function ranked(choices, query) {
  const begun = needles(query);
  // An emoji is all of some names.
  const read = (/** @type {string} */ text) => (begun.length > 0 ? haystack([text]) : written(text));
  const words = begun.length > 0 ? begun : signs(query);
  const whole = ` ${fold(query)}`;
  const meets = (/** @type {string} */ hay) => words.every((word) => hay.includes(word));
  /** @type {Choice[][]} */
  const found = [[], [], [], []];
  for (const choice of choices) {
    const { label, more = "" } = choice;
    const hay = read(label);
    if (hay === whole) found[0].push(choice);
    else if (meets(hay)) found[begun.length > 0 && hay.startsWith(whole) ? 1 : 2].push(choice);
    else if (meets(read(`${label} ${more}`))) found[3].push(choice);
  }
  return found.flat();
}

/**
 * The choices of these names, each once and as far as there are such.
 * @param {readonly Choice[]} choices
 * @param {readonly string[]} names
 */
export function named(choices, names) {
  return [...new Set(names)].flatMap((name) => choices.find((each) => each.name === name) ?? []);
}
