import { canonical } from "./canonical.js";
import { elementKey, fieldSpec } from "./schema.js";
import { mergeText } from "./text-merge.js";
import { compareScalars } from "./text.js";

/** @typedef {import("./apply.js").Entity} Entity */

/**
 * One entity as its author saw it, as they left it, and as it is now: what takes their edit back.
 * Swift's `Inverse.Comparison` is the same.
 */
export class Comparison {
  #before;
  #after;
  #now;
  /** @type {Map<string, any>} */
  #set = new Map();
  /** @type {Map<string, Record<string, any>>} */
  #add = new Map();
  /** @type {Map<string, string[]>} */
  #del = new Map();
  /** @type {Map<string, string|null>} */
  #was = new Map();
  /** @type {{registers: string[], sets: string[]}} */
  #left = { registers: [], sets: [] };

  /**
   * @param {Entity} before
   * @param {Entity} after
   * @param {Entity} now
   */
  constructor(before, after, now) {
    this.#before = before;
    this.#after = after;
    this.#now = now;
  }

  /**
   * Takes back the write of a register or text.
   * @param {string} field
   */
  undoRegister(field) {
    const mergeClass = fieldSpec(this.#now.kind, field)?.mergeClass;
    const [old, written] = [valueOf(this.#before, field), valueOf(this.#after, field)];
    const current = valueOf(this.#now, field);
    // A mark of the server's that was cleared is not ours to set.
    if (mergeClass === "server" || isSame(old, written) || isSame(old, current)) return;
    if (isSame(current, written)) {
      this.#set.set(field, old);
    } else {
      const text =
        mergeClass === "text" ? mergeText(textOf(written), textOf(current), textOf(old)) : null;
      if (text === null) {
        this.#left.registers.push(field);
        return;
      }
      const value = text === "" && old === null ? null : text;
      if (value === current) return;
      this.#set.set(field, value);
    }
    if (mergeClass === "text") this.#was.set(field, current);
  }

  /**
   * Takes back what became of elements of a set.
   * @param {string} field
   * @param {Iterable<string>} names
   */
  undoElements(field, names) {
    const [old, written] = [this.#elements(this.#before, field), this.#elements(this.#after, field)];
    const current = this.#elements(this.#now, field);
    /** @type {[string, any][]} */
    const adds = [];
    /** @type {string[]} */
    const dels = [];
    let isLeft = false;
    const keys = new Set([...names].map((name) => elementKey(this.#now.kind, field, name)));
    for (const key of keys) {
      const [was, became, stands] = [old.get(key), written.get(key), current.get(key)];
      if (isSame(was, became) || isSame(was, stands)) continue;
      if (!isSame(stands, became)) {
        isLeft = true;
        continue;
      }
      if (became && became[0] !== was?.[0]) dels.push(became[0]);
      if (was) adds.push(was);
    }
    if (adds.length > 0) this.#add.set(field, Object.fromEntries(adds));
    if (dels.length > 0) this.#del.set(field, dels.sort(compareScalars));
    if (isLeft) this.#left.sets.push(field);
  }

  /** The members of the change, the texts it is made from, and the fields that stay. */
  get result() {
    return {
      members: {
        ...(this.#set.size > 0 ? { set: Object.fromEntries(this.#set) } : {}),
        ...(this.#add.size > 0 ? { add: Object.fromEntries(this.#add) } : {}),
        ...(this.#del.size > 0 ? { del: Object.fromEntries(this.#del) } : {}),
      },
      was: Object.fromEntries(this.#was),
      left: [
        ...this.#left.registers.sort(compareScalars), ...this.#left.sets.sort(compareScalars),
      ],
    };
  }

  /**
   * Name and value of each element, by what makes spellings the same.
   * @param {Entity} entity
   * @param {string} field
   * @returns {Map<string, [string, any]>}
   */
  #elements(entity, field) {
    const elements = valueOf(entity, field);
    if (typeof elements !== "object" || elements === null || Array.isArray(elements)) {
      return new Map();
    }
    return new Map(
      Object.entries(elements).map((each) => [elementKey(entity.kind, field, each[0]), each]),
    );
  }
}

/**
 * @param {Entity} entity
 * @param {string} field
 * @returns {any} null where there is none
 */
const valueOf = ({ fields }, field) => (Object.hasOwn(fields, field) ? fields[field] : null);

/** @param {any} value of a field */
const textOf = (value) => (typeof value === "string" ? value : "");

/**
 * Whether two JSON values are the same, or both absent.
 * @param {any} left
 * @param {any} right
 */
const isSame = (left, right) =>
  left === right ||
  (left !== undefined && right !== undefined && canonical(left) === canonical(right));
