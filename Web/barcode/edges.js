import { noiseMax } from "./limits.js";

/** A step counts as an edge from this part of the line's whole range: blurred, a narrow bar has little more. */
const leastShare = 1 / 8;

/**
 * Where a line turns from light to dark, and back, by turns; the first is a turn to dark. Each stands
 * half-way between the brightest and the darkest beside it, to a part of a pixel: so neither shadow
 * nor blur moves it much. Pure.
 * @param {ArrayLike<number>} line brightness, 0 to 255
 * @returns {number[]} in pixels
 */
export function edgesOf(line) {
  const turns = turnsOf(line);
  return turns.slice(1).map((turn, index) => edgeBetween(line, turns[index], turn));
}

/**
 * Where it is brightest and darkest, by turns, the brightest first.
 * @param {ArrayLike<number>} line
 */
function turnsOf(line) {
  let [darkest, brightest] = [255, 0];
  for (let at = 0; at < line.length; at += 1) {
    darkest = Math.min(darkest, line[at]);
    brightest = Math.max(brightest, line[at]);
  }
  const least = Math.max(noiseMax, (brightest - darkest) * leastShare);
  const turns = [];
  let [best, direction] = [0, 1];
  for (let at = 1; at < line.length; at += 1) {
    const further = (line[at] - line[best]) * direction;
    if (further > 0) best = at;
    else if (further < -least) {
      turns.push(best);
      [best, direction] = [at, -direction];
    }
  }
  return [...turns, best];
}

/**
 * @param {ArrayLike<number>} line
 * @param {number} from one turn
 * @param {number} to the next
 */
function edgeBetween(line, from, to) {
  const middle = (line[from] + line[to]) / 2;
  const isDarkening = line[from] > line[to];
  let at = from;
  while (at + 1 < to && (isDarkening ? line[at + 1] > middle : line[at + 1] < middle)) at += 1;
  return at + (line[at] - middle) / (line[at] - line[at + 1]);
}
