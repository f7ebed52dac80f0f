import { h, plainButton, setChildren, setText, show } from "../elements/dom.js";
import { counters, countsOf } from "../scene/usage.js";
import { sentenceOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * What this browser has counted of its own use, every counter in words, the way to begin again from
 * nothing, and the switch that sends them to the server.
 * @param {Context} context
 */
export function createUsageView({
  messages, usage, usageSending, preferences, announce, notify,
}) {
  const { t } = messages;
  const sending = h("input", {
    type: "checkbox", "data-testid": "settings.usage.send", onchange: switchSending,
  });
  const since = h("p", { class: "quiet" });
  const list = h("dl", { class: "facts usage-counts", "data-testid": "settings.usage.counts" });
  const reset = plainButton(
    "button", "settings.usage.reset",
    () => {
      usage.reset();
      render();
      announce(t("usage.wasReset"));
    },
    t("usage.reset"),
  );
  let drawn = "";
  let isSending = false;

  async function switchSending() {
    // Disabled it would lose the focus; it shows what came of it at the end.
    if (isSending) return;
    isSending = true;
    try {
      await usageSending.switchTo(sending.checked);
    } catch (error) {
      notify(sentenceOf(error, messages));
    }
    isSending = false;
    render();
  }

  function render() {
    if (!isSending) sending.checked = preferences.sendUsage;
    const { since: from, counts } = usage.read();
    setText(since, t("usage.since", { moment: messages.ago(from, Date.now()) }));
    const state = JSON.stringify(counts);
    if (state === drawn) return;
    drawn = state;
    setChildren(list, Object.keys(counters).flatMap((name) => lines(name, countsOf(counts, name))));
    show(reset, Object.keys(counts).length > 0);
  }

  /**
   * @param {string} name
   * @param {ReturnType<typeof countsOf>} counter
   */
  function lines(name, { total, kinds }) {
    const parts = kinds
      .filter(({ values }) => values.length > 0)
      .map(({ values, count }) =>
        h("li", null, `${words(name, values)} – ${messages.number(count)}`));
    return [
      h("dt", null, t(`usage.${name}`)),
      h(
        "dd",
        { "data-testid": `settings.usage.${name}` },
        h("span", null, messages.number(total)),
        parts.length > 0 && h("ul", { class: "usage-kinds quiet" }, parts),
      ),
    ];
  }

  /**
   * What a kind of a counter is called.
   * @param {string} name
   * @param {string[]} values
   */
  function words(name, values) {
    const [first, second, via] = values;
    if (name === "tab_switch") {
      return t(`usage.switch.${via}`, { from: t(`tab.${first}`), to: t(`tab.${second}`) });
    }
    if (name === "route_push") {
      return t(`usage.push.${via}`, {
        what: t(`usage.kind.${first}`), depth: messages.number(Number(second)),
      });
    }
    return t(`usage.${name}.${first}`);
  }

  render();
  return {
    node: h(
      "section",
      { class: "settings-section", "data-testid": "settings.usage" },
      h("h2", null, t("usage.title")),
      h("p", { class: "prose" }, t("usage.text")),
      since,
      list,
      reset,
      h("label", { class: "check" }, sending, h("span", null, t("usage.send"))),
      h("p", { class: "quiet" }, t("usage.send.more")),
    ),
    render,
  };
}
