import { h, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { documentOf } from "../archive/library-document.js";
import { archiveOf } from "./archive-export.js";
import { download } from "./download.js";
import { RequestError, requestText } from "./request.js";
import { createRunningLine } from "./running-line.js";
import { sentenceOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * Takes the library out: everything as one file that Dogear reads again, with the pictures or without, or
 * the books as a table for other programs. What is on the server is in it; where that cannot be reached,
 * what this browser has, which it says.
 * @param {Context} context
 */
export function createExportPart(context) {
  const { library, messages } = context;
  const { t } = messages;
  const state = createRunningLine(context, { class: "quiet" });
  const problem = h("p", { class: "field-error", role: "alert", hidden: true });
  let isTaking = false;

  /** @param {string} text */
  function complain(text) {
    setText(problem, text);
    show(problem, text !== "");
  }

  /** The document, and whether the server gave it. */
  async function everything() {
    try {
      return { text: await requestText("/v1/export?format=json", messages), isServers: true };
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== "offline") throw error;
      return { text: documentOf(library), isServers: false };
    }
  }

  /** @param {"zip"|"json"|"csv"} format */
  async function content(format) {
    if (format === "csv") return { file: await requestText("/v1/export?format=csv", messages), words: "" };
    const { text, isServers } = await everything();
    const words = isServers ? [] : [t("export.offline")];
    if (format === "json") return { file: text, words: words.join(" ") };
    const { archive, missing } = await archiveOf(text, messages, (done, total) =>
      state.tell(gathered(done, total, messages), done < total));
    if (missing > 0) words.push(t("export.missing", { count: missing }));
    return { file: archive, words: words.join(" ") };
  }

  /**
   * @param {"zip"|"json"|"csv"} format
   * @param {string} type
   */
  function button(format, type) {
    const take = async () => {
      // Not disabled, which would take the focus away, but pressed in vain.
      if (isTaking) return;
      isTaking = true;
      complain("");
      try {
        const { file, words } = await content(format);
        download(`dogear.${format}`, type, file);
        complain(words);
      } catch (error) {
        complain(sentenceOf(error, messages));
      } finally {
        isTaking = false;
        state.tell("");
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
    h(
      "div",
      { class: "inline-actions" },
      button("zip", "application/zip"),
      button("json", "application/json"),
      button("csv", "text/csv"),
    ),
    state.node,
    problem,
  );
}

/**
 * @param {number} done
 * @param {number} total
 * @param {Context["messages"]} messages
 */
export const gathered = (done, total, { t, number }) =>
  t("export.gathering", { done: number(done), total: number(total) });
