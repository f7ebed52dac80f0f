import { Difference } from "./text-difference.js";
import { isPure } from "./text-hunk.js";
import { Numbering, isBlank, linesOf, wordsOf } from "./text-pieces.js";

/**
 * A stretch of text, never empty, and which of two texts have it: both, only the first, only the
 * second.
 * @typedef {{kind: "same"|"removed"|"added", text: string}} Run
 */

/**
 * What one text has that another has not, by words, for people to look at (a conflict's card, a
 * book's history); Swift's `TextDiff` is the same. The runs `same` and `removed` make up `from`, those
 * `same` and `added` make up `to`.
 *
 * Where words were replaced, what went comes before what came; and words replaced one after the other
 * are one replacement, spaces included, for that is easier to read.
 * @param {string} from
 * @param {string} to
 * @returns {Run[]}
 */
export function diffText(from, to) {
  const comparison = new Comparison();
  comparison.compare(from, to, linesOf);
  return comparison.runs;
}

/** A comparison under way. */
class Comparison {
  /** Replacements, each with what is the same after it. */
  #steps = [{ removed: "", added: "", same: "" }];
  #difference = new Difference();

  /**
   * @param {string} from
   * @param {string} to
   * @param {import("./text-pieces.js").Cutter} cut
   */
  compare(from, to, cut) {
    const numbering = new Numbering();
    const old = cut(from);
    const recent = cut(to);
    let done = 0;
    for (const hunk of this.#difference.hunks(numbering.of(old), numbering.of(recent))) {
      this.#keep(old.slice(done, hunk.start).join(""));
      const went = old.slice(hunk.start, hunk.end).join("");
      const came = recent.slice(hunk.otherStart, hunk.otherEnd).join("");
      if (cut === linesOf && !isPure(hunk)) this.compare(went, came, wordsOf);
      else this.#replace(went, came);
      done = hunk.end;
    }
    this.#keep(old.slice(done).join(""));
  }

  /** @param {string} text */
  #keep(text) {
    this.#steps[this.#steps.length - 1].same += text;
  }

  /**
   * @param {string} removed
   * @param {string} added
   */
  #replace(removed, added) {
    const last = this.#steps[this.#steps.length - 1];
    if (last.removed && last.added && removed && added && isBlank(last.same)) {
      last.removed += last.same + removed;
      last.added += last.same + added;
      last.same = "";
    } else {
      this.#steps.push({ removed, added, same: "" });
    }
  }

  /** @returns {Run[]} */
  get runs() {
    return this.#steps
      .flatMap(({ removed, added, same }) => [
        { kind: /** @type {const} */ ("removed"), text: removed },
        { kind: /** @type {const} */ ("added"), text: added },
        { kind: /** @type {const} */ ("same"), text: same },
      ])
      .filter(({ text }) => text !== "");
  }
}
