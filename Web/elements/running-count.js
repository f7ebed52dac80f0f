import { setAttribute, setText } from "./dom.js";

/**
 * Writes a count that runs into what is read out. One after the other would be said long after it is over:
 * only how it begins and ends is.
 * @param {HTMLElement} region
 * @param {string} text
 * @param {number} done
 * @param {number} total
 */
export function setRunning(region, text, done, total) {
  setAttribute(region, "aria-live", done > 0 && done < total ? "off" : "polite");
  setText(region, text);
}
