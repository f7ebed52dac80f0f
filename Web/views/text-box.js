import { replaceText } from "../elements/caret.js";
import { leaveToWriter } from "../elements/composing.js";
import { glow, h, setAttribute, setText, show } from "../elements/dom.js";
import * as limits from "../library/limits.js";
import { textSettleMilliseconds, textWaitMillisecondsMax } from "./limits.js";
import { problemWords } from "./problem-words.js";
import { isLine } from "./writing.js";
import { writingsOf } from "./writings.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./writing.js").TextField} TextField */

/**
 * The box of a text that is written in place: a review, a quote. It is saved when the typing rests,
 * when the field or the page is left, when another text comes, and now and then while the typing goes
 * on. Nothing that arrives from elsewhere touches words under somebody's cursor that are not saved.
 * @param {Context} context
 * @param {{field: TextField, current: () => Entity|undefined, label: string, placeholder: string,
 *   name: string}} options `current` is what the box shows the field of, `name` its test id; one line is
 *   saved once it is left
 */
export function createTextBox(context, { field, current, label, placeholder, name }) {
  const writings = writingsOf(context);
  const attributes = {
    dir: "auto", placeholder, "aria-label": label, "data-testid": name, onkeydown: pressed,
  };
  const isOneLine = isLine(field);
  const area = isOneLine
    ? h("input", { class: "note-location", type: "text", maxlength: limits.nameLengthMax, ...attributes })
    : h("textarea", { class: "text-area", rows: 1, ...attributes });
  const { node, complain } = createComplaint(area);
  let timer = 0;
  /** When the library has waited long enough for what was typed; 0: it waits for nothing. */
  let due = 0;
  /** @type {import("./writing.js").Writing|null} */
  let writing = null;

  function flush() {
    clearTimeout(timer);
    due = 0;
    compose(false);
    void writing?.flush();
  }

  function take() {
    writing?.typed(area.value);
    tell();
    if (isOneLine) return;
    clearTimeout(timer);
    const now = performance.now();
    due ||= now + textWaitMillisecondsMax;
    const wait = Math.min(textSettleMilliseconds, due - now);
    // Half a composition is a reading that nobody meant: its end comes here again.
    timer = window.setTimeout(() => writing?.isComposing || flush(), wait);
  }

  /** Says what keeps the words from being saved, as long as it does. */
  function tell() {
    const problem = writing?.problem ?? null;
    complain(problem && context.messages.t("text.refused", { problem: problemWords(problem, context.messages) }));
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (!leaveToWriter(event) && isOneLine && event.key === "Enter") area.blur();
  }

  /** @param {boolean} is */
  function compose(is) {
    if (writing) writing.isComposing = is;
  }

  /**
   * @param {Entity} entity
   * @param {boolean} glows
   * @param {boolean} same
   */
  function render(entity, glows, same) {
    const isNew = !same || writing === null;
    const shown = (writing = isNew ? writings.of(entity, field) : /** @type {NonNullable<typeof writing>} */ (writing));
    shown.draw = () => {
      const now = current();
      // Not where another is about to stand here.
      if (now?.id === entity.id && shown === writing) render(now, false, true);
    };
    shown.follow(entity);
    if (area.value !== shown.text) {
      replaceText(area, shown.text);
      if (glows) glow(area);
    }
    setAttribute(area, "data-empty", shown.text === "");
    tell();
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
  writings.boxes.set(area, {
    get name() {
      return writing && writing.name;
    },
    resume: () => void writing?.resume(),
    flush: () => void writing?.flush(),
  });

  return {
    node,
    area,
    /** Whether the library holds all that the box does. */
    get isSettled() {
      return writing === null || writing.isSettled;
    },
    flush,
    render,
  };
}

let boxCount = 0;

/**
 * A box with room below it for what is wrong with its words.
 * @param {HTMLElement} area
 */
function createComplaint(area) {
  boxCount += 1;
  const error = h("p", { class: "field-error", id: `text-error-${boxCount}`, hidden: true });
  return {
    node: h("div", { class: "text-grow" }, area, error),
    /** @param {string|null} sentence */
    complain(sentence) {
      setText(error, sentence ?? "");
      show(error, sentence !== null);
      setAttribute(area, "aria-invalid", sentence !== null);
      setAttribute(area, "aria-describedby", sentence && error.id);
    },
  };
}
