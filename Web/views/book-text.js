import { replaceText } from "../elements/caret.js";
import { glow, h, setAttribute } from "../elements/dom.js";
import { openScenes } from "../scene/focused.js";
import { textSettleMilliseconds } from "./limits.js";
import { Writing } from "./writing.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * A text of a book that is written in place: the review, the private note. It is saved when the
 * typing rests, when the field or the page is left and when another book comes. While somebody types,
 * nothing that arrives from elsewhere touches the words under their cursor.
 * @param {Context} context
 * @param {{field: "review"|"note", current: () => Entity|undefined}} options
 */
export function createText(context, { field, current }) {
  const { t } = context.messages;
  const writings = writingsOf(context);
  const area = h("textarea", {
    class: "text-area",
    rows: 1,
    dir: "auto",
    placeholder: t(`book.${field}.placeholder`),
    "aria-label": t(`book.${field}`),
    "data-testid": `detail.${field}`,
  });
  let timer = 0;
  /** @type {Writing|null} */
  let writing = null;

  function flush() {
    clearTimeout(timer);
    compose(false);
    void writing?.flush();
  }

  function take() {
    writing?.typed(area.value);
    clearTimeout(timer);
    // Half a composition is a reading that nobody meant: its end begins the rest anew.
    timer = window.setTimeout(() => writing?.isComposing || flush(), textSettleMilliseconds);
  }

  /** @param {boolean} is */
  function compose(is) {
    if (writing) writing.isComposing = is;
  }

  /**
   * @param {Entity} book
   * @param {boolean} glows
   * @param {boolean} same
   */
  function render(book, glows, same) {
    const isNew = !same || writing === null;
    const shown = (writing = isNew ? writings.of(book, field) : /** @type {Writing} */ (writing));
    shown.draw = () => {
      const now = current();
      // Not where another book is about to stand here.
      if (now?.id === book.id && shown === writing) render(now, false, true);
    };
    shown.follow(book);
    if (area.value !== shown.text) {
      replaceText(area, shown.text);
      if (glows) glow(area);
    }
    setAttribute(area, "data-empty", shown.text === "");
    if (isNew) void shown.resume();
  }

  area.addEventListener("input", take);
  area.addEventListener("compositionstart", () => compose(true));
  area.addEventListener("compositionend", () => {
    compose(false);
    take();
    // What came meanwhile, if nothing was written after all.
    writing?.draw();
  });
  area.addEventListener("blur", flush);
  area.addEventListener("keydown", (event) => event.stopPropagation());
  writings.boxes.set(area, () => void writing?.resume());

  return {
    node: h(
      "section",
      { class: `book-text book-${field}` },
      h("h2", null, t(`book.${field}`)),
      h("div", { class: "text-grow" }, area),
    ),
    flush,
    render,
  };
}

/** @type {WeakMap<Context, ReturnType<typeof createWritings>>} */
const known = new WeakMap();

/**
 * What is written in a window, once for each text: two boxes may show the same one.
 * @param {Context} context
 */
function writingsOf(context) {
  const writings = known.get(context) ?? createWritings(context);
  known.set(context, writings);
  return writings;
}

/** @param {Context} context */
function createWritings({ library, messages, deeds, drafts, notify, scene }) {
  /** @type {Map<string, Writing>} */
  const writings = new Map();
  const isOpen = async (/** @type {string} */ id) =>
    (await openScenes(navigator.locks).catch(() => null))?.has(id) === true;
  const parts = { library, messages, deeds, drafts, notify, window: scene.id, isOpen };
  /** @type {WeakMap<Element, () => void>} what goes on with words that were left, by the box */
  const boxes = new WeakMap();
  // Nothing is heard of a window that was killed, but whoever used it comes to another one.
  window.addEventListener("focus", () => {
    for (const area of document.querySelectorAll(".text-area")) boxes.get(area)?.();
  });
  // A page that is out of sight may never run again.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden") return;
    for (const writing of writings.values()) void writing.flush();
  });

  return {
    boxes,
    /**
     * @param {Entity} book
     * @param {"review"|"note"} field
     */
    of(book, field) {
      for (const [name, { isSettled }] of writings) if (isSettled) writings.delete(name);
      const name = `${book.id}/${field}`;
      const writing = writings.get(name) ?? new Writing(parts, book, field);
      writings.set(name, writing);
      return writing;
    },
  };
}
