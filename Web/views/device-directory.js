import { requestJson } from "./request.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {{id: string, name: string, seen: number|null}} Device */

/**
 * The devices of the account and what they are called. The server is asked when somebody looks;
 * without it, what the last connection told is all there is.
 * @param {{library: Context["library"], messages: Context["messages"], changed: () => void}} parts
 */
export function createDeviceDirectory({ library, messages, changed }) {
  /** @type {Device[]|null} */
  let devices = null;

  /**
   * @param {string} id
   * @param {RequestInit} options
   */
  async function change(id, options) {
    await requestJson(`/v1/devices/${id}`, messages, options);
    await load();
  }

  async function load() {
    try {
      const answer = /** @type {any} */ (await requestJson("/v1/devices", messages));
      devices = answer.devices
        .filter((/** @type {any} */ device) => !device.revoked)
        .map((/** @type {any} */ { id, name, seen = null }) => ({ id, name, seen }));
      changed();
    } catch {
      // Out of reach: who looks sees what is known.
    }
  }

  return {
    load,
    /** All but this one; null while the server has not been asked yet. */
    get others() {
      return devices?.filter(({ id }) => id !== library.device?.id) ?? null;
    },
    /**
     * What a person calls a device; "Another device" where nobody knows.
     * @param {string} id
     * @returns {string}
     */
    nameOf(id) {
      const known = devices?.find((device) => device.id === id)?.name;
      return known ?? library.deviceName(id) ?? messages.t("conflicts.unknownDevice");
    },
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
