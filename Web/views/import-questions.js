import { h, setChildren, show } from "../elements/dom.js";
import { statuses } from "../navigation/list-ref.js";
import { createField } from "./fields.js";
import { importQuestionsMax } from "./limits.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./report.js").Question} Question */

/**
 * What the names stand for by which a file says how far its reader is, where Dogear has no such status: each
 * is a shelf unless the reader says otherwise. The library remembers what was said.
 * @param {Context["messages"]} messages
 * @param {() => void} changed
 */
export function createImportQuestions({ t }, changed) {
  /** @type {Map<string, HTMLSelectElement>} */
  let selects = new Map();
  const fields = h("div", { class: "import-questions" });
  const node = h("fieldset", { hidden: true, onchange: changed }, h("legend", null, t("import.questions")), fields);

  return {
    node,
    /** @param {Question[]} questions the most frequent first */
    tell(questions) {
      const shown = questions.slice(0, importQuestionsMax);
      selects = new Map(shown.map(({ status, answer }) => [status, selectOf(answer ?? "")]));
      setChildren(fields, shown.map(({ status, count }) =>
        createField(t("import.question", { status, count }), /** @type {HTMLElement} */ (selects.get(status))).node));
      show(node, shown.length > 0);
    },

    /** What they stand for; null for a shelf. */
    answers: () => Object.fromEntries([...selects].map(([status, { value }]) => [status, value || null])),
  };

  /** @param {string} value */
  function selectOf(value) {
    const options = ["", ...statuses].map((status) =>
      h("option", { value: status, selected: status === value }, t(status ? `status.${status}` : "import.asShelf")));
    return /** @type {HTMLSelectElement} */ (h("select", { class: "field-input" }, options));
  }
}
