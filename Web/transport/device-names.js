/**
 * The names of devices that came to the account after this one was greeted: a greeting brings the
 * names of all there were then. They are asked for when somebody needs one.
 */
export class DeviceNames {
  /** @type {Map<string, string>} */
  #names = new Map();
  /** @type {Set<string>} */
  #asked = new Set();
  #learned;
  #request;

  /**
   * @param {() => void} learned called when a name has come
   * @param {(path: string, options: RequestInit) => Promise<Response>} request
   */
  constructor(learned, request) {
    this.#learned = learned;
    this.#request = request;
  }

  /**
   * What a person calls the device, if that is known by now; it is found out otherwise.
   * @param {string} id
   * @returns {string|undefined}
   */
  nameOf(id) {
    if (!this.#names.has(id) && !this.#asked.has(id) && id !== "") {
      this.#asked.add(id);
      void this.#ask();
    }
    return this.#names.get(id);
  }

  async #ask() {
    const before = this.#names.size;
    try {
      const answer = await this.#request("/v1/devices", { credentials: "same-origin" });
      const body = answer.ok ? await answer.json() : null;
      for (const { id, name } of body?.devices ?? []) this.#names.set(String(id), String(name));
    } catch {
      // Out of reach: the greeting that comes with the next connection tells them.
    }
    if (this.#names.size > before) this.#learned();
  }
}
