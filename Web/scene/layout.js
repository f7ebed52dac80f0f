import * as limits from "./limits.js";

/** @typedef {import("../navigation/types.js").Layout} Layout */

/**
 * The layout of a container that is now `width` pixels wide: by its width alone, never by the
 * device.
 * @param {Layout|null} current null before the first measurement
 * @param {number} width
 * @returns {Layout}
 */
export function layoutFor(current, width) {
  const bound = current === "wide" ? limits.narrowBelowPixels : limits.wideFromPixels;
  return width >= bound ? "wide" : "narrow";
}
