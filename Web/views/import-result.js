import { h, plainButton, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { countsOf, newsOf, sourceName, toldOf } from "./import-report.js";
import { createImportQuestions } from "./import-questions.js";
import { importRowsMax } from "./limits.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./report.js").Report} Report */

/**
 * What a file would bring, or has brought: the counts, what is asked about it, the rows that something is said
 * of, and what can be done with it.
 * @param {Context} context
 * @param {{begin: () => void, save: () => void, takeBack: () => void}} deeds
 */
export function createImportResult(context, { begin, save, takeBack }) {
  const { messages } = context;
  const { t } = messages;
  const title = h("h3", { tabindex: -1 });
  const counts = h("dl", { class: "counts" });
  const rows = h("ul", { class: "import-rows" });
  const start = plainButton("button primary", "import.start", begin, t("import.start"));
  const remove = plainButton("button", "import.remove", takeBack);
  const compare = plainButton(
    "button", "import.compare", () => context.panels.open("twins"), t("import.compare"),
  );
  const keep = plainButton("button", "import.report", save, icon("import"), t("import.report"));
  // What is answered may be news of a book that has none otherwise.
  const questions = createImportQuestions(messages, () => void (start.disabled = false));
  const actions = h("div", { class: "form-actions" }, remove, compare, keep, start);
  const node = h(
    "section", { class: "import-result", hidden: true }, title, counts, rows, questions.node, actions,
  );

  return {
    node,
    actions,
    questions,

    /** Whether there is something to begin with. */
    get isReady() {
      return !start.disabled;
    },

    /**
     * Shows what came of looking, or of bringing it in.
     * @param {Report} report
     */
    tell(report) {
      setText(title, t(report.dry ? "import.would" : "import.did", { source: sourceName(report.source) }));
      setChildren(counts, countsOf(report).flatMap(([name, count]) => [
        h("dt", null, t(`import.${name}`)),
        h("dd", { "data-testid": `import.count.${name}` }, messages.number(count)),
      ]));
      questions.tell(report.dry ? report.questions ?? [] : []);
      const told = toldOf(report);
      const more = told.length - importRowsMax;
      setChildren(rows, [
        ...told.slice(0, importRowsMax).map(({ row, title = "", message = "" }) =>
          h("li", null, h("strong", { dir: "auto" }, t("import.row", { row, title })), " ", message)),
        more > 0 ? h("li", null, t("import.more", { count: more })) : null,
      ]);
      show(start, report.dry);
      show(remove, false);
      show(compare, !report.dry && (report.counts.review ?? 0) > 0);
      start.disabled = newsOf(report) === 0;
      show(node, true);
    },

    /**
     * Whether it is under way, which its button says, too: the line about it may be scrolled away. It is pressed in
     * vain, for a disabled one would lose the focus.
     * @param {boolean} is
     */
    setBusy(is) {
      setText(start, t(is ? "import.busy" : "import.start"));
      setAttribute(start, "aria-disabled", is);
    },

    /**
     * How many books can be taken away again; null where none can, or no more.
     * @param {number|null} count
     */
    offerToTakeBack(count) {
      if (count !== null) setText(remove, t("batch.remove", { count }));
      show(remove, count !== null);
    },

    focus: () => title.focus(),
    focusStart: () => start.focus(),
  };
}
