import { h, plainButton, setChildren, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { keepRowFocus } from "../elements/row-focus.js";
import { createReadingForm } from "./reading-form.js";
import { spanWords } from "./value-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

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
  const again = plainButton(
    "button small", "detail.addReading", () => form.open(again), icon("add"), t("reading.add"),
  );
  const form = createReadingForm(context, async (span, id, made) => {
    const book = current();
    return book !== undefined && deeds.noteReading(book, span, id, made);
  });
  /** @type {Map<string, {text: string, node: HTMLElement}>} */
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
        form.open(/** @type {HTMLElement} */ (currentTarget), reading.id)),
      button("remove", "close", () => deeds.removeReading(reading)),
    );
    rows.set(reading.id, { text, node });
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
    return offer(t(`reading.${status}Today`), () => {
      const span = { ...open?.fields.span, finished: today(), outcome: status };
      return deeds.noteReading(book, span, open?.id);
    });
  }

  /**
   * @param {string} label
   * @param {() => unknown} act
   */
  function offer(label, act) {
    return plainButton("button small primary", "detail.proposal", act, label);
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
      if (shownId !== book.id) {
        shownId = book.id;
        rows.clear();
      }
      form.turnTo(book.id, again);
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
