import { h, setAttribute, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { deviceNameLengthMax } from "./limits.js";
import { sentenceOf } from "./sentences.js";

/** @typedef {import("../messages/messages.js").Messages} Messages */

/**
 * Pairs this browser with a library. A link with a code pairs by itself; without one the code is
 * typed. What is wrong with a code is said in words, and another one can be tried at once.
 * @param {{
 *   messages: Messages,
 *   code: string,
 *   suggestedName: string,
 *   pair: typeof import("../transport/pairing.js").pair,
 *   tellApart: typeof import("../transport/pairing.js").tellApart,
 *   isPaired: () => Promise<boolean>,
 *   done: () => void,
 * }} options
 */
export function createPairView({ messages, code, suggestedName, pair, tellApart, isPaired, done }) {
  const { t } = messages;
  const heading = h("h1", { tabindex: -1 }, t("sync.pair"));
  const text = h("p", null, t("pair.text"));
  const codeInput = h("input", {
    class: "field-input pair-code",
    type: "text",
    autocomplete: "one-time-code",
    autocapitalize: "characters",
    spellcheck: "false",
    "aria-label": t("pair.code"),
    "data-testid": "pair.code",
  });
  const nameInput = h(
    "input",
    {
      class: "field-input",
      type: "text",
      maxlength: deviceNameLengthMax,
      "aria-label": t("pair.name"),
      "data-testid": "pair.name",
      value: suggestedName,
    },
  );
  const label = h("span", null, t("pair.pair"));
  const submit = h(
    "button",
    { type: "submit", class: "button primary", "data-testid": "pair.submit" },
    icon("link"),
    label,
  );
  const problem = h(
    "p",
    { class: "field-error", role: "alert", "data-testid": "pair.error", hidden: true },
  );
  const open = h(
    "a",
    { href: "/library", "data-testid": "pair.open", hidden: true },
    t("pair.open"),
  );
  const form = h(
    "form",
    { class: "pair-form", onsubmit: attempt },
    h("label", { class: "field" }, h("span", { class: "field-label" }, t("pair.code")), codeInput),
    h("label", { class: "field" }, h("span", { class: "field-label" }, t("pair.name")), nameInput),
    problem,
    open,
    submit,
  );
  const node = h(
    "main",
    { class: "pair" },
    h("div", { class: "pair-card" }, icon("library", "pair-icon"), heading, text, form),
  );
  let isBusy = false;
  codeInput.addEventListener("input", refresh);
  take(code);

  /**
   * Pairs by the code of a link, where it has one.
   * @param {string} next
   */
  function take(next) {
    codeInput.value = next;
    refresh();
    if (next !== "" && !isBusy) void go();
  }

  function refresh() {
    setAttribute(submit, "disabled", isBusy || codeInput.value.trim() === "");
  }

  /** @param {SubmitEvent} event */
  function attempt(event) {
    event.preventDefault();
    void go();
  }

  async function go() {
    isBusy = true;
    refresh();
    setText(label, t("pair.pairing"));
    show(problem, false);
    try {
      const name = nameInput.value.trim();
      const { device } = await pair(codeInput.value.trim(), name || undefined);
      // A name that a person wrote is what they want.
      if (name === suggestedName) await tellApart(device);
      done();
    } catch (error) {
      isBusy = false;
      // A code used up by this very browser, say on a reload, is no reason to stay here.
      show(open, await isPaired().catch(() => false));
      setText(problem, sentenceOf(error, messages));
      show(problem, true);
      setText(label, t("pair.pair"));
      refresh();
      codeInput.focus();
      codeInput.select();
    }
  }

  return { node, take, focus: () => (code === "" ? codeInput : heading).focus() };
}
