import * as limits from "./limits.js";
import { Difference } from "./text-difference.js";
import { encounters } from "./text-encounter.js";
import { Numbering, linesOf, wordsOf } from "./text-pieces.js";
import { scalarCount } from "./text.js";

/**
 * Merges two texts that were both made from `base` (SYNC §2, row *text*); Swift's `TextMerge` is the
 * same. Texts are well-formed: no half of a surrogate pair.
 *
 * Changes of different words go together; the same change made twice counts once. Changes overlap
 * where no word, space or line break that all three texts share lies between them: both replaced the
 * same word, or both put something at the same place, the end included. The order of the two texts
 * never matters.
 *
 * Every word that either put in is in the result, and every word that both kept; no two words stand
 * side by side that do so in neither text. No grapheme cluster is ever parted.
 * @param {string} base
 * @param {string} left
 * @param {string} right
 * @returns {string|null} null when the changes overlap, or would make a text that is longer than any
 *   may be
 */
export function mergeText(base, left, right) {
  if (left === right || right === base) return left;
  if (left === base) return right;
  const merged = merge({ base, left, right });
  return merged !== null && scalarCount(merged) <= limits.longTextLengthMax ? merged : null;
}

/**
 * The same where nobody else would keep what is not in the result: of changes that overlap both are in
 * it, that of `left` first. It may be longer than a text may be.
 * @param {string} base
 * @param {string} left
 * @param {string} right
 */
export const joinText = (base, left, right) =>
  mergeText(base, left, right) ?? /** @type {string} */ (merge({ base, left, right }, true));

/**
 * Lines are compared first, which is all that most edits take; only where both changed the same or
 * neighbouring lines are words.
 * @param {{base: string, left: string, right: string}} texts
 * @param {boolean} [joins] whether both of what overlaps are to be in the result
 * @param {import("./text-pieces.js").Cutter} [cut]
 * @param {[Difference, Difference]} [differences] each side has an effort of its own, so that their
 *   order does not matter
 * @returns {string|null} null only where it does not join
 */
function merge(
  texts, joins = false, cut = linesOf, differences = [new Difference(), new Difference()],
) {
  const numbering = new Numbering();
  const base = cut(texts.base);
  const left = cut(texts.left);
  const right = cut(texts.right);
  const numbers = {
    base: numbering.of(base), left: numbering.of(left), right: numbering.of(right),
  };
  const met = encounters(
    differences[0].hunks(numbers.base, numbers.left),
    differences[1].hunks(numbers.base, numbers.right),
    numbers,
  );
  /** @type {string[]} */
  const merged = [];
  // Where the pieces after the last encounter are, in each text.
  let [inBase, inLeft, inRight] = [0, 0, 0];
  for (const encounter of met) {
    const common = encounter.start - inBase;
    // A line that is the same in all is read along with what collides after it, for there a change
    // may have room to move to; unless the changes before it need it to be kept apart from these.
    const isFirst = inBase === 0 && inLeft === 0 && inRight === 0;
    const along = common > 1 || (common === 1 && isFirst) ? 1 : 0;
    const [leftStart, rightStart] = [inLeft + common, inRight + common];
    const leftEnd = leftStart + lengthIn(encounter, encounter.left);
    const rightEnd = rightStart + lengthIn(encounter, encounter.right);
    const [lefts, rights] = [left.slice(leftStart, leftEnd), right.slice(rightStart, rightEnd)];
    append(merged, base.slice(inBase, encounter.start));
    if (encounter.right.length === 0 || isSame(lefts, rights)) {
      append(merged, lefts);
    } else if (encounter.left.length === 0) {
      append(merged, rights);
    } else if (cut === wordsOf) {
      if (!joins) return null;
      append(merged, lefts);
      if (lefts.join("").slice(-1) > " " && rights.join("").slice(0, 1) > " ") merged.push(" ");
      append(merged, rights);
    } else {
      const kept = base.slice(encounter.start - along, encounter.start);
      const words = {
        base: [...kept, ...base.slice(encounter.start, encounter.end)].join(""),
        left: [...kept, ...lefts].join(""),
        right: [...kept, ...rights].join(""),
      };
      const inner = merge(words, joins, wordsOf, differences);
      if (inner === null) return null;
      if (along > 0) merged.pop();
      merged.push(inner);
    }
    [inBase, inLeft, inRight] = [encounter.end, leftEnd, rightEnd];
  }
  append(merged, base.slice(inBase));
  return merged.join("");
}

/**
 * How many pieces an encounter takes in a text with these hunks.
 * @param {{start: number, end: number}} encounter
 * @param {import("./text-hunk.js").Hunk[]} hunks
 */
const lengthIn = ({ start, end }, hunks) =>
  hunks.reduce(
    (length, hunk) => length + (hunk.otherEnd - hunk.otherStart) - (hunk.end - hunk.start),
    end - start,
  );

/**
 * @param {string[]} pieces
 * @param {string[]} others
 */
const isSame = (pieces, others) =>
  pieces.length === others.length && pieces.every((piece, index) => piece === others[index]);

/**
 * Not by `push(...more)`, which puts all pieces of a long text on the stack.
 * @param {string[]} pieces
 * @param {string[]} more
 */
function append(pieces, more) {
  for (const piece of more) pieces.push(piece);
}
