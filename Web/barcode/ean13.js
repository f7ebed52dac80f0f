import { checkDigit13 } from "../library/isbn.js";

/** Modules, the width of the narrowest bar, in a whole symbol, and bars and spaces in it. */
const moduleCount = 95;
const runCount = 59;

/** Where the runs of the three guards stand, each one module wide. */
const guards = [0, 1, 2, 27, 28, 29, 30, 31, 56, 57, 58];

/** Where the four runs of each digit begin: six before the middle, six after it. */
const digitsBefore = [3, 7, 11, 15, 19, 23];
const digitsAfter = [32, 36, 40, 44, 48, 52];

/** Modules of the four runs of each digit in number set A, and in set C; set B has them backwards. */
const widths = [
  "3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112",
].map((one) => [...one].map(Number));

/** The number sets of the six digits before the middle, which are the first digit of all. */
const firstDigits = [
  "AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB", "ABBAAB", "ABBBAA", "ABABAB", "ABABBA", "ABBABA",
];

/** Light modules beside a symbol. The standard asks for 11 and 7, which a thumb leaves no book. */
const quietMin = 4;

/** Modules by which a bar of a guard may be off; more would be another width. */
const guardErrorMax = 0.6;

/** The sum of the squares of what the runs of a digit may be off, in modules. */
const digitErrorMax = 0.9;

/**
 * The number of the EAN-13 barcode (ISO/IEC 15420) that a line runs through from end to end, in either
 * direction; null where it runs through none whose check digit fits. Pure.
 * @param {readonly number[]} edges where the line turns to dark and back, the first a turn to dark
 * @param {number} length of the line, in the same unit
 * @returns {string|null} 13 digits
 */
export function numberOn(edges, length) {
  for (let first = 0; first + runCount < edges.length; first += 2) {
    const last = first + runCount;
    const module = (edges[last] - edges[first]) / moduleCount;
    const before = edges[first] - (edges[first - 1] ?? 0);
    const after = (edges[last + 1] ?? length) - edges[last];
    if (Math.min(before, after) < quietMin * module) continue;
    const runs = Array.from({ length: runCount }, (_, index) =>
      (edges[first + index + 1] - edges[first + index]) / module);
    const number = numberOf(runs) ?? numberOf(runs.reverse());
    if (number !== null) return number;
  }
  return null;
}

/** @param {readonly number[]} runs in modules, the first and the last dark */
function numberOf(runs) {
  const even = withoutSpread(runs);
  if (guards.some((index) => Math.abs(even[index] - 1) > guardErrorMax)) return null;
  const before = digitsBefore.map((at) => digitOf(even.slice(at, at + 4), "AB"));
  const after = digitsAfter.map((at) => digitOf(even.slice(at, at + 4), "A"));
  const first = firstDigits.indexOf(before.map((one) => one?.set).join(""));
  const number = [first, ...before.map((one) => one?.digit), ...after.map((one) => one?.digit)].join("");
  return /^\d{13}$/.test(number) && checkDigit13(number) === number[12] ? number : null;
}

/**
 * Takes back what ink and light make of bars: all of them wider, and all spaces narrower, by as much.
 * @param {readonly number[]} runs
 */
function withoutSpread(runs) {
  const mean = (/** @type {number} */ parity) => {
    const here = guards.filter((index) => index % 2 === parity).map((index) => runs[index]);
    return here.reduce((sum, run) => sum + run, 0) / here.length;
  };
  const spread = (mean(0) - mean(1)) / 2;
  return runs.map((run, index) => run + (index % 2 === 0 ? -spread : spread));
}

/**
 * The digit whose runs are most like these.
 * @param {readonly number[]} runs
 * @param {string} sets in which to look
 * @returns {{digit: number, set: string}|null}
 */
function digitOf(runs, sets) {
  const scale = 7 / runs.reduce((sum, run) => sum + run, 0);
  /** @type {{digit: number, set: string}|null} */
  let best = null;
  let least = digitErrorMax;
  for (const set of sets) {
    for (const [digit, forwards] of widths.entries()) {
      const wanted = set === "A" ? forwards : [...forwards].reverse();
      const error = runs.reduce((sum, run, at) => sum + (run * scale - wanted[at]) ** 2, 0);
      if (error >= least) continue;
      best = { digit, set };
      least = error;
    }
  }
  return best;
}
