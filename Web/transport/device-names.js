import { namesFreshMilliseconds } from "./limits.js";

const memoryKey = "dogear.names";

/** @typedef {{id: string, name: string}} Named */

/**
 * What people call the devices of the account. A greeting brings the names of all there were then; those of
 * devices that came later are asked for when somebody needs one, and kept for a page that is opened where
 * nobody can be asked. Of a device that was renamed since, the answer to whoever asked is newer, until a
 * greeting says another name than it did then. No message tells of a renaming: while names are shown, they are
 * asked for anew every now and then.
 */
export class DeviceNames {
  /** @type {Map<string, string>} */
  #names;
  /** @type {Map<string, string|undefined>} what the greeting said of each when the names were told */
  #before = new Map();
  /** @type {Set<string>} */
  #asked = new Set();
  /** When they were told last, or asked for. */
  #askedAt;
  #greeted;
  #learned;
  #request;
  #memory;
  #now;

  /**
   * @param {() => readonly Named[]} greeted the devices that the last greeting named
   * @param {() => void} learned called when a name has come, or another one
   * @param {(path: string, options: RequestInit) => Promise<Response>} request
   * @param {Memory|null} memory
   * @param {() => number} [now] in milliseconds
   */
  constructor(greeted, learned, request, memory, now = () => 0) {
    this.#greeted = greeted;
    this.#learned = learned;
    this.#request = request;
    this.#memory = memory;
    this.#names = recall(memory);
    this.#now = now;
    this.#askedAt = now();
  }

  /**
   * What a person calls the device, if that is known by now; it is found out otherwise.
   * @param {string} id
   * @returns {string|undefined}
   */
  nameOf(id) {
    const name = this.#known(id);
    if (id === "") return name;
    const isUnknown = this.#greetedName(id) === undefined && !this.#asked.has(id);
    this.#asked.add(id);
    if (isUnknown) void this.#ask();
    else this.look();
    return name;
  }

  /** Somebody looks at what names devices, or may: they are asked for again, if that is some time ago. */
  look() {
    const isDue = Math.abs(this.#askedAt - this.#now()) >= namesFreshMilliseconds;
    if (isDue && this.#asked.size > 0) void this.#ask();
  }

  /**
   * Takes in what the server has just said of the account's devices.
   * @param {unknown} devices
   */
  learn(devices) {
    const told = namesIn(Array.isArray(devices) ? devices.map((device) => [device?.id, device?.name]) : []);
    const isNews = [...told].some(([id, name]) => this.#known(id) !== name);
    this.#askedAt = this.#now();
    this.#names = new Map([...this.#names, ...told]);
    for (const id of told.keys()) this.#before.set(id, this.#greetedName(id));
    if (!isNews) return;
    keep(this.#memory, told);
    this.#learned();
  }

  /** @param {string} id */
  #known(id) {
    const greeted = this.#greetedName(id);
    const isOlder = greeted === undefined || this.#before.get(id) === greeted;
    return isOlder ? this.#names.get(id) : greeted;
  }

  /** @param {string} id */
  #greetedName(id) {
    return this.#greeted().find((device) => device.id === id)?.name;
  }

  async #ask() {
    this.#askedAt = this.#now();
    try {
      const answer = await this.#request("/v1/devices", { credentials: "same-origin" });
      if (answer.ok) this.learn((await answer.json())?.devices);
    } catch {
      // Out of reach: the greeting that comes with the next connection tells them.
    }
  }
}

/** @typedef {Pick<Storage, "getItem"|"setItem">} Memory */

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
