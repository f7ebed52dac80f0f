import { numberOn } from "./ean13.js";
import { edgesOf } from "./edges.js";
import { lineCount, lineWidth } from "./limits.js";

/**
 * The number of the barcode in a picture, upright or on its side: what two lines agree on, since one
 * alone may meet dirt that looks like another digit. Pure.
 * @param {Pick<ImageData, "data"|"width"|"height">} picture
 * @returns {string|null} 13 digits
 */
export function numberIn(picture) {
  const { width, height } = picture;
  const seen = new Set();
  for (const [length, breadth, step, stride] of [[width, height, 1, width], [height, width, width, 1]]) {
    for (const from of places(breadth - lineWidth)) {
      const line = lineOf(picture.data, { from: from * stride, length, step, stride });
      const number = numberOn(edgesOf(line), length);
      if (number !== null && seen.has(number)) return number;
      seen.add(number);
    }
  }
  return null;
}

/**
 * Where the lines lie, the middle first: a barcode is held there.
 * @param {number} room
 */
function places(room) {
  return Array.from({ length: Math.max(0, Math.min(lineCount, room)) }, (_, index) => {
    const offset = (index % 2 === 0 ? index : -index - 1) / (2 * lineCount);
    return Math.round(room * (0.5 + offset));
  });
}

/**
 * The brightness along one line, the mean of those beside it.
 * @param {ArrayLike<number>} data
 * @param {{from: number, length: number, step: number, stride: number}} line pixels: the first, how
 *   many, from each to the next, and to the line beside it
 */
function lineOf(data, { from, length, step, stride }) {
  const line = new Float32Array(length);
  for (let at = 0; at < length; at += 1) {
    let sum = 0;
    for (let beside = 0; beside < lineWidth; beside += 1) {
      const pixel = 4 * (from + at * step + beside * stride);
      // Green has most of what eyes and cameras take for brightness.
      sum += (data[pixel] + 2 * data[pixel + 1] + data[pixel + 2]) / 4;
    }
    line[at] = sum / lineWidth;
  }
  return line;
}
