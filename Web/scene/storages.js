/**
 * What a window remembers in its browser, as far as that is needed.
 * @typedef {Pick<Storage, "getItem"|"setItem">} PageStorage
 */

/**
 * A storage of the page; one that holds nothing where site data is blocked, so that it may not even
 * be named.
 * @param {Pick<Window, "localStorage"|"sessionStorage">} window
 * @param {"localStorage"|"sessionStorage"} name
 * @returns {PageStorage}
 */
export function storageOf(window, name) {
  try {
    return window[name] ?? blocked;
  } catch {
    return blocked;
  }
}

/** @type {PageStorage} */
const blocked = {
  getItem: () => null,
  setItem() {
    throw new Error("This browser keeps nothing.");
  },
};
