import { leaveToWriter } from "../elements/composing.js";
import { h, show } from "../elements/dom.js";
import { draftAbout } from "./drafts.js";
import { createField } from "./fields.js";
import { spanOn, spanProblems } from "./reading-span.js";
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

const prefix = "reading:";
const dates = /** @type {const} */ (["started", "finished"]);
const outcomes = ["reading", "read", "abandoned"];

/**
 * The dates of a read-through, new or noted before. What is typed is kept on this device until it is saved
 * or given up, one form for each book.
 * @param {Context} context
 * @param {(span: Span, id?: string, made?: Making) => Promise<boolean>} save
 */
export function createReadingForm({ library, messages, books, drafts: { texts }, today }, save) {
  const { t } = messages;
  /** @type {HTMLElement|null} has the focus when the form is gone */
  let opener = null;
  let about = "";
  let draft = "";
  /** @type {Written} */
  let written = { typed: { started: "", finished: "", outcome: "read" } };
  /** @type {Making|undefined} */
  let made;
  const inputs = { started: dateInput(), finished: dateInput() };
  const fields = {
    started: createField(t("progress.started"), inputs.started),
    finished: createField(t("reading.finished"), inputs.finished),
  };
  const outcome = h(
    "select",
    { class: "field-input" },
    outcomes.map((value) => h("option", { value }, t(`status.${value}`))),
  );
  const node = h(
    "form",
    { class: "inline-form", hidden: true, novalidate: true, onsubmit: submit, oninput: keep },
    fields.started.node,
    fields.finished.node,
    createField(t("reading.outcome"), outcome).node,
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

  function keep() {
    const [started, finished] = dates.map((field) => inputs[field].value);
    const typed = { started, finished, outcome: outcome.value };
    written = { ...written, typed };
    texts.keep(draft, { text: JSON.stringify(written), made });
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const { id, shown, typed } = written;
    const span = spanOf(typed);
    const first = complain(spanProblems(span, today()));
    if (first) return inputs[first].focus();
    close();
    const joined = id === undefined ? span : spanOn(shown, span, library.get("reading", id)?.fields.span);
    void texts.saved(draft, joined ? save(joined, id) : save(span, id, made));
  }

  /**
   * Tells all that is wrong at once, each at its field. Returns the first of them.
   * @param {ReturnType<typeof spanProblems>} problems
   */
  function complain(problems) {
    for (const field of dates) {
      const key = problems[field];
      fields[field].complain(key ? t(key) : null);
    }
    return dates.find((field) => problems[field]);
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
    for (const field of dates) inputs[field].value = written.typed[field];
    outcome.value = written.typed.outcome;
    complain({});
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
      node.scrollIntoView({ block: "nearest" });
      inputs.started.focus();
    },

    /**
     * Goes on with what was begun about a book, or about one that was joined with it; what is half written
     * about another is not this one's.
     * @param {string} book
     * @param {HTMLElement} from
     */
    turnTo(book, from) {
      const next = draftAbout(texts, books.idOf, prefix, book);
      // What is being written stays, and what is on its way to the library does not come back.
      if (book === about && (next === draft || !node.hidden)) return;
      about = book;
      opener = from;
      draft = next;
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

/** With all the keys that a keyboard has: those for digits have no hyphen on a phone. */
function dateInput() {
  return h("input", { type: "text", class: "field-input", placeholder: "2024-05-31", maxlength: 10 });
}
