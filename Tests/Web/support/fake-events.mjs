/** A target whose events go up through what it stands in. */
export class Target {
  #listeners = new Map();

  addEventListener(type, listener, options) {
    if (!listener) return;
    const { once = false, signal, capture = options === true } = options ?? {};
    const entry = { listener, once, capture };
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), entry]);
    signal?.addEventListener("abort", () => this.removeEventListener(type, listener));
  }

  removeEventListener(type, listener) {
    const left = (this.#listeners.get(type) ?? []).filter((each) => each.listener !== listener);
    this.#listeners.set(type, left);
  }

  dispatchEvent(event) {
    const path = [];
    for (let node = this; node; node = node.parentNode ?? node.above) path.push(node);
    const define = (name, value) => Object.defineProperty(event, name, { value, configurable: true });
    define("target", this);
    let isStopped = false;
    define("stopPropagation", () => void (isStopped = true));
    define("stopImmediatePropagation", () => void (isStopped = true));
    const ways = /** @type {const} */ ([
      [[...path].reverse(), true], [event.bubbles ? path : [this], false],
    ]);
    for (const [nodes, isCapture] of ways) {
      for (const node of nodes) {
        if (isStopped) break;
        define("currentTarget", node);
        node.hear(event, isCapture);
      }
    }
    return !event.defaultPrevented;
  }

  hear(event, isCapture) {
    for (const { listener, once, capture } of this.#listeners.get(event.type) ?? []) {
      if (capture !== isCapture) continue;
      if (once) this.removeEventListener(event.type, listener);
      if (typeof listener === "function") listener.call(this, event);
      else listener.handleEvent(event);
    }
  }
}
