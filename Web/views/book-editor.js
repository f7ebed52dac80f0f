import { h, setAttribute, setText, show } from "../elements/dom.js";
import * as actions from "./actions.js";
import { changeOf, formOf, problemsOf, sameForm } from "./book-form.js";
import { createInputs } from "./book-inputs.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./book-form.js").Form} Form */

/**
 * The sheet that edits a book, or makes a new one. It owns its own actions: it closes itself when
 * the book is kept on this device. Leaving it in any other way keeps what was typed.
 * @param {Context} context
 * @param {{id: string|null, name: string, dest: "editBook"|"newBook"}} options `name` of the draft
 */
export function createEditor(context, { id, name, dest }) {
  const { scene, library, messages, drafts, deeds, notify } = context;
  const { t } = messages;
  const book = id === null ? undefined : library.get("book", id);
  const before = formOf(book);
  const inputs = createInputs(context, () => typed());
  const saveLabel = h("span", null, t("save"));
  const save = h(
    "button",
    { type: "submit", class: "button primary", "data-testid": `sheet.${dest}.save` },
    saveLabel,
  );
  const resumed = h(
    "p",
    { class: "editor-resumed" },
    t("editor.resumed"),
    " ",
    h(
      "button",
      {
        type: "button",
        class: "text-button",
        "data-testid": `sheet.${dest}.startOver`,
        onclick: () => startOver(),
      },
      t("editor.startOver"),
    ),
  );
  const node = h(
    "form",
    { class: "editor", novalidate: true, onsubmit: submit },
    h(
      "header",
      { class: "sheet-header" },
      h(
        "button",
        {
          type: "button",
          class: "button",
          "data-testid": `sheet.${dest}.cancel`,
          onclick: () => scene.dispatch(actions.dismiss()),
        },
        t("cancel"),
      ),
      h("h2", null, t(dest === "newBook" ? "editor.new" : "editor.edit")),
      save,
    ),
    h("div", { class: "sheet-scroll" }, resumed, inputs.node),
  );
  let saving = false;
  let complained = false;

  const draft = drafts.get(name);
  inputs.show(draft ?? before);
  show(resumed, draft !== undefined);
  refresh();

  function typed() {
    const form = inputs.read();
    const dirty = !sameForm(form, before);
    if (dirty) drafts.keep(name, form);
    else drafts.drop(name);
    scene.dispatch(actions.draft(dirty));
    refresh();
  }

  function refresh() {
    const form = inputs.read();
    const problems = problemsOf(form);
    setAttribute(save, "disabled", saving || form.title.trim() === "");
    setText(saveLabel, t(saving ? "saving" : "save"));
    inputs.complain(complained ? problems : {});
    return problems;
  }

  function startOver() {
    drafts.drop(name);
    inputs.show(before);
    show(resumed, false);
    scene.dispatch(actions.draft(false));
    refresh();
  }

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    if (saving) return;
    complained = true;
    const problems = refresh();
    if (Object.keys(problems).length > 0) {
      node.querySelector('[aria-invalid="true"]')?.scrollIntoView({ block: "center" });
      /** @type {HTMLElement|null} */ (node.querySelector('[aria-invalid="true"]'))?.focus();
      return;
    }
    saving = true;
    refresh();
    const kept = await keep(inputs.read());
    saving = false;
    refresh();
    if (kept === null) return;
    const refused = drafts.mending(name);
    if (refused !== undefined) void library.discard(refused);
    drafts.drop(name);
    scene.dispatch(actions.saved());
    if (dest === "newBook") scene.dispatch(actions.openItem({ k: "book", id: kept }));
    notify(t(dest === "newBook" ? "notice.created" : "notice.saved"));
  }

  /**
   * @param {Form} form
   * @returns {Promise<string|null>} the book's id when this device holds the change
   */
  async function keep(form) {
    const change = changeOf(before, form);
    if (id === null) return deeds.create(change ?? {});
    if (!change) return id;
    return (await deeds.edit([{ ...change, e: "book", id }])) ? id : null;
  }

  return { node, focus: inputs.focus, render() {} };
}
