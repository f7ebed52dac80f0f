const storageKey = "dogear.preferences";

/**
 * @typedef {{
 *   appearance: "system"|"light"|"dark", density: "comfortable"|"compact",
 *   mode: "rows"|"covers", shortcuts: boolean, remoteOpen: "ask"|"auto"|"off", sendUsage: boolean,
 * }} Choices
 */

/** @type {Choices} */
const defaults = {
  appearance: "system", density: "comfortable", mode: "rows", shortcuts: true, remoteOpen: "ask",
  sendUsage: false,
};

/** @type {{[Key in keyof Choices]: readonly Choices[Key][]}} */
const legal = {
  appearance: ["system", "light", "dark"],
  density: ["comfortable", "compact"],
  mode: ["rows", "covers"],
  shortcuts: [true, false],
  remoteOpen: ["ask", "auto", "off"],
  sendUsage: [true, false],
};

/**
 * How this device likes to look: kept here, never synced. What is stored and no longer legal
 * falls back to its default.
 * @param {{getItem(key: string): string|null, setItem(key: string, value: string): void}} storage
 */
export function createPreferences(storage) {
  const choices = read(storage);
  /** @type {Set<() => void>} */
  const listeners = new Set();
  return {
    get appearance() {
      return choices.appearance;
    },
    get density() {
      return choices.density;
    },
    get mode() {
      return choices.mode;
    },
    get shortcuts() {
      return choices.shortcuts;
    },
    /** What a link from another device may do by itself (NAVIGATION §3.7). */
    get remoteOpen() {
      return choices.remoteOpen;
    },
    /** Whether the counts of this browser go to its server (NAVIGATION §3.9). */
    get sendUsage() {
      return choices.sendUsage;
    },

    /**
     * @template {keyof Choices} Key
     * @param {Key} key
     * @param {Choices[Key]} value
     */
    set(key, value) {
      choices[key] = value;
      try {
        storage.setItem(storageKey, JSON.stringify(choices));
      } catch {
        // Storage may be full or forbidden: the choice then lasts as long as the page.
      }
      for (const listener of listeners) listener();
    },

    /**
     * Another tab of this browser has written something.
     * @param {string|null} key
     */
    written(key) {
      if (key !== storageKey) return;
      Object.assign(choices, read(storage));
      for (const listener of listeners) listener();
    },

    /** @param {() => void} listener */
    subscribe(listener) {
      listeners.add(listener);
    },
  };
}

/** @typedef {ReturnType<typeof createPreferences>} Preferences */

/**
 * @param {{getItem(key: string): string|null}} storage
 * @returns {Choices}
 */
function read(storage) {
  const choices = { ...defaults };
  try {
    const stored = JSON.parse(storage.getItem(storageKey) ?? "{}");
    for (const key of /** @type {(keyof Choices)[]} */ (Object.keys(defaults))) {
      const value = stored?.[key];
      if (/** @type {readonly unknown[]} */ (legal[key]).includes(value)) Object.assign(
        choices,
        { [key]: value },
      );
    }
  } catch {
    // Unreadable preferences are no preferences.
  }
  return choices;
}
