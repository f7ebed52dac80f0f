import { h } from "../elements/dom.js";
import { namedTitleMax } from "./limits.js";
import { openOver } from "./selection-popover.js";
import { shortTitleOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * Asks whether books are to be deleted, and names the first of them. The harmless answer has the
 * focus.
 * @param {Context} context
 * @param {readonly import("./context.js").Entity[]} list
 * @param {() => void} agreed
 */
export function askToDelete(context, list, agreed) {
  const { t, ...messages } = context.messages;
  const label = t("bulk.delete", { count: list.length });
  const named = list.slice(0, namedTitleMax).map((book) => `“${shortTitleOf(book)}”`);
  const more = list.length - named.length;
  const titles = messages.list([...named, ...(more > 0 ? [t("bulk.more", { count: more })] : [])]);
  return openOver(context, { name: "alert.deleteBooks", label, style: "alert" }, (close) => ({
    node: h(
      "div",
      { class: "question" },
      h("h2", null, label),
      h("p", { dir: "auto" }, t("bulk.deleteText", { titles, count: list.length })),
      h(
        "div",
        { class: "question-answers" },
        h(
          "button",
          {
            type: "button", class: "button", autofocus: true, onclick: close,
            "data-testid": "alert.deleteBooks.cancel",
          },
          t("cancel"),
        ),
        h(
          "button",
          {
            type: "button", class: "button danger", "data-testid": "alert.deleteBooks.delete",
            onclick() {
              close();
              agreed();
            },
          },
          t("delete"),
        ),
      ),
    ),
  }));
}
