import { cookieSeconds } from "./limits.js";

/**
 * @typedef {object} Place
 * @property {(key: string) => string|null} getItem
 * @property {(key: string, value: string) => void} setItem
 */

/**
 * Remembers, in places that a browser clears apart from its databases, that a copy of the library
 * was kept here and how many of its edits nobody else had. A browser that runs out of room drops
 * whole databases without a word; this is how the next page can know, and say so.
 */
export class Witness {
  #places;
  #key;

  /**
   * @param {(Place|null)[]} places
   * @param {string} database
   */
  constructor(places, database) {
    this.#places = places.flatMap((place) => place ?? []);
    this.#key = `dogear.kept.${database}`;
  }

  /**
   * What was said last in any place that still knows, or null: nothing was kept, or nobody knows.
   * @returns {{unsent: number}|null}
   */
  read() {
    const told = this.#places.flatMap((place) => this.#readFrom(place) ?? []);
    const [last] = told.sort((left, right) => right.turn - left.turn);
    return last ? { unsent: last.unsent } : null;
  }

  /**
   * A copy is kept, and so many of its edits are nowhere else.
   * @param {number} unsent
   */
  write(unsent) {
    const told = this.#places.map((place) => this.#readFrom(place));
    // Another tab may have led, and told, since we did.
    if (told.every((record) => record?.unsent === unsent)) return;
    const turn = Math.max(0, ...told.map((record) => record?.turn ?? 0)) + 1;
    const text = JSON.stringify({ unsent, turn });
    for (const place of this.#places) {
      try {
        place.setItem(this.#key, text);
      } catch {
        // A place that takes nothing is no witness; the others may be.
      }
    }
  }

  /**
   * @param {Place} place
   * @returns {{unsent: number, turn: number}|null}
   */
  #readFrom(place) {
    try {
      const { unsent, turn } = JSON.parse(place.getItem(this.#key) ?? "null") ?? {};
      return Number.isSafeInteger(unsent) && Number.isSafeInteger(turn) ? { unsent, turn } : null;
    } catch {
      return null;
    }
  }
}

/**
 * What a person is told when the browser has dropped its copy.
 * @param {number} unsent edits that were nowhere else
 */
export const droppedCopy = (unsent) =>
  unsent === 0 ? { code: "copyDropped" } : { code: "copyDropped.unsent", count: unsent };

/**
 * What a person is told when a part of the copy could not be read.
 * @param {number} found edits that are nowhere else
 * @param {number|null} unsent how many there were; null where nobody knows, and some may be lost
 */
export function damagedCopy(found, unsent) {
  if (unsent === null) return { code: "copyDamaged.some" };
  if (unsent <= found) return { code: "copyDamaged" };
  return { code: "copyDamaged.unsent", lost: unsent - found, count: unsent };
}

/**
 * Cookies as a place: browsers that clear databases keep them. They hold a number, nothing of the
 * library. All ports of a host share them, which databases do not: so the port is in their names.
 * @param {Pick<Document, "cookie">} page
 * @param {boolean} isSecure whether the page came over https
 * @param {string} [port] of the page, empty where its scheme has it anyway
 * @returns {Place}
 */
export function cookies(page, isSecure, port = "") {
  return {
    getItem(key) {
      const start = `${key}${port}=`;
      const found = page.cookie.split("; ").find((each) => each.startsWith(start));
      return found === undefined ? null : decodeURIComponent(found.slice(start.length));
    },
    setItem(key, value) {
      const secure = isSecure ? "; Secure" : "";
      const rest = `; Path=/; Max-Age=${cookieSeconds}; SameSite=Strict${secure}`;
      page.cookie = `${key}${port}=${encodeURIComponent(value)}${rest}`;
    },
  };
}
