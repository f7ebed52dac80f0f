import { fold } from "../library/query-text.js";
import { typeAheadMilliseconds } from "./limits.js";

/** @typedef {import("./virtual-list.js").VirtualList} VirtualList */

/**
 * The keyboard of a listbox over a virtual list: arrows, Home, End, page keys, Enter, the space bar and
 * type-ahead (NAVIGATION §3.10). The space bar means the row, as in every listbox: a browser would scroll
 * the list with it, and leave the row that has the focus behind.
 * @param {VirtualList} list
 * @param {{
 *   textOf: (id: string) => string,
 *   moved: (id: string) => void,
 *   chosen: (id: string) => void,
 *   typesAhead: (key: string) => boolean,
 *   slip?: (step: number) => number,
 * }} handlers `moved` after each step, `chosen` on Enter or a space; `typesAhead` says which letters are free;
 *   `slip` is added to a step to the next one or the one before, which may begin between two rows
 * @returns {(event: KeyboardEvent) => boolean} whether the key was taken
 */
export function listboxKeys(list, { textOf, moved, chosen, typesAhead, slip = () => 0 }) {
  let typed = "";
  let typedAt = 0;

  /** @param {number} index */
  function go(index) {
    const id = list.ids[Math.min(list.ids.length - 1, Math.max(0, index))];
    if (id === undefined) return;
    list.setActive(id, { focus: true, reveal: true });
    moved(id);
  }

  /**
   * @param {string} letter
   * @param {number} now
   * @param {number} from
   */
  function typeAhead(letter, now, from) {
    const again = now - typedAt < typeAheadMilliseconds;
    typed = again ? typed + letter : letter;
    typedAt = now;
    const sought = fold(typed);
    const start = again ? from : from + 1;
    for (let step = 0; step < list.ids.length; step += 1) {
      const index = (start + step) % list.ids.length;
      if (fold(textOf(list.ids[index])).startsWith(sought)) return go(index);
    }
  }

  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const current = list.active === null ? -1 : list.indexOf(list.active);
    const isSoon = typed !== "" && event.timeStamp - typedAt < typeAheadMilliseconds;
    // Within what is typed a space parts two words.
    const isLetter = [...event.key].length === 1 && (event.key !== " " || isSoon);
    const going = isLetter && isSoon;
    // Any other key ends what was typed; within it, `j` and `k` are letters.
    if (!isLetter) typed = "";
    const steps = going ? null : stepsOf(event.key, list);
    if (steps !== null) {
      go(current < 0 ? 0 : current + steps + (Math.abs(steps) === 1 ? slip(steps) : 0));
      return true;
    }
    if (event.key === "Home") return go(0), true;
    if (event.key === "End") return go(list.ids.length - 1), true;
    const isChoice = event.key === "Enter" || (event.key === " " && !isLetter);
    if (isChoice && current >= 0) return chosen(list.ids[current]), true;
    if (!isLetter) return false;
    if (!going && !typesAhead(event.key)) return false;
    typeAhead(event.key, event.timeStamp, Math.max(current, 0));
    return true;
  };
}

/**
 * @param {string} key
 * @param {VirtualList} list
 * @returns {number|null}
 */
function stepsOf(key, { columns, pageSize }) {
  const aside = columns > 1 ? 1 : null;
  /** @type {Record<string, number|null>} */
  const steps = {
    ArrowRight: aside, ArrowLeft: aside && -aside, ArrowDown: columns, ArrowUp: -columns,
    j: columns, k: -columns, PageDown: pageSize, PageUp: -pageSize,
  };
  return steps[key] ?? null;
}

/**
 * Leads into a list, to its first row; stays outside where it has none.
 * @param {{ids: readonly string[], setActive: (id: string, how: {focus: boolean, reveal: boolean}) => void}} list
 */
export function enterList(list) {
  const [first] = list.ids;
  if (first !== undefined) list.setActive(first, { focus: true, reveal: true });
}
