import { nameByteCountMax } from "./limits.js";

/**
 * Why a text is no message of the protocol.
 * @typedef {"tooLarge"|"tooMany"|"notJSON"|"notObject"|"missing"|"wrongType"
 *   |"outOfRange"} WireFault
 */

/** A text that is no message of the protocol; `member` names by its path what is wrong. Dictionaries say it. */
export class WireError extends Error {
  /**
   * @param {WireFault} fault
   * @param {string|null} [member]
   */
  constructor(fault, member = null) {
    super([fault, member].filter(Boolean).join(" "));
    this.name = "WireError";
    this.fault = fault;
    this.member = member;
  }
}

/**
 * Reads one value, or throws a `WireError` that names `path`. Absent and null members arrive as
 * undefined.
 * @typedef {(value: any, path: string) => any} Reader
 */

/** @param {string} path @param {boolean} isRight */
function expectType(path, isRight) {
  if (!isRight) throw new WireError("wrongType", path);
}

/** @param {any} value @param {string} path */
function expectPresent(value, path) {
  if (value === undefined) throw new WireError("missing", path);
}

/**
 * A whole number from `min` to `max`.
 * @param {number} [min]
 * @param {number} [max]
 * @returns {Reader}
 */
export function int(min = 0, max = Number.MAX_SAFE_INTEGER) {
  return (value, path) => {
    expectPresent(value, path);
    expectType(path, Number.isSafeInteger(value));
    if (value < min || value > max) throw new WireError("outOfRange", path);
    return value;
  };
}

/**
 * A text of at most `bytesMax` bytes of UTF-8.
 * @param {number} [bytesMax]
 * @returns {Reader}
 */
export function text(bytesMax = nameByteCountMax) {
  return (value, path) => {
    expectPresent(value, path);
    expectType(path, typeof value === "string");
    if (isLonger(value, bytesMax)) throw new WireError("outOfRange", path);
    return value;
  };
}

/** @type {Reader} An identifier (SYNC §1). */
export const identifier = (value, path) => {
  const read = text()(value, path);
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(read)) throw new WireError("outOfRange", path);
  return read;
};

/** @type {Reader} */
export const bool = (value, path) => {
  expectPresent(value, path);
  expectType(path, typeof value === "boolean");
  return value;
};

/** @type {Reader} A whole number or a short text, kept as it came. */
export const name = (value, path) => {
  expectPresent(value, path);
  if (typeof value === "string") return text()(value, path);
  return int(-Number.MAX_SAFE_INTEGER)(value, path);
};

/**
 * One of `choices`.
 * @param {readonly string[]} choices
 * @returns {Reader}
 */
export function choice(choices) {
  return (value, path) => {
    const read = text()(value, path);
    if (!choices.includes(read)) throw new WireError("outOfRange", path);
    return read;
  };
}

/**
 * A member that may be absent; then it is `fallback`, or left out when that is undefined.
 * @param {Reader} reader
 * @param {any} [fallback]
 * @returns {Reader}
 */
export function optional(reader, fallback) {
  return (value, path) => (value === undefined ? fallback : reader(value, path));
}

/**
 * An object of the given members; others are ignored.
 * @param {Record<string, Reader>} members
 * @returns {Reader}
 */
export function object(members) {
  const entries = Object.entries(members);
  return (value, path) => {
    expectPresent(value, path);
    expectType(path, isObject(value));
    /** @type {Record<string, any>} */
    const read = {};
    for (const [key, reader] of entries) {
      const member = reader(value[key] ?? undefined, path === "" ? key : `${path}.${key}`);
      if (member !== undefined) read[key] = member;
    }
    return read;
  };
}

/**
 * An array of at most `max` elements.
 * @param {Reader} reader
 * @param {{min?: number, max?: number}} [bounds]
 * @returns {Reader}
 */
export function list(reader, bounds = {}) {
  const { min = 0, max = Infinity } = bounds;
  return (value, path) => {
    expectPresent(value, path);
    expectType(path, Array.isArray(value));
    if (value.length < min) throw new WireError("outOfRange", path);
    if (value.length > max) throw new WireError("tooMany", path);
    return value.map((/** @type {any} */ element, /** @type {number} */ position) =>
      reader(element, `${path}[${position}]`),
    );
  };
}

/**
 * Whether `value` is what JSON calls an object.
 * @param {any} value
 * @returns {boolean}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether `string` has more than `bytesMax` bytes of UTF-8. A UTF-16 unit has at most three, so
 * short texts need no counting.
 * @param {string} string
 * @param {number} bytesMax
 */
export function isLonger(string, bytesMax) {
  return string.length * 3 > bytesMax && byteLength(string) > bytesMax;
}

/**
 * The bytes of `string` in UTF-8; half a surrogate pair counts as the replacement it becomes.
 * @param {string} string
 * @returns {number}
 */
export function byteLength(string) {
  let bytes = string.length;
  for (let index = 0; index < string.length; index += 1) {
    const unit = string.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) {
      bytes += 1;
    } else if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(string, index + 1)) {
      bytes += 2;
      index += 1;
    } else {
      bytes += 2;
    }
  }
  return bytes;
}

/** @param {string} string @param {number} index */
function isLowSurrogate(string, index) {
  const unit = string.charCodeAt(index);
  return unit >= 0xdc00 && unit < 0xe000;
}
