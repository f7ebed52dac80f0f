/**
 * Which entities stand for which others, as the server says (SYNC §2, the same book created twice).
 * Entities go by their key, `kind/id`.
 */
export class Aliases {
  /** @type {Map<string, string>} */
  #targets = new Map();
  /** @type {Map<string, Set<string>>} */
  #standIns = new Map();

  /**
   * The entity stands for the other from now on; undefined: for itself.
   * @param {string} key
   * @param {string|undefined} target
   */
  set(key, target) {
    const former = this.#targets.get(key);
    if (former === target) return;
    if (former !== undefined) this.#standIns.get(former)?.delete(key);
    if (target === undefined) return void this.#targets.delete(key);
    this.#targets.set(key, target);
    const standIns = this.#standIns.get(target) ?? new Set();
    this.#standIns.set(target, standIns.add(key));
  }

  /**
   * What `key` leads to in the end; itself when it is no alias. A ring, which no server makes, leads
   * to where it closes.
   * @param {string} key
   * @returns {string}
   */
  targetOf(key) {
    let target = this.#targets.get(key);
    if (target === undefined) return key;
    const seen = new Set([key, target]);
    for (;;) {
      const next = this.#targets.get(target);
      if (next === undefined || seen.has(next)) return target;
      seen.add(next);
      target = next;
    }
  }

  /**
   * All entities that lead to `key`.
   * @param {string} key
   * @returns {Set<string>}
   */
  of(key) {
    /** @type {Set<string>} */
    const found = new Set();
    const open = [...(this.#standIns.get(key) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === key || found.has(next)) continue;
      found.add(next);
      open.push(...(this.#standIns.get(next) ?? []));
    }
    return found;
  }

  clear() {
    this.#targets.clear();
    this.#standIns.clear();
  }
}
