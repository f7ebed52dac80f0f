import { h, setChildren, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { download } from "./download.js";
import { fieldWords } from "./value-words.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * Edits that the library refused: what they were, why not, and what can be done with them. None is
 * ever thrown away without a person saying so.
 * @param {Context} context
 */
export function createProblemsView({ library, messages, notify }) {
  const { t } = messages;
  const lead = h("p", { class: "panel-text" }, t("problems.lead"));
  const cards = h("div", { class: "problems" });
  const empty = h("p", { class: "panel-empty" }, icon("check"), t("problems.none"));
  const save = h(
    "button",
    {
      type: "button",
      class: "button",
      onclick: () => download(
        "dogear-refused.json",
        "application/json",
        JSON.stringify(library.problems(), null, 2),
      ),
    },
    icon("import"),
    t("problems.export"),
  );

  /** @param {import("./context.js").RefusedEdit} edit */
  function card(edit) {
    const { op, problem, changes } = edit;
    const names = changes.map(({ e, id, set }) => {
      const entity = library.get(e, id);
      const name = entity?.fields.title ?? entity?.fields.name ?? set?.title ?? set?.name ?? t(
        "problems.unnamed",
      );
      return String(name);
    });
    const retry = () => {
      void library.retry(op);
      notify(t("problems.retried"));
    };
    const discard = () => {
      void library.discard(op);
      notify(t("problems.discarded"));
    };
    return h(
      "article",
      { class: "problem", "data-testid": `problem.${op}` },
      h("h3", { dir: "auto" }, messages.list([...new Set(names)].slice(0, 3))),
      h("p", null, problem.message),
      problem.field ? h("p", { class: "quiet" }, fieldWords(problem.field, messages)) : null,
      h(
        "div",
        { class: "form-actions" },
        h(
          "button",
          { type: "button", class: "button small", onclick: discard },
          t("problems.discard"),
        ),
        h("button", { type: "button", class: "button small primary", onclick: retry }, t("retry")),
      ),
    );
  }

  let shown = "";
  return {
    title: t("problems.title"),
    node: h("div", { class: "panel-body" }, lead, cards, empty, save),
    render() {
      const edits = library.problems();
      show(lead, edits.length > 0);
      show(save, edits.length > 0);
      show(empty, edits.length === 0);
      const written = JSON.stringify(edits.map(({ op, problem }) => [op, problem]));
      if (written === shown) return;
      shown = written;
      setChildren(cards, edits.map(card));
    },
  };
}
