import { backoffBaseMilliseconds, backoffMilliseconds } from "./limits.js";

/**
 * How long to wait before the next attempt: doubling from `backoffBaseMilliseconds`, never more than
 * `backoffMilliseconds`, and between half of that and all of it by chance, so that a thousand devices
 * do not come back in the same second.
 * @param {number} attempt failures so far, from 0
 * @param {number} chance from 0 to 1
 * @returns {number} ms
 */
export function backoff(attempt, chance) {
  const whole = Math.min(backoffMilliseconds, backoffBaseMilliseconds * 2 ** Math.min(attempt, 16));
  return Math.floor(whole / 2 + (whole / 2) * chance);
}

/**
 * How long to wait when the server has named a time: that, and up to a quarter more by chance.
 * @param {number} retryAfter ms
 * @param {number} chance from 0 to 1
 * @returns {number} ms
 */
export function askedBackoff(retryAfter, chance) {
  return Math.floor(retryAfter + (retryAfter / 4) * chance);
}
