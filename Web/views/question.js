import { h } from "../elements/dom.js";
import * as actions from "./actions.js";
import { shortTitleOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").Presentation} Presentation */

/**
 * An alert or a dialog: one question, what will happen, and its answers. The harmless answer has
 * the focus.
 * @param {Context} context
 * @param {Presentation} presentation
 */
export function createQuestion({ scene, library, messages }, presentation) {
  const { style, dest, id = "", code = "", retry } = presentation;
  const { t } = messages;

  /**
   * @param {"delete"|"discard"|"retry"|"cancel"} choice
   * @param {string} label
   * @param {string} [look]
   */
  const answer = (choice, label, look = "") =>
    h(
      "button",
      {
        type: "button",
        class: `button ${look}`.trim(),
        "data-testid": `${style}.${dest}.${choice}`,
        autofocus: choice === "cancel",
        onclick: () => scene.dispatch(actions.resolve(choice)),
      },
      label,
    );

  const entity = library.get(dest === "deleteShelf" ? "shelf" : "book", id);
  const name = entity ? shortTitleOf(entity) : "";
  const words = {
    deleteBook: [t("delete.title", { title: name }), t("delete.text")],
    deleteShelf: [t("deleteShelf.title", { name }), t("deleteShelf.text")],
    error: [t("error.title"), sentence(code, messages)],
    discard: [t("discard.title"), t("discard.text")],
  }[dest];
  if (!words) return null;
  const answers =
    dest === "error"
      ? [
        answer("cancel", t("cancel")),
        retry !== undefined && answer("retry", t("retry"), "primary"),
      ]
      : dest === "discard"
        ? [answer("cancel", t("discard.keep")), answer("discard", t("discard.discard"), "danger")]
        : [answer("cancel", t("cancel")), answer("delete", t("delete"), "danger")];
  const [title, text] = words;
  const node = h(
    "div",
    { class: "question" },
    h("h2", { dir: "auto" }, title),
    h("p", null, text),
    h("div", { class: "question-answers" }, answers),
  );
  return { node, label: title };
}

/**
 * @param {string} code
 * @param {Context["messages"]} messages
 */
function sentence(code, { t }) {
  const words = t(`error.${code}`);
  return words === `error.${code}` ? t("error.unknown", { code }) : words;
}
