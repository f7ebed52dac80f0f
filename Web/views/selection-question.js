import { h, plainButton, setText } from "../elements/dom.js";
import { namedTitleMax } from "./limits.js";
import { openOver } from "./selection-popover.js";
import { shortTitleOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * Asks whether books are to be deleted, and names the first of them, as long as they are selected. The
 * harmless answer has the focus.
 * @param {Context} context
 * @param {() => readonly import("./context.js").Entity[]} selected
 * @param {() => void} agreed
 */
export function askToDelete(context, selected, agreed) {
  const { t, ...messages } = context.messages;
  const heading = h("h2");
  const text = h("p", { dir: "auto" });
  const label = () => t("bulk.delete", { count: selected().length });

  function render() {
    const list = selected();
    const named = list.slice(0, namedTitleMax).map((book) => `“${shortTitleOf(book)}”`);
    const more = list.length - named.length;
    const titles = messages.list([...named, ...(more > 0 ? [t("more.count", { count: more })] : [])]);
    setText(heading, label());
    setText(text, t("bulk.deleteText", { titles, count: list.length }));
  }

  return openOver(context, { name: "alert.deleteBooks", label, style: "alert" }, (close) => ({
    render,
    node: h(
      "div",
      { class: "question" },
      heading,
      text,
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
        plainButton(
          "button danger", "alert.deleteBooks.delete",
          () => {
            close();
            agreed();
          },
          t("delete"),
        ),
      ),
    ),
  }));
}
