const memoryKey = "dogear.names";

/**
 * The names of devices that came to the account after this one was greeted: a greeting brings the
 * names of all there were then. They are asked for when somebody needs one, and kept for a page that is
 * opened where nobody can be asked.
 */
export class DeviceNames {
  /** @type {Map<string, string>} */
  #names;
  /** @type {Set<string>} */
  #asked = new Set();
  #learned;
  #request;
  #memory;

  /**
   * @param {() => void} learned called when a name has come, or another one
   * @param {(path: string, options: RequestInit) => Promise<Response>} request
   * @param {Memory|null} memory
   */
  constructor(learned, request, memory) {
    this.#learned = learned;
    this.#request = request;
    this.#memory = memory;
    this.#names = recall(memory);
  }

  /**
   * What a person calls the device, if that is known by now; it is found out otherwise.
   * @param {string} id
   * @returns {string|undefined}
   */
  nameOf(id) {
    if (!this.#asked.has(id) && id !== "") {
      this.#asked.add(id);
      void this.#ask();
    }
    return this.#names.get(id);
  }

  async #ask() {
    /** @type {Map<string, string>} */
    let told;
    try {
      const answer = await this.#request("/v1/devices", { credentials: "same-origin" });
      const body = answer.ok ? await answer.json() : null;
      told = namesIn((body?.devices ?? []).map((/** @type {any} */ device) => [device?.id, device?.name]));
    } catch {
      return; // Out of reach: the greeting that comes with the next connection tells them.
    }
    if (!isNews(told, this.#names)) return;
    this.#names = new Map([...this.#names, ...told]);
    keep(this.#memory, told);
    this.#learned();
  }
}

/** @typedef {Pick<Storage, "getItem"|"setItem">} Memory */

/**
 * @param {Map<string, string>} told
 * @param {Map<string, string>} known
 */
function isNews(told, known) {
  return [...told].some(([id, name]) => known.get(id) !== name);
}

/**
 * What is whole of pairs of an id and a name.
 * @param {unknown} pairs
 * @returns {Map<string, string>}
 */
function namesIn(pairs) {
  if (!Array.isArray(pairs)) return new Map();
  return new Map(pairs.filter((pair) => typeof pair?.[0] === "string" && typeof pair[1] === "string"));
}

/**
 * @param {Memory|null} memory
 * @returns {Map<string, string>}
 */
function recall(memory) {
  try {
    return namesIn(JSON.parse(memory?.getItem(memoryKey) ?? "[]"));
  } catch {
    return new Map(); // unreadable, or site data is blocked
  }
}

/**
 * The account's devices as told last take the place of what was kept.
 * @param {Memory|null} memory
 * @param {Map<string, string>} told
 */
function keep(memory, told) {
  try {
    memory?.setItem(memoryKey, JSON.stringify([...told]));
  } catch {
    // Full, or site data is blocked: a page opened offline does not know the newest devices by name.
  }
}
