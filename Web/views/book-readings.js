import { h, setChildren, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { keepRowFocus } from "../elements/row-focus.js";
import { parsePartialDate } from "../library/partial-date.js";
import { spanWords } from "./value-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

const outcomes = ["reading", "read", "abandoned"];

/**
 * The read-throughs of a book, newest first, and a way to add one or change its dates. After a one-tap
 * status change a date is proposed, never invented.
 * @param {Context} context
 * @param {() => Entity|undefined} current
 */
export function createReadings(context, current) {
  const { books, messages, deeds, today } = context;
  const { t } = messages;
  const list = h("ol", { class: "readings" });
  const again = h(
    "button",
    {
      type: "button",
      class: "button small",
      "data-testid": "detail.addReading",
      onclick: () => form.open(again),
    },
    icon("add"),
    t("reading.add"),
  );
  const form = createReadingForm(context, (span, reading) => {
    const book = current();
    if (book) void deeds.noteReading(book, span, reading);
  });
  /** @type {Map<string, {seq: number|undefined, text: string, node: HTMLElement}>} */
  const rows = new Map();
  const proposal = h("div", { class: "proposal" });
  let proposedAbout = "";
  let shownId = "";
  const empty = h("p", { class: "quiet" }, t("reading.none"));
  const progressPlace = h("div", { class: "progress-place" });

  /** @param {Entity} reading */
  function row(reading) {
    const text = spanWords(reading.fields.span ?? {}, messages);
    const known = rows.get(reading.id);
    if (known && known.text === text) return known.node;
    const button = (/** @type {string} */ name, /** @type {string} */ symbol,
      /** @type {(event: Event) => unknown} */ onclick) => {
      const words = t(`reading.${name}`, { span: text });
      return h("button", { type: "button", class: "icon-button small", "aria-label": words, onclick },
        icon(symbol));
    };
    const outcome = reading.fields.span?.outcome ?? "read";
    const node = h(
      "li",
      { class: "reading", "data-outcome": outcome },
      h("span", { class: "reading-mark", "aria-hidden": "true" }),
      h("span", { class: "reading-text" }, text),
      button("change", "edit", ({ currentTarget }) =>
        form.open(/** @type {HTMLElement} */ (currentTarget), reading)),
      button("remove", "close", () => deeds.removeReading(reading)),
    );
    rows.set(reading.id, { seq: reading.seq, text, node });
    return node;
  }

  /**
   * What the status suggests that no read-through says yet.
   * @param {Entity} book
   * @param {readonly Entity[]} readings
   */
  function propose(book, readings) {
    const { status } = book.fields;
    const open = readings.find((reading) => reading.fields.span?.outcome === "reading");
    if (status === "reading" && !open) {
      return offer(
        t("reading.startedToday"),
        () => deeds.noteReading(book, { started: today(), outcome: "reading" }),
      );
    }
    const isOver = status === "read" || status === "abandoned";
    if (!isOver || (!open && readings.some(({ fields }) => fields.span?.outcome === status))) return null;
    const span = { ...open?.fields.span, finished: today(), outcome: status };
    return offer(t(`reading.${status}Today`), () => deeds.noteReading(book, span, open));
  }

  /**
   * @param {string} label
   * @param {() => unknown} act
   */
  function offer(label, act) {
    return h(
      "button",
      {
        type: "button",
        class: "button small primary",
        "data-testid": "detail.proposal",
        onclick: act,
      },
      label,
    );
  }

  return {
    node: h(
      "section",
      { class: "book-readings" },
      h("h2", null, t("book.readings")),
      progressPlace,
      list,
      empty,
      h("div", { class: "inline-actions" }, proposal, again),
      form.node,
    ),
    /** Where it stands how far a book has come that is not being read. */
    progressPlace,
    /** @param {Entity} book */
    render(book) {
      const readings = books.readings(book.id);
      // What is half written about one book is not another's.
      if (shownId !== book.id) show(form.node, false);
      shownId = book.id;
      keepRowFocus(list, () => setChildren(list, readings.map(row)), again);
      show(list, readings.length > 0);
      show(empty, readings.length === 0);
      const about = JSON.stringify([
        book.id,
        book.fields.status,
        readings.map((one) => one.fields.span),
      ]);
      if (about === proposedAbout) return;
      proposedAbout = about;
      keepRowFocus(proposal, () => setChildren(proposal, [propose(book, readings)]), again);
    },
  };
}

/**
 * @param {Context} context
 * @param {(span: import("./deeds.js").Span, reading: Entity|null) => void} save
 */
function createReadingForm({ messages, today }, save) {
  const { t } = messages;
  /** @type {HTMLElement|null} has the focus when the form is gone */
  let opener = null;
  /** @type {Entity|null} */
  let changed = null;
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
    { class: "inline-form", hidden: true },
    h(
      "label",
      { class: "field" },
      h("span", { class: "field-label" }, t("reading.started")),
      started,
    ),
    h(
      "label",
      { class: "field" },
      h("span", { class: "field-label" }, t("reading.finished")),
      finished,
    ),
    h(
      "label",
      { class: "field" },
      h("span", { class: "field-label" }, t("reading.outcome")),
      outcome,
    ),
    problem,
    h(
      "div",
      { class: "form-actions" },
      h("button", { type: "button", class: "button small", onclick: close }, t("cancel")),
      h("button", { type: "submit", class: "button small primary" }, t("save")),
    ),
  );
  node.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") close();
  });
  node.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = problemOf(started.value, finished.value, today());
    problem.textContent = words === null ? "" : t(words);
    show(problem, words !== null);
    if (words !== null) return;
    /** @type {import("./deeds.js").Span} */
    const span = { outcome: outcome.value };
    if (started.value) span.started = started.value;
    if (finished.value) span.finished = finished.value;
    close();
    save(span, changed);
  });

  function close() {
    show(node, false);
    opener?.focus();
  }

  return {
    node,
    /**
     * @param {HTMLElement} from
     * @param {Entity} [reading] to change
     */
    open(from, reading) {
      opener = from;
      changed = reading ?? null;
      const { span } = reading?.fields ?? {};
      started.value = span?.started ?? "";
      finished.value = span?.finished ?? "";
      outcome.value = span?.outcome ?? "read";
      show(problem, false);
      show(node, true);
      started.focus();
    },
  };
}

/**
 * @param {string} started
 * @param {string} finished
 * @param {string} today
 * @returns {string|null} the message's key
 */
function problemOf(started, finished, today) {
  for (const date of [started, finished]) {
    if (date !== "" && !parsePartialDate(date)) return "field.dateForm";
    if (date > today.slice(0, date.length)) return "reading.future";
  }
  const comparable = Math.min(started.length, finished.length);
  const backwards = started.slice(0, comparable) > finished.slice(0, comparable);
  return comparable > 0 && backwards ? "reading.backwards" : null;
}

/** @param {string} label */
function dateField(label) {
  return h("input", {
    type: "text",
    class: "field-input",
    inputmode: "numeric",
    placeholder: "2024-05-31",
    "aria-label": label,
    maxlength: 10,
  });
}
