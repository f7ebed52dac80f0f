import { h, setChildren, setText, show } from "../elements/dom.js";
import { requestJson } from "./request.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {{enabled: boolean, last?: number, next?: number, kept?: number, problem?: string}} State */

/**
 * How the server's backups are: when there was one, when the next comes, and what keeps it from
 * coming.
 * @param {Context} context
 */
export function createBackupsView({ messages, now }) {
  const { t } = messages;
  const words = h("p", { role: "status" }, t("backups.asking"));
  const facts = h("dl", { class: "facts", hidden: true });
  const problem = h("p", { class: "field-error", hidden: true });
  void load();

  /** @param {number} at */
  const moment = (at) => `${messages.ago(at, now())} (${messages.moment(at)})`;

  /** @param {State} state */
  function draw({ enabled, last, next, kept = 0, problem: sentence = "" }) {
    setText(words, t(enabled ? "backups.on" : last ? "backups.byHand" : "backups.off"));
    const rows = [
      ["backups.last", last === undefined ? t("backups.never") : moment(last)],
      ["backups.next", enabled && next !== undefined ? moment(next) : ""],
      ["backups.kept", enabled ? messages.number(kept) : ""],
    ].filter(([, value]) => value !== "");
    setChildren(facts, rows.flatMap(([key, value]) => [h("dt", null, t(key)), h("dd", null, value)]));
    show(facts, enabled || last !== undefined);
    setText(problem, sentence);
    show(problem, sentence !== "");
  }

  async function load() {
    try {
      draw(/** @type {State} */ (await requestJson("/v1/backups", messages)));
    } catch {
      setText(words, t("backups.offline"));
    }
  }

  return {
    node: h(
      "section",
      { class: "settings-section", "data-testid": "settings.backups" },
      h("h2", null, t("backups.title")),
      words,
      facts,
      problem,
    ),
  };
}
