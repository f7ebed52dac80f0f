/**
 * The id of the scene this browser tab is: the one it had, unless another tab, of which it is a
 * duplicate, has that; else a new one.
 * @param {Pick<Window & typeof globalThis, "navigator"|"crypto">} window
 * @param {string|null} former
 * @returns {Promise<string>}
 */
export async function ownScene({ navigator, crypto }, former) {
  if (former !== null && (await claimScene(navigator.locks, former))) return former;
  const id = newSceneId(crypto);
  await claimScene(navigator.locks, id);
  return id;
}

/**
 * Takes the Web Lock of scene `id` for as long as the page lives: one browser tab is one scene.
 * False when another tab holds it, which then is the original of this duplicate. Where there are no
 * locks (an insecure origin) every claim succeeds.
 * @param {LockManager|undefined} locks
 * @param {string} id
 * @returns {Promise<boolean>}
 */
async function claimScene(locks, id) {
  if (!locks) return true;
  return new Promise((resolve) => {
    locks
      .request(`scene:${id}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        // Held until the page goes: the promise never settles.
        return lock === null ? undefined : new Promise(() => {});
      })
      .catch(() => resolve(true));
  });
}

/**
 * A new scene id: 128 random bits in hexadecimal.
 * @param {Pick<Crypto, "getRandomValues">} crypto
 */
function newSceneId(crypto) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
