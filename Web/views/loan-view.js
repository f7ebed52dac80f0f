import { createChoice } from "../elements/choice.js";
import { h, setText, show } from "../elements/dom.js";
import { onOneLine } from "../library/text.js";
import { fieldProblem } from "../library/validate.js";
import { draftAbout } from "./drafts.js";
import { createField } from "./fields.js";
import { livingBook } from "./gone-book.js";
import { createLoanDeeds } from "./loan-deeds.js";
import { wayOf } from "./loan-words.js";
import { changedFields, loanFields, loanProblems, peopleOf } from "./loans.js";
import { problemWords } from "./problem-words.js";
import { shortTitleOf } from "./sentences.js";
import { writtenDate } from "./typed.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./loans.js").Loan} Loan */
/** @typedef {Record<"person"|"direction"|"out"|"due"|"back", string>} Typed */
/** @typedef {"person"|"out"|"due"|"back"} Field */

const ways = /** @type {const} */ (["lent", "borrowed"]);
const dates = /** @type {const} */ (["out", "due", "back"]);
/** As they stand in the form. */
const fieldNames = /** @type {const} */ (["person", ...dates]);

/**
 * Says who has a book, or several, or whose it is: a new loan, or one that is noted. What is typed is kept on
 * this device until it is saved or given up, one form for each loan and each way that a book can go.
 * @param {Context} context
 * @param {string} about "lent" or "borrowed" with the ids of the books, or "change" with the loan's,
 *   apart by spaces
 */
export function createLoanView(context, about) {
  const { library, books, messages, panels, today, drafts: { texts } } = context;
  const { t } = messages;
  const [way, ...ids] = about.split(" ");
  const noted = way === "change" ? library.get("loan", ids[0]) : undefined;
  // A selection is gone with its page, and what was begun about it.
  const draft = ids.length > 1 ? null : draftAbout(texts, books.idOf, `loan:${way} `, ids[0]);
  const kept = draft === null ? undefined : texts.get(draft);
  const begun = kept && writtenIn(kept.text);
  /** @type {Loan} */
  const shown = begun?.shown ?? noted?.fields ?? { direction: way, out: today() };
  const made = begun ? kept?.made : noted && library.making(
    [{ e: "loan", id: noted.id, set: Object.fromEntries(loanFields.map((field) => [field, null])) }],
  );
  const book = library.get("book", books.idOf(noted ? String(noted.fields.book) : ids[0]));
  const deeds = createLoanDeeds(context);
  /** @type {Loan} */
  const written = begun?.typed ?? shown;
  let direction = wayOf(written.direction);

  const suggestions = h("datalist", { id: "loan-people" }, peopleOf(library.list("loan"))
    .map((value) => h("option", { value })));
  /**
   * @param {Field} name
   * @param {Record<string, unknown>} [more]
   */
  const input = (name, more) => h("input", {
    type: "text", class: "field-input", autocomplete: "off", value: written[name] ?? "",
    "data-testid": `loan.${name}`, ...more,
  });
  // With all the keys that a keyboard has: those for digits have no hyphen on a phone.
  const dateInput = (/** @type {"out"|"due"|"back"} */ name) =>
    input(name, { maxlength: 10, placeholder: "2024-05-31" });
  const inputs = {
    person: input("person", { list: suggestions.id, dir: "auto" }),
    out: dateInput("out"), due: dateInput("due"), back: dateInput("back"),
  };
  const fields = {
    person: createField("", inputs.person),
    out: createField("", inputs.out),
    due: createField("", inputs.due, { hint: t("loan.due.hint") }),
    back: createField("", inputs.back),
  };
  show(fields.back.node, Boolean(noted));
  const choice = createChoice({
    label: t("fieldName.direction"),
    name: "loan.direction",
    options: ways.map((value) => ({ value, label: t(`loan.${value}`) })),
    change(value) {
      direction = wayOf(value);
      name();
      keep();
    },
  });
  choice.show(direction);
  name();

  /** Names the fields by the way that the book goes. */
  function name() {
    for (const [field, { node }] of Object.entries(fields)) {
      const key = field === "due" ? field : `${field}.${direction}`;
      setText(/** @type {Node} */ (node.firstChild), t(`loan.field.${key}`));
    }
  }

  function keep() {
    if (draft === null) return;
    const values = Object.entries(inputs).map(([field, { value }]) => [field, value]);
    const typed = { direction, ...Object.fromEntries(values) };
    const before = Object.fromEntries(loanFields.map((field) => [field, shown[field] ?? null]));
    if (loanFields.every((field) => (before[field] ?? "") === typed[field])) texts.drop(draft);
    else texts.keep(draft, { text: JSON.stringify({ shown: before, typed }), made });
  }

  /** @returns {Loan} */
  function typed() {
    const written = dates.map((field) => [field, writtenDate(inputs[field].value)]);
    return {
      person: onOneLine(inputs.person.value), direction,
      ...Object.fromEntries(written.filter(([, date]) => date !== "")),
    };
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const loan = typed();
    const problems = loanProblems(loan, today());
    const tooLong = fieldProblem("loan", "person", loan.person);
    const sentenceOf = (/** @type {Field} */ field) => {
      const key = problems[field];
      if (key) return t(key);
      return field === "person" && tooLong ? problemWords(tooLong, messages) : null;
    };
    for (const field of fieldNames) fields[field].complain(sentenceOf(field));
    const first = fieldNames.find((field) => sentenceOf(field) !== null);
    if (first) return inputs[first].focus();
    panels.close();
    const saving = noted ? change(noted.id, changedFields(shown, loan)) : lend(loan);
    if (draft) void texts.saved(draft, saving);
  }

  /**
   * @param {string} id
   * @param {Loan} set
   */
  const change = (id, set) => Object.keys(set).length === 0 || deeds.change(id, set, made);

  /** @param {Loan} loan */
  function lend(loan) {
    const living = ids.flatMap((id) => livingBook(context, books.idOf(id)) ?? []);
    return living.length > 0 && deeds.lend(living, loan);
  }

  return {
    title: t(noted ? "loan.title.change" : `loan.title.${direction}`),
    node: h(
      "form",
      { class: "panel-body", novalidate: true, onsubmit: submit, oninput: keep },
      h("p", { class: "panel-lead", dir: "auto" }, ids.length > 1
        ? t("list.count", { count: ids.length })
        : book && shortTitleOf(book)),
      choice.node,
      fields.person.node,
      suggestions,
      h("div", { class: "form-grid" }, fields.out.node, fields.due.node, fields.back.node),
      h(
        "div",
        { class: "form-actions" },
        h("button", { type: "submit", class: "button primary", "data-testid": "loan.save" }, t("save")),
      ),
    ),
    focus: () => inputs.person.focus(),
    ...(draft && {
      isBegun: () => texts.get(draft) !== undefined,
      isKept: () => texts.isWritten(draft),
      givenUp: () => texts.drop(draft),
    }),
  };
}

/**
 * What a draft holds; nothing where something else has written it.
 * @param {string} text
 * @returns {{shown: Loan, typed: Typed}|null}
 */
function writtenIn(text) {
  try {
    const { shown, typed } = JSON.parse(text);
    const isWhole = shown && loanFields.every((field) => typeof typed[field] === "string");
    return isWhole ? { shown, typed } : null;
  } catch {
    return null;
  }
}
