import english from "./english.mjs";
import { fakePage } from "./fake-page.mjs";
import { fakeWindow } from "./fake-window.mjs";
import { createMessages } from "../../../Web/messages/messages.js";
import { openScene } from "../../../Web/scene/scene.js";
import { openPresence } from "../../../Web/scene/presence.js";
import { storageOf } from "../../../Web/scene/storages.js";
import { createPreferences } from "../../../Web/views/preferences.js";
import { createRestLoader } from "../../../Web/views/rest-loader.js";
import { openWindow } from "../../../Web/views/window.js";
import * as parts from "../../../Web/views/rest.js";

const messages = createMessages("en", english);
const { setImmediate } = globalThis;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** The whole client in one window, without a browser. What it finds by name is there until it is closed. */
export class PlayedWindow {
  /**
   * @param {import("./changing-library.mjs").ChangingLibrary} library
   * @param {{width?: number}} [size]
   */
  static async open(library, { width = 1280 } = {}) {
    const played = new PlayedWindow();
    const browser = fakeWindow({ width });
    const page = fakePage({ width });
    Object.assign(played, { browser, page, library });
    const { window } = browser;
    window.navigator.locks = locksOf(() => played.scene?.id);
    Object.assign(window, page.globals, {
      innerWidth: width, innerHeight: page.height,
      removeEventListener() {}, setInterval: () => 0, clearInterval() {}, requestIdleCallback: undefined,
      fetch: async () => Promise.reject(new TypeError("there is no network")),
    });
    page.document.above = { hear: (event, isCapture) => isCapture || window.emit(event.type, event) };
    const { crypto, performance, emit, ...globals } = window;
    played.close = install({ ...globals, window });
    const scene = await openScene({ library, container: browser.container, window });
    const preferences = createPreferences(storageOf(window, "localStorage"));
    const presence = await openPresence({ scene, library, nameOf: String, policy: () => "ask", window });
    const rest = createRestLoader(async () => parts);
    await rest.load();
    played.context = openWindow({
      root: page.document.body, library, scene, messages, preferences, presence,
      storage: storageOf(window, "localStorage"), rest,
    });
    played.scene = scene;
    await played.settle();
    return played;
  }

  /** All that was begun is done, and drawn. */
  async settle() {
    for (let turn = 0; turn < 2; turn += 1) {
      await settled();
      this.browser.travel();
      this.page.draw();
    }
  }

  /** @param {string} name of what a person can reach */
  $(name) {
    return this.page.document.querySelector(`[data-testid="${name}"]`);
  }

  /** @param {string} name of what a person presses */
  async press(name) {
    this.$(name).click();
    await this.settle();
  }

  /**
   * @param {string} name of the field
   * @param {string} text what stands in it then
   */
  async type(name, text) {
    const field = this.$(name);
    field.focus();
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await this.settle();
  }
}

/** Nobody else wants what this window asks to have alone. */
function locksOf(sceneId) {
  return {
    request: async (name, options, held = options) => {
      await null; // never at once
      return held({ name });
    },
    query: async () => ({ held: [{ name: `scene:${sceneId()}` }], pending: [] }),
  };
}

/**
 * Gives all scripts something by its name.
 * @param {Record<string, unknown>} globals
 * @returns {() => void} takes it back
 */
function install(globals) {
  const before = new Map();
  for (const [name, value] of Object.entries(globals)) {
    before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete globalThis[name];
    }
  };
}
