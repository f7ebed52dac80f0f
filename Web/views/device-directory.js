import { requestJson } from "./request.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {{id: string, name: string, seen: number|null}} Device */

/**
 * What the server told of the devices, `at` a moment by its clock; `of` is the device that asked, which
 * another account has not.
 * @typedef {{of: string, at: number, devices: Device[]}} Told
 */

const storageKey = "dogear.devices";

/**
 * The devices of the account and what they are called. The server is asked when somebody looks; without
 * it, what it told last is all there is, and is kept here so that a page opened offline has it too.
 * @param {{
 *   library: Context["library"], messages: Context["messages"], now: () => number,
 *   storage: import("../scene/storages.js").PageStorage, changed: () => void,
 * }} parts
 */
export function createDeviceDirectory({ library, messages, now, storage, changed }) {
  /** @type {Told|null} */
  let told = null;
  const kept = recall(storage);
  let asked = 0;
  /** Which of the questions the last answer was to. */
  let heard = 0;

  /**
   * @param {string} id
   * @param {RequestInit} options
   */
  async function change(id, options) {
    await requestJson(`/v1/devices/${id}`, messages, options);
    await load();
  }

  async function load() {
    const own = (asked += 1);
    try {
      const answer = /** @type {any} */ (await requestJson("/v1/devices", messages));
      // Who asked later has been told what is newer.
      if (own < heard) return;
      heard = own;
      library.names.learn(answer.devices);
      const devices = answer.devices
        .filter((/** @type {any} */ device) => !device.revoked)
        .map((/** @type {any} */ { id, name, seen = null }) => ({ id, name, seen }));
      told = { of: library.device?.id ?? "", at: now(), devices };
      keep(storage, told);
      changed();
    } catch {
      // Out of reach: who looks sees what is known.
    }
  }

  /** What there is to say: told to this page, or to one before it. */
  function latest() {
    return told ?? (kept !== null && kept.of === library.device?.id ? kept : null);
  }

  /**
   * @param {string} id
   * @returns {string|undefined}
   */
  function known(id) {
    return library.deviceName(id) ?? latest()?.devices.find((device) => device.id === id)?.name;
  }

  return {
    load,
    /** All but this one; null while nothing has been told of them. */
    get others() {
      return latest()?.devices.filter(({ id }) => id !== library.device?.id) ?? null;
    },
    /** When that was told, by the server's clock, if it was to a page before this one. */
    get asOf() {
      return told ? null : (latest()?.at ?? null);
    },
    /**
     * What a person calls a device; "Another device" where nobody knows.
     * @param {string} id
     */
    nameOf: (id) => known(id) ?? messages.t("conflicts.unknownDevice"),
    /**
     * The same within a sentence.
     * @param {string} id
     */
    nameWithin: (id) => known(id) ?? messages.t("device.another"),
    /**
     * @param {string} id
     * @param {string} name
     */
    rename(id, name) {
      const headers = { "Content-Type": "application/json" };
      return change(id, { method: "PATCH", headers, body: JSON.stringify({ name }) });
    },
    /**
     * Takes a device's way to the library away.
     * @param {string} id
     */
    remove: (id) => change(id, { method: "DELETE" }),
  };
}

/** @typedef {ReturnType<typeof createDeviceDirectory>} DeviceDirectory */

/**
 * Whether a device is an e-reader, which has no windows to open anything in: the server names those so.
 * @param {string} id
 */
export const isEReader = (id) => id.startsWith("koreader-");

/**
 * @param {import("../scene/storages.js").PageStorage} storage
 * @param {Told} told
 */
function keep(storage, told) {
  try {
    storage.setItem(storageKey, JSON.stringify(told));
  } catch {
    // Storage may be full or forbidden: a page opened offline then names no other device.
  }
}

/**
 * @param {import("../scene/storages.js").PageStorage} storage
 * @returns {Told|null}
 */
function recall(storage) {
  try {
    const { of, at, devices } = JSON.parse(storage.getItem(storageKey) ?? "null") ?? {};
    if (typeof of !== "string" || typeof at !== "number" || !Array.isArray(devices)) return null;
    const isDevice = (/** @type {any} */ each) => typeof each?.id === "string" && typeof each.name === "string";
    return { of, at, devices: devices.filter(isDevice).map(({ id, name, seen = null }) => ({ id, name, seen })) };
  } catch {
    return null; // unreadable: nothing was told
  }
}
