const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * An id that no other device makes: the moment, so that new entities sort behind old ones, and 80
 * random bits.
 * @param {number} milliseconds
 * @param {(count: number) => Uint8Array} randomBytes
 */
export function newId(milliseconds, randomBytes) {
  const moment = milliseconds.toString(36).padStart(9, "0");
  // 16 letters of 36: a byte taken modulo 36 is a little uneven, which costs less than a bit.
  const random = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]).join("");
  return moment + random;
}

/**
 * The day of a moment by this device's calendar, as YYYY-MM-DD.
 * @param {Date} moment
 */
export function calendarDay(moment) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/**
 * A random whole number from 0 up to `end`, which is at most 2⁵³. Two words of 32 bits: what a
 * remainder is uneven by then is less than one in ten thousand.
 * @param {number} end
 */
export function randomBelow(end) {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return ((high & 0x1fffff) * 2 ** 32 + low) % end;
}
