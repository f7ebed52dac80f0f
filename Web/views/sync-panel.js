import { h, plainButton, setAttribute, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { tryingMilliseconds } from "./limits.js";
import { faultWords, sentenceOf } from "./sentences.js";
import { openPictures } from "./open-pictures.js";
import { createRunningLine } from "./running-line.js";
import { isOutOfReach, isRemoved, syncWords } from "./sync-state.js";
import { hasUnsent, saveUnsent } from "./unsent.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Status} Status */

/**
 * What stands behind the word: who this device is, what waits, what went wrong.
 * @param {Context} context
 */
export function createSyncPanel(context) {
  const { library, messages, panels, notify, newVersion } = context;
  const { t } = messages;
  let isTrying = false;
  const state = createRunningLine(context, { class: "panel-lead", "data-testid": "sync.words" });
  const more = h("p", { class: "panel-text" });
  const others = h("p", { class: "panel-text", "data-testid": "sync.elsewhere" });
  const device = h("p", { class: "panel-text quiet" });
  const clock = h("p", { class: "panel-text" });
  const problems = h(
    "button",
    { type: "button", class: "button", onclick: () => panels.open("problems") },
    icon("problem"),
    t("sync.showProblems"),
  );
  const pictures = plainButton(
    "button", "sync.pictures", () => openPictures(context).retry(), icon("picture"), t("retry"),
  );
  const again = plainButton("button", "sync.again", tryAgain, icon("cloud"));
  const againWords = h("span", null);
  again.append(againWords);
  const version = h(
    "div",
    { class: "panel-offer", "data-testid": "sync.newVersion" },
    h("p", { class: "panel-text" }, t("app.newVersion")),
    h("button", { type: "button", class: "button", onclick: () => newVersion.take?.() }, t("app.reload")),
  );
  const unsent = plainButton(
    "button", "sync.export", () => saveUnsent(library, elsewhere ?? []), icon("import"), t("sync.export"),
  );
  const unpaired = h("a", { class: "button primary", href: "/pair" }, icon("link"), t("sync.pair"));
  const file = h("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: true,
    "data-testid": "sync.importFile",
    onchange: () => void take(),
  });
  const taking = h(
    "button",
    { type: "button", class: "text-button", onclick: () => file.click() },
    t("sync.import"),
  );

  /** @type {{edits: unknown[]}[]|null} what waits for other libraries; null: not known yet */
  let elsewhere = null;
  library.elsewhere().then((files) => {
    elsewhere = files;
    render();
  }, () => {});

  /** Asks the server now: whoever knows that it is there again need not wait for the next attempt. */
  function tryAgain() {
    if (isTrying) return;
    isTrying = true;
    render();
    void library.tryAgain();
    setTimeout(() => {
      isTrying = false;
      render();
    }, tryingMilliseconds);
  }

  /** Takes back what was once saved here or elsewhere, each edit once. */
  async function take() {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    try {
      const { taken } = await library.importWaiting(JSON.parse(await chosen.text()));
      notify(t("sync.imported", { count: taken }));
    } catch (error) {
      notify(error instanceof SyntaxError ? t("fault.edits.unreadable") : sentenceOf(error, messages));
    }
    file.value = "";
  }

  return {
    title: t("sync.title"),
    node: h(
      "div",
      { class: "panel-body" },
      [
        state.node, more, again, others, clock, version, problems, pictures, unpaired, unsent, taking, file,
        device,
      ],
    ),
    render,
  };

  function render() {
    const status = library.status();
    state.tell(syncWords(status, messages), status.state === "saving");
    setText(more, isRemoved(library) ? t("removed.more") : moreWords(status, messages));
    const count = elsewhere?.reduce((sum, { edits }) => sum + edits.length, 0);
    // That everything is on the server is said only where that is known.
    const { hasRemains } = library;
    show(more, status.state !== "saved" || (count === 0 && !hasRemains));
    const held = [count && t("sync.elsewhere", { count }), hasRemains && t("sync.remains")];
    setText(others, held.filter(Boolean).join(" "));
    show(others, Boolean(count || hasRemains));
    unsent.hidden = !hasUnsent(library) && !count;
    const own = library.device;
    const name = own ? (library.deviceName(own.id) ?? own.name) : undefined;
    setText(device, name === undefined ? "" : t("sync.device", { name }));
    const off = status.clockOffset ?? 0;
    setText(clock, t("sync.clock", { span: messages.span(Math.abs(off)) }));
    show(clock, off !== 0);
    again.hidden = !isOutOfReach(status);
    // The browser would let go of it only later, and nobody would look where the focus is.
    if (again.hidden) again.blur();
    setText(againWords, t(isTrying ? "sync.trying" : "retry"));
    setAttribute(again, "aria-disabled", isTrying);
    show(version, newVersion.take !== null);
    problems.hidden = status.problems === 0;
    pictures.hidden = !status.isRefused;
    unpaired.hidden = status.state !== "unpaired";
  }
}

/**
 * The sentence behind the word. The server's own, where there is one, says it best.
 * @param {Status} status
 * @param {Context["messages"]} messages
 */
function moreWords(status, messages) {
  const { t } = messages;
  const { state, waiting, fault, progress } = status;
  if (state === "problem" && fault) return faultWords(fault, messages);
  if (isOutOfReach(status)) {
    const words = waiting > 0 ? t("sync.offline.more", { count: waiting }) : t("sync.offline.none");
    const refused = state === "problem" && t("sync.problem.more");
    return [words, refused, progress && t("sync.part")].filter(Boolean).join(" ");
  }
  if (state === "saving" && waiting === 0) return t("sync.receiving.more");
  if (progress?.of) return t("sync.progress", { have: progress.have, of: progress.of });
  return t(`sync.${state}.more`, { count: waiting });
}
