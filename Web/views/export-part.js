import { h, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { download } from "./download.js";
import { requestText } from "./request.js";
import { sentenceOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * Takes the library out: everything as one file that Dogear reads again, or the books as a table for
 * other programs. Edits that have not been sent are in neither.
 * @param {Context} context
 */
export function createExportPart({ messages }) {
  const { t } = messages;
  const problem = h("p", { class: "field-error", role: "alert", hidden: true });

  /**
   * @param {"json"|"csv"} format
   * @param {string} type
   */
  function button(format, type) {
    const take = async () => {
      show(problem, false);
      try {
        download(`dogear.${format}`, type, await requestText(`/v1/export?format=${format}`, messages));
      } catch (error) {
        setText(problem, sentenceOf(error));
        show(problem, true);
      }
    };
    const fields = { type: "button", class: "button", "data-testid": `export.${format}`, onclick: take };
    return h("button", fields, icon("import"), t(`export.${format}`));
  }

  return h(
    "section",
    { class: "panel-body" },
    h("h3", null, t("export.title")),
    h("p", { class: "quiet" }, t("export.lead")),
    h("div", { class: "inline-actions" }, button("json", "application/json"), button("csv", "text/csv")),
    problem,
  );
}
