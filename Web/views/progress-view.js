import { createChoice } from "../elements/choice.js";
import { h, setAttribute, setText, show } from "../elements/dom.js";
import { draftAbout } from "./drafts.js";
import { shortTitleOf } from "./sentences.js";
import { createField } from "./fields.js";
import { livingBook } from "./gone-book.js";
import { asPlace, converted, placeOf, typedTime } from "./progress-of.js";
import { createGoTo } from "./book-progress.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./progress-of.js").Place} Place */

const units = /** @type {const} */ (["page", "percent", "seconds"]);

/**
 * Says how far this device has come in a book: by page, by percent or by time. Without a reading
 * that goes on, saying so begins one. What is typed is kept on this device until it is saved or given up.
 * @param {Context} context
 * @param {string} id of the book
 */
export function createProgressView(context, id) {
  const { library, books, messages, deeds, panels, today, notify, drafts: { texts } } = context;
  const { t } = messages;
  const book = library.get("book", id);
  const known = books.progress(id);
  const mine = known?.records.find((record) => record.id.endsWith(`~${library.device?.id}`));
  const own = mine ? /** @type {Place} */ (mine.fields) : known && asPlace(known.latest);
  /** Where the reader is: as it is known, or as was typed last. */
  let place = own;
  let filled = "";
  /** @type {Place["unit"]} */
  let unit = own?.unit ?? (book?.fields.pages ? "page" : book?.fields.seconds ? "seconds" : "percent");
  const input = (/** @type {string} */ name) =>
    h("input", {
      type: "text",
      class: "field-input",
      autocomplete: "off",
      "data-testid": `progress.${name}`,
    });
  const value = input("value");
  const total = input("total");
  const started = h("input", {
    type: "date", class: "field-input", value: today(), max: today(), "data-testid": "progress.started",
  });
  const choice = createChoice({
    label: t("progress.by"),
    name: "progress.unit",
    options: units.map((one) => ({ value: one, label: t(`progress.unit.${one}`) })),
    change(chosen) {
      if (entered() !== filled) place = placeOf(unit, value.value, total.value) ?? place;
      unit = /** @type {Place["unit"]} */ (chosen);
      fill();
      keep();
    },
  });
  const valueField = createField(t("progress.value"), value);
  const totalField = createField(t("progress.total"), total);
  const startedField = createField(t("progress.started"), started, {
    hint: t(books.readings(id).length > 0 ? "progress.again" : "progress.begins"),
  });
  const goTo = createGoTo(context, () => library.get("book", id), panels.close);
  const unpaired = h("p", { class: "field-error" }, t("progress.unpaired"));
  const node = h(
    "form",
    { class: "panel-body", novalidate: true, onsubmit: submit, oninput: keep },
    h("p", { class: "panel-lead", dir: "auto" }, book ? shortTitleOf(book) : ""),
    goTo.node,
    choice.node,
    h("div", { class: "form-grid" }, valueField.node, totalField.node),
    startedField.node,
    unpaired,
    h(
      "div",
      { class: "form-actions" },
      h("button", { type: "submit", class: "button primary", "data-testid": "progress.save" }, t("save")),
    ),
  );
  const draft = draftAbout(texts, books.idOf, "progress:", id);
  const begun = writtenIn(texts.get(draft)?.text);
  if (begun) unit = begun.unit;
  choice.show(unit);
  fill();
  if (begun) {
    value.value = begun.value;
    total.value = begun.total;
    if (begun.started !== null) started.value = begun.started;
  }

  /** A day that nobody has touched is today's, whenever that is. */
  function keep() {
    const day = started.value === today() ? null : started.value;
    if (entered() === filled && day === null) return texts.drop(draft);
    texts.keep(draft, {
      text: JSON.stringify({ unit, value: value.value, total: total.value, started: day }),
    });
  }

  /** What is known in the unit chosen, to begin with. */
  function fill() {
    const name = unit === "seconds" ? typedTime : String;
    const length = book?.fields[unit === "page" ? "pages" : "seconds"];
    const whole = [place, own].find((one) => one?.unit === unit)?.total ?? length;
    const here = place && converted(place, unit, whole);
    value.value = here ? name(here.value) : "";
    value.placeholder = unit === "seconds" ? "5:30" : "";
    // A phone's keys for numbers have no colon.
    for (const field of [value, total]) setAttribute(field, "inputmode", unit === "seconds" ? null : "decimal");
    total.value = typeof whole === "number" ? name(whole) : "";
    total.placeholder = value.placeholder;
    filled = entered();
    show(totalField.node, unit !== "percent");
    valueField.complain(null);
  }

  /** What stands in the fields. */
  function entered() {
    return `${value.value} ${total.value}`;
  }

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    const place = placeOf(unit, value.value, total.value);
    // Each alone is a place: so the one is past the other.
    const isPast = [value.value, total.value].every((typed) => placeOf(unit, typed, typed));
    const problem = isPast && unit !== "percent" ? "progress.past" : `progress.bad.${unit}`;
    valueField.complain(place ? null : t(problem));
    if (!place) return value.focus();
    const isLate = !books.openReading(id) && started.value > today();
    startedField.complain(isLate ? t("reading.future") : null);
    if (isLate) return started.focus();
    panels.close();
    const now = livingBook(context, books.idOf(id));
    if (!now) return;
    void texts.saved(draft, deeds.progress(now, place, started.value === "" ? null : started.value));
    if (place.fraction === 1) {
      notify(t("progress.finished", { title: shortTitleOf(now) }), {
        action: t("progress.markRead"),
        act: () => deeds.finish(now),
        name: "notice.finished",
      });
    }
  }

  return {
    title: t("progress.title"),
    node,
    focus() {
      value.focus();
      value.select();
    },
    render() {
      const progress = books.progress(id);
      show(startedField.node, books.openReading(id) === undefined);
      goTo.render(progress);
      const isPaired = library.device !== null;
      show(unpaired, !isPaired);
      setText(unpaired, isPaired ? "" : t("progress.unpaired"));
    },
    isBegun: () => texts.get(draft) !== undefined,
    isKept: () => texts.isWritten(draft),
    givenUp: () => texts.drop(draft),
  };
}

/**
 * What a draft holds; nothing where something else has written it, or nothing has.
 * @param {string|undefined} text
 * @returns {{unit: Place["unit"], value: string, total: string, started: string|null}|null}
 */
function writtenIn(text) {
  try {
    const { unit, value, total, started } = JSON.parse(text ?? "");
    const isWhole = units.includes(unit) && [value, total, started ?? ""].every((part) => typeof part === "string");
    return isWhole ? { unit, value, total, started } : null;
  } catch {
    return null;
  }
}
