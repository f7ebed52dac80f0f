import * as limits from "./limits.js";

/**
 * The id of the scene this browser tab is: the one it had, unless another tab, of which it is a
 * duplicate, has that; else a new one.
 * @param {Pick<Window & typeof globalThis, "navigator"|"crypto">} window
 * @param {string|null} former
 * @returns {Promise<string>}
 */
export async function ownScene({ navigator, crypto }, former) {
  if (former !== null && (await claim(navigator.locks, `scene:${former}`))) return former;
  const id = newId(crypto);
  await claim(navigator.locks, `scene:${id}`);
  return id;
}

/**
 * Takes a Web Lock for as long as the page lives: one browser tab is one scene. False when another
 * tab holds it, which for a scene then is the original of this duplicate. Where there are no locks
 * (an insecure origin) every claim succeeds.
 * @param {LockManager|undefined} locks
 * @param {string} name
 * @returns {Promise<boolean>}
 */
async function claim(locks, name) {
  if (!locks) return true;
  return new Promise((resolve) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        // Held until the page goes: the promise never settles.
        return lock === null ? undefined : new Promise(() => {});
      })
      .catch(() => resolve(true));
  });
}

/**
 * A new id for a scene or a link: 128 random bits in hexadecimal.
 * @param {Pick<Crypto, "getRandomValues">} crypto
 */
export function newId(crypto) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The number of this window among those of this browser: the smallest that none of the others has,
 * for as long as the page lives. 1 where there are no locks.
 * @param {LockManager|undefined} locks
 * @returns {Promise<number>}
 */
export async function windowNumber(locks) {
  for (let number = 1; number < limits.focusedCount; number += 1) {
    if (await claim(locks, `window:${number}`)) return number;
  }
  return limits.focusedCount;
}
