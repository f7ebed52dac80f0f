import { h } from "../elements/dom.js";
import { createRating } from "../elements/rating.js";
import * as limits from "../library/limits.js";
import { statuses } from "../navigation/list-ref.js";
import { formOf } from "./book-form.js";
import { ratingWords, roleWords } from "./book-words.js";
import { createField, createRepeater } from "./fields.js";
import { formats } from "./places.js";
import { problemWords } from "./problem-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./book-form.js").Form} Form */

const roles = ["author", "editor", "translator", "illustrator", "narrator", "contributor"];

/**
 * The fields of the editor: reads them as a form, shows a form in them, and says beside each what
 * is wrong with it.
 * @param {Context} context
 * @param {() => void} changed
 */
export function createInputs(context, changed) {
  const { messages, books } = context;
  const { t } = messages;
  /** @param {Record<string, unknown>} [attributes] */
  const line = (attributes) =>
    h(
      "input",
      {
        type: "text",
        class: "field-input",
        autocomplete: "off",
        dir: "auto",
        oninput: changed,
        ...attributes,
      },
    );
  const area = (/** @type {number} */ rows) =>
    h("textarea", { class: "field-input", rows, dir: "auto", oninput: changed });
  const select = (/** @type {readonly string[]} */ values, /** @type {string} */ prefix) =>
    h(
      "select",
      { class: "field-input", onchange: changed },
      h("option", { value: "" }, t("field.none")),
      values.map((value) => h("option", { value }, t(`${prefix}.${value}`))),
    );
  const controls = {
    title: line({ autofocus: true, required: true, maxlength: 1000, "data-testid": "field.title" }),
    subtitle: line(),
    originalTitle: line(),
    sortTitle: line(),
    status: select(statuses, "status"),
    // A phone's keys for digits have neither a hyphen nor a minus.
    published: line({ placeholder: "1998-05-31" }),
    originalYear: line(),
    publisher: line(),
    pages: line({ inputmode: "numeric", "data-testid": "field.pages" }),
    format: select(formats, "format"),
    languages: line({ placeholder: "en, fr" }),
    isbn: line({ "data-testid": "field.isbn" }),
    tags: line(),
    description: area(4),
    review: area(5),
    note: area(3),
  };
  /** @type {Record<string, string>} what the form says otherwise than by the name of the field */
  const labels = { isbn: "fact.isbn", originalYear: "field.originalYear", tags: "book.tags" };
  const wide = ["title", "subtitle", "tags", "description", "review", "note"];
  const keys = /** @type {(keyof typeof controls)[]} */ (Object.keys(controls));
  const fields = Object.fromEntries(
    keys.map((key) => [
      key,
      createField(
        t(labels[key] ?? `fieldName.${key}`),
        controls[key],
        { wide: wide.includes(key), hint: hintOf(key, t) },
      ),
    ]),
  );
  const people = createPeople(context, changed);
  const series = createSeries(context, changed);
  const rating = createRating({
    label: t("fieldName.rating"),
    describe: (value) => ratingWords(value, messages),
    change: (value) => {
      stars = value;
      changed();
    },
  });
  /** @type {number|null} */
  let stars = null;
  const shelves = createShelfChoice(context, changed);
  const ratingField = h(
    "div",
    { class: "field" },
    h("span", { class: "field-label" }, t("fieldName.rating")),
    rating.node,
  );
  const { title, subtitle, status, format, pages, published, originalYear, publisher } = fields;
  const node = h(
    "div",
    { class: "form-grid" },
    [title, subtitle].map((field) => field.node),
    people.node,
    series.node,
    status.node,
    ratingField,
    [format, pages, originalYear, published, publisher, fields.languages, fields.isbn].map(
      (field) => field.node,
    ),
    fields.tags.node,
    books.ownShelves().length > 0 ? shelves.node : null,
    [fields.review, fields.note, fields.description, fields.originalTitle, fields.sortTitle].map(
      (field) => field.node,
    ),
  );

  /** @param {import("./book-form.js").Problems[keyof Form]} problem */
  function sentenceOf(problem) {
    if (problem === undefined) return null;
    return typeof problem === "string" ? t(problem) : problemWords(problem, messages);
  }

  return {
    node,
    focus: () => controls.title.focus(),
    /** @returns {Form} */
    read() {
      const texts = /** @type {Record<keyof typeof controls, string>} */ (
        Object.fromEntries(keys.map((key) => [key, controls[key].value]))
      );
      return {
        ...formOf(undefined),
        ...texts,
        rating: stars,
        people: people.rows,
        series: series.rows,
        shelves: shelves.chosen(),
      };
    },
    /** @param {Form} form */
    show(form) {
      for (const key of keys) controls[key].value = form[key];
      stars = form.rating;
      rating.show(stars);
      people.show(form.people);
      series.show(form.series);
      shelves.show(form.shelves);
    },
    /** @param {import("./book-form.js").Problems} problems */
    complain(problems) {
      for (const key of keys) {
        fields[key].complain(sentenceOf(problems[key]));
      }
      const bad = (/** @type {string|null} */ field) => t("field.lineBad", { field: field ?? "" });
      people.complain(sentenceOf(problems.people), bad);
      series.complain(sentenceOf(problems.series), bad);
    },
  };
}

/**
 * @param {string} key
 * @param {(key: string) => string} t
 */
function hintOf(key, t) {
  const hints = ["tags", "isbn", "published", "sortTitle", "note"];
  return hints.includes(key) ? t(`field.${key}.hint`) : "";
}

/**
 * The people of a book, each with what they did.
 * @param {Context} context
 * @param {() => void} changed
 */
function createPeople({ messages }, changed) {
  const { t } = messages;
  return createRepeater({
    label: t("fieldName.contributors"),
    addLabel: t("field.addPerson"),
    removeLabel: t("field.removePerson"),
    empty: { name: "", role: "author" },
    changed,
    inputs(row, update) {
      const known = roles.includes(row.role) ? roles : [...roles, row.role];
      const role = h(
        "select",
        { class: "field-input", "aria-label": t("field.role") },
        known.map(
          (value) => h(
            "option",
            { value, selected: value === row.role },
            roleWords(value, messages),
          ),
        ),
      );
      return cells({ name: namedInput(row.name, t("fieldName.name")), role }, update);
    },
  });
}

/**
 * The series that a book belongs to, each with its place there.
 * @param {Context} context
 * @param {() => void} changed
 */
function createSeries({ messages: { t } }, changed) {
  return createRepeater({
    label: t("fieldName.series"),
    addLabel: t("field.addSeries"),
    removeLabel: t("field.removeSeries"),
    empty: { name: "", index: "" },
    changed,
    inputs(row, update) {
      const index = h("input", {
        type: "text",
        class: "field-input short",
        value: row.index,
        "aria-label": t("field.seriesIndex"),
        placeholder: "#",
        pattern: `[^\\t\\u2028\\u2029]{0,${limits.tagLengthMax}}`,
      });
      return cells({ name: namedInput(row.name, t("fieldName.series")), index }, update);
    },
  });
}

/**
 * @param {string} value
 * @param {string} label
 */
function namedInput(value, label) {
  return h("input", {
    type: "text",
    class: "field-input",
    value,
    "aria-label": label,
    placeholder: label,
    dir: "auto",
    pattern: `[\\s\\S]{0,${limits.titleLengthMax}}`,
  });
}

/**
 * The controls of one row, which tell the whole row whenever one of them changes.
 * @template {string} Key
 * @param {Record<Key, HTMLInputElement|HTMLSelectElement>} controls
 * @param {(row: Record<Key, string>) => void} update
 */
function cells(controls, update) {
  const keys = /** @type {Key[]} */ (Object.keys(controls));
  const read = () => /** @type {Record<Key, string>} */ (
    Object.fromEntries(keys.map((key) => [key, controls[key].value]))
  );
  for (const key of keys) controls[key].addEventListener("input", () => update(read()));
  return keys.map((key) => controls[key]);
}

/**
 * @param {Context} context
 * @param {() => void} changed
 */
function createShelfChoice({ books, messages: { t } }, changed) {
  const boxes = books.ownShelves().map((shelf) => {
    const box = h("input", { type: "checkbox", value: shelf.id, onchange: changed });
    return {
      box,
      node: h(
        "label",
        { class: "check" },
        box,
        h("span", { dir: "auto" }, shelf.fields.name ?? ""),
      ),
    };
  });
  /** @type {string[]} */
  let unknown = [];
  return {
    node: h(
      "fieldset",
      { class: "field wide" },
      h("legend", { class: "field-label" }, t("book.shelves")),
      h("div", { class: "checks" }, boxes.map(({ node }) => node)),
    ),
    /** @param {string[]} ids */
    show(ids) {
      for (const { box } of boxes) box.checked = ids.includes(box.value);
      unknown = ids.filter((id) => !boxes.some(({ box }) => box.value === id));
    },
    chosen() {
      const checked = boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
      return [...checked, ...unknown].sort();
    },
  };
}
