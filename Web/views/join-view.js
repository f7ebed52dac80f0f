import { h, plainButton, setChildren, setText, show } from "../elements/dom.js";
import { inOperations } from "./batch.js";
import { bookTile } from "./book-tile.js";
import { coverVersion } from "./cover-version.js";
import { createJoinQuestion } from "./join-question.js";
import { joiningChanges, planOf } from "./joining.js";
import { shortTitleOf, titleOf } from "./sentences.js";
import { fieldWords, valueWords } from "./value-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./joining.js").Question} Question */

const both = "both";

/**
 * Several books that are one: what they differ in side by side, with what is likeliest chosen, and which
 * of them stays. They become one by one deed, which can be undone.
 * @param {Context} context
 * @param {string} about the ids of the books, the one that stays first
 */
export function createJoinView(context, about) {
  const { library, books, messages, deeds, panels, newId } = context;
  const { t } = messages;
  let ids = about.split(" ");
  /** @type {Map<string, string>} what was chosen of a field, by its words */
  const chosen = new Map();
  // Of two pictures the words are the same.
  const wordsOf = (/** @type {string} */ field, /** @type {unknown} */ value) =>
    field === "cover" ? String(value) : valueWords(field, value, context);
  const lead = h("p", { class: "panel-text" }, t("join.lead"));
  const gone = h("p", { class: "panel-text", role: "status", hidden: true }, t("join.gone"));
  const stays = h("div", { class: "versions" });
  const hint = h("p", { class: "field-hint" });
  const first = h(
    "div",
    { class: "conflict", role: "radiogroup", "aria-label": t("join.stays"), "data-testid": "join.stays" },
    h("h3", null, t("join.stays")),
    stays,
    hint,
  );
  const cards = h("div", { class: "conflicts" });
  const sum = h("p", { class: "panel-text", "data-testid": "join.sum" });
  const act = plainButton("button primary", "join.act", () => void join(), t("join.act"));
  const cancel = plainButton("button", "join.cancel", () => panels.close(), t("cancel"));
  const parts = [lead, first, cards, sum];
  const node = h(
    "div",
    { class: "panel-body join" },
    lead, gone, first, cards, sum,
    h("div", { class: "form-actions join-actions" }, cancel, act),
  );
  let drawn = "";
  let isDone = false;

  /** The books as they are now; null where one is not there any more. */
  function now() {
    const all = ids.map((id) => library.get("book", id));
    return all.some((book) => !book || book.deleted || book.alias) ? null : /** @type {Entity[]} */ (all);
  }

  /** @param {string} id */
  const belongingsOf = (id) => ({
    readings: books.readings(id),
    notes: books.notes(id),
    loans: books.loans(id),
  });

  /** @param {readonly Entity[]} all */
  function changesOf(all) {
    const { settled, questions } = planOf(all, wordsOf);
    const values = { ...settled };
    /** @type {{id: string, text: string}[]} */
    const beside = [];
    for (const question of questions) {
      const { key, value } = answerOf(question);
      values[question.field] = value;
      if (key === both) beside.push(...question.beside.map((text) => ({ id: newId(), text })));
    }
    const progress = new Set(library.list("progress").map(({ id }) => id.split("~")[0]));
    const belongings = all.map(({ id }) => belongingsOf(id));
    return joiningChanges({ books: all, values, belongings, progress, beside });
  }

  /**
   * What is chosen: by a person, if it is still there, else what is likeliest.
   * @param {Question} question
   */
  function answerOf({ field, options, both: all, suggested }) {
    const wanted = chosen.get(field);
    const picked = options.findIndex(({ value }) => wordsOf(field, value) === wanted);
    const at = wanted === both && all !== undefined ? options.length : picked < 0 ? suggested : picked;
    return at === options.length ? { key: both, value: all } : { key: String(at), value: options[at].value };
  }

  /** @param {Question} question */
  function card(question) {
    const { field, options, both: all, beside } = question;
    const hasRoom = beside.length === 0;
    const many = options.length > 2 ? "all" : "both";
    const ways = options.map(({ value, ids: from }, at) => ({
      key: String(at),
      text: valueWords(field, value, context),
      picture: field === "cover" ? coverVersion(/** @type {Entity} */ (library.get("book", from[0])), value) : null,
      by: from.includes(ids[0]) ? t("join.ofStaying") : t("join.ofOther", { count: ids.length - 1 }),
      act: t("join.keep"),
    }));
    if (all !== undefined) ways.push({
      key: both, by: "", picture: null,
      act: t(`join.${hasRoom && typeof all === "string" ? "below" : "together"}.${many}`),
      text: hasRoom ? wordsOf(field, all) : t("join.tooLong"),
    });
    return createJoinQuestion({
      name: `join.${field}`,
      title: fieldWords(field, messages),
      ways,
      chosen: answerOf(question).key,
      isText: typeof options[0].value === "string" && field !== "cover",
      t,
      choose(key) {
        chosen.set(field, key === both ? both : wordsOf(field, options[Number(key)].value));
        drawSum();
      },
    });
  }

  /** @param {Entity} book @param {number} at */
  function tile(book, at) {
    const { readings, notes, loans } = belongingsOf(book.id);
    const more = [
      readings.length > 0 && t("join.readings", { count: readings.length }),
      notes.length > 0 && t("join.notes", { count: notes.length }),
      loans.length > 0 && t("join.loans", { count: loans.length }),
      book.fields.added && t("twins.added", { date: messages.day(book.fields.added) }),
    ].filter(Boolean).join(" · ");
    return h(
      "label",
      { class: "version join-book" },
      h("input", {
        type: "radio", name: "join.stays", value: book.id, checked: at === 0,
        "data-testid": `join.stays.${book.id}`,
        onchange: () => stay(book.id),
      }),
      bookTile(book, messages, more),
    );
  }

  /** @param {string} id of the book that is to stay: where it stands among the others is as it was */
  function stay(id) {
    ids = [id, ...ids.filter((other) => other !== id)];
    drawn = "";
    render();
  }

  /** What comes together without a question. */
  function drawSum() {
    const all = now();
    if (!all) return;
    const changes = changesOf(all);
    const added = changes.find(({ e, id }) => e === "book" && id === ids[0])?.add ?? {};
    const count = (/** @type {string} */ kind) => changes.filter(({ e, set }) => e === kind && set?.book).length;
    const news = [
      ...Object.entries(added).map(([field, elements]) => [field, Object.keys(elements).length]),
      ["readings", count("reading")], ["notes", count("note")], ["loans", count("loan")],
    ].filter(([, number]) => number > 0).map(([name, number]) => t(`join.${name}`, { count: number }));
    setText(sum, news.length > 0 ? t("join.sum", { news: messages.list(news) }) : "");
    show(sum, news.length > 0);
  }

  async function join() {
    const all = now();
    if (!all) return render();
    const changes = changesOf(all);
    const title = changes.find(({ id }) => id === ids[0])?.set?.title ?? titleOf(all[0]);
    const sentence = t("join.done", { title: shortTitleOf({ ...all[0], fields: { title } }) });
    isDone = true;
    panels.close();
    isDone = await deeds.undoable(inOperations(changes), sentence, "notice.joined");
  }

  function render() {
    const all = now();
    show(gone, all === null && !isDone);
    for (const part of parts) show(part, all !== null);
    act.disabled = all === null;
    if (!all) return;
    const written = JSON.stringify(all.map(({ id, seq, fields }) => [id, seq, fields]));
    if (written === drawn) return;
    drawn = written;
    // In the order in which they were brought here, so that choosing moves nothing.
    const inOrder = about.split(" ").flatMap((id) => all.find((book) => book.id === id) ?? []);
    const focused = document.activeElement?.getAttribute("data-testid");
    setChildren(stays, inOrder.map((book) => tile(book, ids.indexOf(book.id))));
    setText(hint, t("join.staysHint", { count: ids.length - 1 }));
    setChildren(cards, planOf(all, wordsOf).questions.map(card));
    drawSum();
    const again = focused && node.querySelector(`[data-testid="${focused}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  return {
    title: t("join.title"),
    node,
    render,
    isBegun: () => !isDone && (chosen.size > 0 || ids.join(" ") !== about) && now() !== null,
  };
}
