import * as limits from "./limits.js";

/**
 * Positions in an order that people make by hand: the digits of a fraction in base 62, compared as
 * text (SYNC §2, *reorder*). A key carries at least 30 random bits, so that two devices that put
 * something in the same gap hardly ever choose the same key; if they do, ids break the tie.
 */
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const pattern = /^[0-9A-Za-z]+$/;

/** One past the greatest `random` of `keyBetween`: six digits, some 35 bits. */
export const KEY_RANDOM_END = 62 ** 6;

/** The digits of a key at an end of the order: four above the six random ones, for room is ample. */
const END_LENGTH = 10;

/** The least number of keys to choose among, which gives 30 random bits. */
const CHOICES_MIN = 2 ** 30;

/** Half of the whole range. */
const MIDDLE = [31];

/**
 * Whether `value` is 1 to 64 digits of base 62.
 * @param {unknown} value
 * @returns {value is string}
 */
export function isFractionalKey(value) {
  if (typeof value !== "string" || value.length > limits.fractionalKeyLengthMax) return false;
  return pattern.test(value);
}

/**
 * A key after `lower` and before `upper`, where null is the end of the order on that side.
 *
 * At an end it steps away by a random part of a small step, so keys stay short however many are
 * appended; in a gap it falls anywhere in it, so they grow by two or three bits an insertion.
 * @param {string|null} lower
 * @param {string|null} upper
 * @param {number} random a random whole number from 0 up to `KEY_RANDOM_END`
 * @returns {string|null} null when there is no room within 64 digits, or `lower` does not come
 *   before `upper`: the order is then to be rebalanced
 */
export function keyBetween(lower, upper, random) {
  if (!(Number.isInteger(random) && random >= 0 && random < KEY_RANDOM_END)) {
    throw new RangeError("random lies between 0 and KEY_RANDOM_END");
  }
  if ([lower, upper].some((key) => key !== null && !isFractionalKey(key))) return null;
  const low = digitsOf(lower);
  const high = digitsOf(upper);
  const atEnd =
    upper === null
      ? adding(1 + random, padded(lower === null ? MIDDLE : low, END_LENGTH))
      : lower === null
        ? adding(-1 - random, padded(high, END_LENGTH))
        : null;
  return atEnd ?? inGap(low, high, upper === null, random);
}

/**
 * Anywhere between `low` and `high` (or the end), with as few digits as offer enough choices.
 * @param {number[]} low
 * @param {number[]} high
 * @param {boolean} isOpen
 * @param {number} random
 */
function inGap(low, high, isOpen, random) {
  let gap = isOpen ? 1 : 0;
  for (let length = 1; length <= limits.fractionalKeyLengthMax; length += 1) {
    gap = gap * 62 + (high[length - 1] ?? 0) - (low[length - 1] ?? 0);
    if (gap < 0) return null;
    if (gap > CHOICES_MIN || length === limits.fractionalKeyLengthMax) {
      return gap > 1 ? adding(1 + (random % (gap - 1)), padded(low, length)) : null;
    }
  }
  return null;
}

/**
 * The fraction `digits` plus `amount` units of its last digit, without the zeros at its end; null
 * when it leaves the range between 0 and 1.
 * @param {number} amount
 * @param {number[]} digits
 */
function adding(amount, digits) {
  let carry = amount;
  for (let place = digits.length - 1; place >= 0 && carry !== 0; place -= 1) {
    const sum = digits[place] + carry;
    digits[place] = ((sum % 62) + 62) % 62;
    carry = (sum - digits[place]) / 62;
  }
  const text = digits.map((digit) => alphabet[digit]).join("").replace(/0+$/, "");
  return carry === 0 && text !== "" ? text : null;
}

/** @param {number[]} digits @param {number} length */
function padded(digits, length) {
  return Array.from({ length }, (_, place) => digits[place] ?? 0);
}

/** @param {string|null} key */
const digitsOf = (key) => [...(key ?? "")].map((digit) => alphabet.indexOf(digit));
