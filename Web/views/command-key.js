const apple = /^(Mac|iP)/;

/**
 * Whether the command key is ⌘: which keys edit a text, and what keys are called, is the system's to
 * say. Nothing else depends on it.
 */
export function isApple(platform = globalThis.navigator?.platform ?? "") {
  return apple.test(platform);
}

/**
 * Keys as this device's keyboard has them: "Ctrl K", or "⌘K".
 * @param {string} keys with "Ctrl" before a letter or sign that ⌘ stands before elsewhere
 * @param {string} [platform]
 */
export function keysHere(keys, platform) {
  if (!isApple(platform)) return keys;
  return keys.replace(/Ctrl (Shift )?(\[|[A-Z]\b)/g, (_, shift, key) =>
    `${shift ? "⇧" : ""}⌘${key}`);
}
