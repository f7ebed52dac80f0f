import { h, plainButton, setAttribute, setText, show } from "../elements/dom.js";
import { onOneLine } from "../library/text.js";
import * as actions from "./actions.js";
import { changeOf, formOf, madeOn, problemsOf, sameForm, seenIn } from "./book-form.js";
import { createInputs } from "./book-inputs.js";
import { draftIn, newDraft } from "./drafts.js";
import { takeLeft } from "./left-drafts.js";
import { keepingMilliseconds } from "./limits.js";
import { faultWords } from "./sentences.js";
import { browserWindows } from "./writings.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./book-form.js").Form} Form */

/**
 * The sheet that edits a book, or makes a new one. It owns its own actions: it closes itself when
 * the book is kept on this device. Leaving it in any other way keeps what was typed.
 * @param {Context} context
 * @param {{id: string|null, name: string, dest: "editBook"|"newBook"}} options `name` that its drafts
 *   go by, this window's and others'
 */
export function createEditor(context, { id, name, dest }) {
  const { scene, library, books, presence, messages, drafts, deeds, notify } = context;
  const { t } = messages;
  const book = id === null ? undefined : library.get("book", id);
  const own = draftIn(scene, name);
  /** @type {import("./drafts.js").Draft|undefined} what this editor goes on with */
  let draft;
  let before = formOf(book);
  let beginning = dest === "newBook" ? { ...before, ...drafts.beginning() } : before;
  /** @type {import("./context.js").Making|undefined} */
  let seen = seenIn(library, book);
  const inputs = createInputs(context, () => typed());
  const saveLabel = h("span", null, t("save"));
  const save = h(
    "button",
    { type: "submit", class: "button primary", "data-testid": `sheet.${dest}.save` },
    saveLabel,
  );
  // A draft of its own name belonged to a book that was deleted under it.
  const isRestoring = dest === "newBook" && name !== newDraft;
  const resumed = h(
    "p",
    { class: "editor-resumed", "data-testid": `sheet.${dest}.resumed` },
  );
  const heading = h("h2");
  const unsavedLabel = h("span", { class: "quiet" });
  const unsaved = h(
    "footer",
    { class: "editor-unsaved" },
    unsavedLabel,
    plainButton(
      "text-button danger", `sheet.${dest}.discard`, () => scene.dispatch(actions.askToDiscard()),
      t("editor.discard"),
    ),
  );
  const node = h(
    "form",
    { class: "editor", novalidate: true, onsubmit: submit },
    h(
      "header",
      { class: "sheet-header" },
      plainButton("button", `sheet.${dest}.cancel`, () => scene.dispatch(actions.dismiss()), t("cancel")),
      heading,
      save,
    ),
    h("div", { class: "sheet-scroll" }, resumed, inputs.node),
    unsaved,
  );
  let saving = false;
  /** @type {Form|null} what this device was asked to keep, and has not yet: it is not made twice */
  let pending = null;
  /** @type {Form|null} what it was asked last: what is typed afterwards is made on that */
  let asked = null;
  /** @type {string|null} the new book, once it was made */
  let created = null;
  /** Why nothing can be kept, if so. */
  let stuck = "";
  let complained = false;

  begin(drafts.get(own));
  if (!draft) void takeUp();
  if (isRestoring) {
    // Whoever deleted the book may have brought it back.
    const ignore = library.subscribe(() => (node.isConnected ? refresh() : ignore()));
  }

  /** @param {import("./drafts.js").Draft|undefined} found */
  function begin(found) {
    draft = found;
    // A new book begins empty, also where its draft belonged to another.
    if (found && dest === "editBook") ({ before, before: beginning, seen } = found);
    inputs.show(found?.form ?? beginning);
    show(resumed, found !== undefined);
    refresh();
  }

  /**
   * Goes on with what was typed last in a window that is no more, or into a book that is this one now,
   * unless somebody has begun here.
   */
  async function takeUp() {
    const windows = browserWindows(scene);
    for (const left of drafts.elsewhere(scene, name, books.idOf)) {
      await takeLeft(windows, drafts, left, (found) => {
        if (draft || !node.isConnected || saving || isTouched(inputs.read())) return;
        drafts.keep(own, found.form, found.before, found.seen);
        drafts.drop(left);
        begin(found);
        scene.dispatch(actions.draft(true));
      });
    }
  }

  /**
   * Whether there is a word of a person's to keep.
   * @param {Form} form
   */
  function isTouched(form) {
    return !sameForm(form, before) && !sameForm(form, beginning);
  }

  function typed() {
    const form = inputs.read();
    const dirty = isTouched(form);
    if (dirty) drafts.keep(own, form, before, seen);
    else drafts.drop(own);
    scene.dispatch(actions.draft(dirty));
    refresh();
  }

  function refresh() {
    const form = inputs.read();
    const problems = problemsOf(form);
    const isGone = isRestoring && !isBack();
    setText(heading, t(isGone ? "editor.restore" : name === newDraft ? "toolbar.new" : "editor.edit"));
    setText(resumed, t(isGone ? "editor.restoring" : "editor.resumed"));
    setAttribute(save, "disabled", saving || onOneLine(form.title) === "");
    setText(saveLabel, t(saving ? "saving" : "save"));
    inputs.complain(complained ? problems : {});
    show(unsaved, !saving && isTouched(form));
    setAttribute(unsavedLabel, "class", stuck ? "field-error" : "quiet");
    const kept = t(drafts.isWritten(own) ? "editor.unsaved" : "notice.draftHeld");
    setText(unsavedLabel, stuck ? `${stuck} ${kept}` : kept);
    return problems;
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
    stuck = "";
    refresh();
    const form = inputs.read();
    if (pending && sameForm(pending, form)) return; // whoever waits for it goes on
    const earlier = asked;
    asked = pending = form;
    const looking = setInterval(tellStuck, keepingMilliseconds);
    const kept = await keep(form, earlier);
    clearInterval(looking);
    if (pending !== form) return;
    pending = null;
    saving = false;
    stuck = "";
    if (kept === null) asked = null;
    refresh();
    // What was typed since is not kept yet.
    if (kept === null || !sameForm(form, inputs.read())) return;
    const refused = drafts.mending(own);
    if (refused !== undefined) void library.discard(refused);
    drafts.drop(own);
    // Whoever has left meanwhile is not called back.
    if (isOpen()) {
      scene.dispatch(actions.saved());
      // Whoever came from a panel goes on there: nothing moves under it.
      if (dest === "newBook" && !context.panels.isOpen) scene.dispatch(actions.openItem({ k: "book", id: kept }));
    }
    // Not the state of the sync, which may speak of another edit that was refused.
    const word = presence.isOnline ? "saved" : "kept";
    const code = dest === "newBook" && kept !== name ? "created" : word;
    const unsay = notify(t(`notice.${code}`), { name: "notice.saved" });
    if (code === "kept") whenSent(library, unsay);
  }

  /** Gives the buttons back where the edit waits in memory, for the disk takes none. */
  function tellStuck() {
    const { state, fault } = library.status();
    if (!saving || state !== "problem" || !fault) return;
    saving = false;
    stuck = faultWords(fault, messages);
    refresh();
    if (document.activeElement === document.body) save.focus();
    context.announce(stuck);
  }

  /**
   * @param {Form} form
   * @param {Form|null} earlier
   * @returns {Promise<string|null>} the book's id when this device holds the change
   */
  async function keep(form, earlier) {
    const target = isBack() ? name : (id ?? created);
    const from = (isBack() && draft) || { before, seen };
    const change = changeOf(earlier ?? from.before, form);
    if (target === null) {
      created = context.newId();
      return (created = await deeds.create(change ?? {}, created));
    }
    if (!change) return target;
    const edit = { ...change, e: "book", id: target };
    const made = earlier ? undefined : madeOn(from.seen, from.before, edit);
    return (await deeds.edit([edit], { made })) ? target : null;
  }

  /** Whether the book that was deleted under its draft has come back since: then it is the one to save. */
  function isBack() {
    return isRestoring && library.resolve("book", name)?.deleted === false;
  }

  /** Whether this editor, and no other, is the one that a person has before them. */
  function isOpen() {
    const editors = scene.state.present.filter((each) => each.draft !== undefined);
    return editors[editors.length - 1]?.draft === name;
  }

  return { node, focus: inputs.focus };
}

/**
 * Does something once the server has all that this device kept.
 * @param {Context["library"]} library
 * @param {() => void} act
 */
function whenSent(library, act) {
  const stop = library.subscribeStatus(({ state, waiting, isOffline = state === "offline" }) => {
    if (isOffline || waiting > 0) return;
    stop();
    act();
  });
}
