import { h, plainButton, setChildren, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { keepRowFocus } from "../elements/row-focus.js";
import { problemFault } from "../replica/fault.js";
import * as actions from "./actions.js";
import { draftIn, newDraft } from "./drafts.js";
import { download } from "./download.js";
import { formOf, seenIn } from "./book-form.js";
import { mendingForm, namesOf, revivingChanges } from "./problem-mending.js";
import { faultWords, sentenceOf } from "./sentences.js";
import { fieldWords } from "./value-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").RefusedEdit} RefusedEdit */

/**
 * Edits that the library refused: what they were, why not, and what can be done with them: mend
 * them, try again, keep them as a file, let them go. None is ever thrown away without a person
 * saying so.
 * @param {Context} context
 */
export function createProblemsView(context) {
  const { library, messages } = context;
  const { t } = messages;
  const lead = h("p", { class: "panel-text" }, t("problems.lead"));
  const cards = h("div", { class: "problems" });
  const empty = h("p", { class: "panel-empty" }, icon("check"), t("problems.none"));
  const save = plainButton(
    "button", "problems.export",
    () => download(
      "dogear-refused.json",
      "application/json",
      JSON.stringify(library.exportWaiting(), null, 2),
    ),
    icon("import"), t("problems.export"),
  );

  const entityOf = (/** @type {string} */ kind, /** @type {string} */ id) => library.get(kind, id);
  let shown = "";
  return {
    title: t("sidebar.problems"),
    node: h("div", { class: "panel-body" }, lead, cards, empty, save),
    render() {
      const edits = library.problems();
      show(lead, edits.length > 0);
      show(save, edits.length > 0);
      show(empty, edits.length === 0);
      const written = JSON.stringify(
        edits.map((edit) => [edit.op, edit.problem, revivingChanges(edit, entityOf).length]),
      );
      if (written === shown) return;
      shown = written;
      keepRowFocus(
        cards, () => setChildren(cards, edits.map((edit) => createCard(context, edit))),
      );
    },
  };
}

/**
 * @param {Context} context
 * @param {RefusedEdit} edit
 */
function createCard(context, edit) {
  const { scene, library, messages, deeds, drafts, panels, notify } = context;
  const { t } = messages;
  const { op, problem } = edit;
  const names = messages.list(namesOf(edit, context).slice(0, 3));
  const reviving = revivingChanges(edit, (kind, id) => library.get(kind, id));

  async function retry() {
    if (reviving.length > 0 && !(await deeds.edit(reviving))) return;
    await library.retry(op);
    notify(t("problems.retried"));
  }

  function mend() {
    const mending = mendingForm(edit, (id) => library.get("book", id));
    if (!mending) return;
    const { id, form } = mending;
    const draft = draftIn(scene, id ?? newDraft);
    if (drafts.get(draft) !== undefined) return void notify(t("problems.draftWaits"));
    const book = id === null ? undefined : library.get("book", id);
    drafts.keep(draft, form, formOf(book), seenIn(library, book));
    drafts.mends(draft, op);
    panels.close();
    scene.dispatch(id === null ? actions.newBook() : actions.editBook(id));
  }

  async function discard() {
    await library.discard(op);
    notify(t("problems.discarded"), { name: "notice.discarded" });
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {() => unknown} act
   * @param {string} [look]
   */
  const button = (name, label, act, look = "") =>
    plainButton(
      `button small ${look}`.trim(), `problem.${name}`,
      async () => {
        try {
          await act();
        } catch (error) {
          notify(t("notice.notKept", { reason: sentenceOf(error, messages) }));
        }
      },
      label,
    );
  const canMend = mendingForm(edit, (id) => library.get("book", id)) !== null;
  return h(
    "article",
    { class: "problem", "data-testid": `problem.${op}` },
    h("h3", { dir: "auto" }, names || t("problems.unnamed")),
    h("p", null, faultWords(problemFault(problem), messages)),
    problem.field ? h("p", { class: "quiet" }, fieldWords(problem.field, messages)) : null,
    h("p", { class: "quiet" }, messages.moment(edit.at)),
    h(
      "div",
      { class: "form-actions" },
      button("discard", t("problems.discard"), discard),
      canMend ? button("edit", t("book.edit"), mend) : null,
      button(
        "retry", t(reviving.length > 0 ? "problems.restoreAndRetry" : "retry"), retry, "primary",
      ),
    ),
  );
}
