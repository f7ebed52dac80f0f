import { focusedKey, openScenes } from "../scene/focused.js";
import { createLeftTexts } from "./left-texts.js";
import { goneMilliseconds, leftLookMilliseconds } from "./limits.js";
import { Writing } from "./writing.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./writing.js").TextField} TextField */

/** @type {WeakMap<Context, ReturnType<typeof createWritings>>} */
const known = new WeakMap();

/**
 * What is written in a window, once for each text: two boxes may show the same one.
 * @param {Context} context
 */
export function writingsOf(context) {
  const writings = known.get(context) ?? createWritings(context);
  known.set(context, writings);
  return writings;
}

/**
 * Sends the words that stand in no box, now and whenever more may have been left: a while after a window
 * has gone, when its locks have too; and now and then, for nothing is heard of one that was killed.
 * @param {Context} context
 */
export function sendLeftTexts(context) {
  const { library, drafts: { texts } } = context;
  const { windows, has } = writingsOf(context);
  const { send } = createLeftTexts({ library, texts, windows, isWritten: has });
  const look = () => void send();
  look();
  window.addEventListener("storage", ({ key }) => {
    if (key === focusedKey) setTimeout(look, goneMilliseconds);
  });
  window.addEventListener("focus", look);
  document.addEventListener("visibilitychange", () => document.hidden || look());
  setInterval(look, leftLookMilliseconds);
}

/** @param {Context} context */
function createWritings({ library, messages, deeds, drafts, notify, scene }) {
  /** @type {Map<string, Writing>} */
  const writings = new Map();
  const windows = browserWindows(scene);
  const parts = { library, messages, deeds, drafts, notify, windows };
  /**
   * What goes on with words that were left, and what sends those that stand there, by the box; `name`
   * is the entity and field of the text that it shows.
   * @type {WeakMap<Element, {readonly name: string|null, resume(): void, flush(): void}>}
   */
  const boxes = new WeakMap();
  const shown = () =>
    [...document.querySelectorAll(".text-area, .note-location")].flatMap((area) => boxes.get(area) ?? []);
  // Nothing is heard of a window that was killed, but whoever used it comes to another one.
  window.addEventListener("focus", () => {
    for (const { resume } of shown()) resume();
  });
  // A page that is out of sight may never run again.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden") return;
    for (const { flush } of shown()) flush();
    for (const writing of writings.values()) void writing.flush();
  });

  return {
    boxes,
    windows,
    /**
     * Whether a text is in a box of this page, or was, and is on its way from there.
     * @param {string} name its entity and field
     */
    has: (name) =>
      writings.get(name)?.isSettled === false || shown().some((box) => box.name === name),
    /**
     * @param {Entity} entity
     * @param {TextField} field
     */
    of(entity, field) {
      for (const [name, { isSettled }] of writings) if (isSettled) writings.delete(name);
      const name = `${entity.id}/${field}`;
      const writing = writings.get(name) ?? new Writing(parts, entity, field);
      writings.set(name, writing);
      return writing;
    },
  };
}

/**
 * This window among those of its browser, which share their drafts.
 * @param {Pick<import("./context.js").Scene, "id">} scene
 * @returns {import("./left-drafts.js").Windows}
 */
export function browserWindows(scene) {
  /** @type {LockManager|undefined} where there are none, nobody can say which windows are open */
  const locks = navigator.locks;
  return {
    get id() {
      return scene.id;
    },
    knowsOthers: locks !== undefined,
    isOpen: async (id) => (await openScenes(locks))?.has(id) === true,
    alone: async (work) => void (await (locks ? locks.request("dogear.drafts", work) : work())),
  };
}
