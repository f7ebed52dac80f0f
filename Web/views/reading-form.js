import { leaveToWriter } from "../elements/composing.js";
import { h, show } from "../elements/dom.js";
import { spanOn, spanProblem } from "./reading-span.js";
import { writtenDate } from "./typed.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./context.js").Making} Making */
/** @typedef {import("./deeds.js").Span} Span */
/**
 * What is being written: the read-through that it changes, if any, with its dates as they were then, and
 * what is typed.
 * @typedef {{id?: string, shown?: Span, typed: Record<"started"|"finished"|"outcome", string>}} Written
 */

const outcomes = ["reading", "read", "abandoned"];

/**
 * The dates of a read-through, new or noted before. What is typed is kept on this device until it is saved
 * or given up, one form for each book.
 * @param {Context} context
 * @param {(span: Span, id?: string, made?: Making) => Promise<boolean>} save
 */
export function createReadingForm({ library, messages, drafts: { texts }, today }, save) {
  const { t } = messages;
  /** @type {HTMLElement|null} has the focus when the form is gone */
  let opener = null;
  let draft = "";
  /** @type {Written} */
  let written = { typed: { started: "", finished: "", outcome: "read" } };
  /** @type {Making|undefined} */
  let made;
  const started = dateField(t("reading.started"));
  const finished = dateField(t("reading.finished"));
  const outcome = h(
    "select",
    { class: "field-input", "aria-label": t("reading.outcome") },
    outcomes.map((value) => h("option", { value }, t(`status.${value}`))),
  );
  const problem = h("p", { class: "field-error", role: "alert", hidden: true });
  const node = h(
    "form",
    { class: "inline-form", hidden: true, onsubmit: submit, oninput: keep },
    field("started", started),
    field("finished", finished),
    field("outcome", outcome),
    problem,
    h(
      "div",
      { class: "form-actions" },
      h("button", { type: "button", class: "button small", onclick: giveUp }, t("cancel")),
      h("button", { type: "submit", class: "button small primary" }, t("save")),
    ),
  );
  node.addEventListener("keydown", (event) => {
    if (leaveToWriter(event) || event.key !== "Escape") return;
    event.stopPropagation();
    giveUp();
  });

  /**
   * @param {string} name
   * @param {HTMLElement} control
   */
  function field(name, control) {
    const label = h("span", { class: "field-label" }, t(`reading.${name}`));
    return h("label", { class: "field" }, label, control);
  }

  function keep() {
    const typed = { started: started.value, finished: finished.value, outcome: outcome.value };
    written = { ...written, typed };
    texts.keep(draft, { text: JSON.stringify(written), made });
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const { id, shown, typed } = written;
    const span = spanOf(typed);
    const words = spanProblem(span, today());
    problem.textContent = words === null ? "" : t(words);
    show(problem, words !== null);
    if (words !== null) return;
    const name = draft;
    const text = texts.get(name)?.text;
    close();
    const joined = id === undefined ? span : spanOn(shown, span, library.get("reading", id)?.fields.span);
    const isKept = await (joined ? save(joined, id) : save(span, id, made));
    if (isKept && texts.get(name)?.text === text) texts.drop(name);
  }

  function close() {
    show(node, false);
    opener?.focus();
  }

  function giveUp() {
    texts.drop(draft);
    close();
  }

  function draw() {
    started.value = written.typed.started;
    finished.value = written.typed.finished;
    outcome.value = written.typed.outcome;
    show(problem, false);
    show(node, true);
  }

  return {
    node,
    /**
     * @param {HTMLElement} from
     * @param {string} [id] of the read-through to change
     */
    open(from, id) {
      opener = from;
      /** @type {Span|undefined} */
      const shown = id === undefined ? undefined : library.get("reading", id)?.fields.span;
      made = id === undefined ? undefined : library.making([{ e: "reading", id, set: { span: null } }]);
      const { started: begun = "", finished: ended = "", outcome: end = "read" } = shown ?? {};
      written = { id, shown, typed: { started: begun, finished: ended, outcome: end } };
      draw();
      started.focus();
    },

    /**
     * Goes on with what was begun about a book; what is half written about another is not this one's.
     * @param {string} book
     * @param {HTMLElement} from
     */
    turnTo(book, from) {
      opener = from;
      draft = `reading:${book}`;
      const kept = texts.get(draft);
      const begun = kept && writtenIn(kept.text);
      show(node, false);
      if (!begun) return;
      written = begun;
      made = kept.made;
      draw();
    },
  };
}

/**
 * What a draft holds; nothing where something else has written it.
 * @param {string} text
 * @returns {Written|null}
 */
function writtenIn(text) {
  try {
    const written = JSON.parse(text);
    const { started, finished, outcome } = written.typed;
    return [started, finished, outcome].every((part) => typeof part === "string") ? written : null;
  } catch {
    return null;
  }
}

/**
 * @param {Written["typed"]} typed
 * @returns {Span}
 */
function spanOf({ outcome, ...typed }) {
  const [started, finished] = [typed.started, typed.finished].map(writtenDate);
  return { outcome, ...(started && { started }), ...(finished && { finished }) };
}

/**
 * With all the keys that a keyboard has: those for digits have no hyphen on a phone.
 * @param {string} label
 */
function dateField(label) {
  return h("input", {
    type: "text",
    class: "field-input",
    placeholder: "2024-05-31",
    "aria-label": label,
    maxlength: 10,
  });
}
