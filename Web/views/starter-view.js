import { coverOf } from "../covers/cover.js";
import { h, setChildren, setText } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { tellBatch, watchBatch } from "./batch.js";
import { sentenceOf } from "./sentences.js";
import { requestJson } from "./request.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {{count: number, sample: Record<string, any>[]}} Starter */

/**
 * Offers the starter library: classics, so that there is something to see at once.
 * @param {Context} context
 */
export function createStarterView(context) {
  const { library, messages, notify, panels } = context;
  const { t } = messages;
  const lead = h("p", { class: "panel-text" }, t("starter.lead"));
  const sample = h("div", { class: "starter-sample", "aria-hidden": "true" });
  const state = h("p", { class: "panel-text", role: "status" });
  const add = h(
    "button",
    { type: "button", class: "button primary", disabled: true, "data-testid": "starter.add" },
    icon("library"),
    h("span", null, t("starter.add")),
  );
  add.addEventListener("click", () => void bring());
  void look();
  let isBusy = false;

  async function look() {
    try {
      const starter = /** @type {Starter} */ (await requestJson("/v1/starter", messages));
      setText(
        /** @type {Node} */ (add.lastElementChild),
        t("starter.addCount", { count: starter.count }),
      );
      const covers = starter.sample.slice(0, 8).map((book, at) => coverOf(sampleBook(book, at)));
      setChildren(sample, covers.map((cover) => h("span", { class: "cover" }, cover)));
      add.disabled = false;
    } catch (error) {
      setText(state, sentenceOf(error, messages));
    }
  }

  async function bring() {
    if (isBusy) return;
    isBusy = true;
    setText(state, t("result.adding"));
    const arrived = watchBatch(library);
    try {
      const answer = await requestJson("/v1/starter", messages, { method: "POST" });
      const report = /** @type {import("./report.js").Report} */ (answer);
      const count = report.counts.added ?? 0;
      const batch = await arrived(count);
      // Once they are drawn, so that the focus goes to the list and not to what offered them.
      await new Promise(requestAnimationFrame);
      // Another sheet may be open by now.
      if (add.isConnected) panels.close();
      if (count > 0) tellBatch(batch, count, context);
      else notify(t("starter.none"), { name: "notice.batch" });
    } catch (error) {
      setText(state, sentenceOf(error, messages));
      isBusy = false;
    }
  }

  return {
    title: t("starter.title"),
    node: h(
      "div",
      { class: "panel-body" },
      lead,
      sample,
      state,
      h("div", { class: "form-actions" }, add),
    ),
  };
}

/**
 * A sample may be an entity or its bare fields.
 * @param {Record<string, any>} sample
 * @param {number} at
 * @returns {import("./context.js").Entity}
 */
function sampleBook(sample, at) {
  const fields = sample.fields ?? sample;
  const contributors = fields.contributors ?? [{ name: fields.author ?? "", role: "author" }];
  return { kind: "book", id: sample.id ?? `starter-${at}`, fields: { ...fields, contributors } };
}
