import { h, setText, show } from "../elements/dom.js";
import { bringPictures, unpack } from "./archive-import.js";
import { createImportDrop } from "./import-drop.js";
import { booksTouched, newBooks, newsOf, sourceName } from "./import-report.js";
import { createImportResult } from "./import-result.js";
import { countArrivals, createImportRunning } from "./import-running.js";
import { removeBatch, tellBatch, watchBatch } from "./batch.js";
import { sentenceOf } from "./sentences.js";
import { download } from "./download.js";
import { createExportPart, gathered } from "./export-part.js";
import { reportCsv } from "./report.js";
import { RequestError, requestJson } from "./request.js";
import { createRunningLine } from "./running-line.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./report.js").Report} Report */

/**
 * Brings a file in, and where it is a Dogear archive its pictures with it: first only looked at (what it is,
 * what would happen), then imported, with a report of every row to keep.
 * @param {Context} context
 */
export function createImportView(context) {
  const { library, messages, announce } = context;
  const { t } = messages;
  const { input, zone, takeAllOver } = createImportDrop(messages, take);
  const state = createRunningLine(context, { class: "import-state" });
  const running = createImportRunning(context, cancel);
  const result = createImportResult(context, { begin: () => void send(false), save, takeBack });
  const problem = h("p", { class: "field-error", role: "alert", hidden: true });
  const again = h(
    "button",
    { type: "button", class: "button", hidden: true, "data-testid": "import.again" },
    t("retry"),
  );
  /** @type {import("./batch.js").Batch|null} */
  let batch = null;
  /** @type {File|null} */
  let file = null;
  /** @type {import("./archive-import.js").Parcel|null} */
  let parcel = null;
  /** @type {Report|null} */
  let report = null;
  let turn = 0;
  let isBringing = false;
  let asking = new AbortController();

  /** @param {File|null} chosen */
  function take(chosen) {
    if (!chosen) return;
    if (isBringing) {
      context.notify(t("import.oneByOne", { name: chosen.name }), { name: "notice.import" });
      return;
    }
    file = chosen;
    parcel = null;
    report = null;
    result.questions.tell([]);
    show(again, false);
    void send(true);
  }

  /** @param {boolean} dry */
  async function send(dry) {
    if (!file || isBringing) return;
    turn += 1;
    const own = turn;
    asking = new AbortController();
    const { signal } = asking;
    const before = report;
    bring(!dry);
    const arrived = dry ? null : watchBatch(library);
    show(problem, false);
    if (again.contains(document.activeElement)) input.focus();
    show(again, false);
    show(result.node, !dry);
    state.tell(t(dry ? "import.looking" : "import.importing", { name: file.name }));
    // Where whoever waits for it looks: by what it does, or by the button that began it.
    if (dry) state.node.after(running.node);
    else result.actions.before(running.node);
    running.begin();
    let unfollow = () => {};
    try {
      const held = parcel ?? await unpack(file, messages);
      if (own !== turn) return;
      parcel = held;
      const coming = held.books?.filter((id) => !library.get("book", id)).length;
      if (!dry && before) unfollow = follow(coming ?? newBooks(before));
      const answer = await ask(file, held, dry, signal);
      unfollow();
      if (held.pictures.size > 0) await tellPictures(answer, held, signal);
      // Not by the answer about another file, which came late.
      if (!dry) bring(false);
      if (own === turn) tell(answer, !dry && signal.aborted ? partWords(answer, held) : "");
      if (arrived) void offer(answer, coming ?? newBooks(answer), arrived, own);
    } catch (error) {
      unfollow();
      if (!dry && signal.aborted) return void afterCancel(before, arrived, own);
      if (!dry) bring(false);
      if (!dry && !result.node.isConnected) {
        const text = t("import.away", { name: file.name, reason: sentenceOf(error, messages) });
        context.notify(text, { name: "notice.import", stays: true });
      }
      if (own !== turn) return;
      fail(sentenceOf(error, messages));
      // Of the same file the server would say the same.
      if (error instanceof RequestError && error.code === "notImportable") return void (file = null);
      again.onclick = () => void send(dry);
      show(again, true);
      again.focus();
    }
  }

  /**
   * @param {File} chosen
   * @param {import("./archive-import.js").Parcel} held
   * @param {boolean} dry
   * @param {AbortSignal} [signal]
   */
  async function ask({ name }, held, dry, signal) {
    const answers = encodeURIComponent(JSON.stringify(result.questions.answers()));
    const query = `name=${encodeURIComponent(name)}&answers=${answers}${dry ? "&dry=1" : ""}`;
    const options = { method: "POST", body: held.body, signal };
    return /** @type {Report} */ (await requestJson(`/v1/import?${query}`, messages, options));
  }

  /**
   * Counts the books as they come.
   * @param {number} total
   */
  function follow(total) {
    return countArrivals(library, (done) =>
      running.count(done, total, t("import.coming", { done, total, count: total })));
  }

  /** Ends what is under way, as far as that is still to be done. */
  function cancel() {
    if (asking.signal.aborted) return;
    asking.abort();
    if (isBringing) {
      running.stops();
      state.tell(t("import.cancelling"));
      return;
    }
    // It was only looked at.
    turn += 1;
    running.end();
    state.tell(t("import.stopped", { name: file?.name ?? "" }));
    file = null;
    input.focus();
  }

  /**
   * A file that the server had whole by then is brought in all the same, and one that it had not is not: which
   * it was says another look at it, which the server takes after what it has begun.
   * @param {Report|null} before what it would have done
   * @param {ReturnType<typeof watchBatch>|null} arrived
   * @param {number} own
   */
  async function afterCancel(before, arrived, own) {
    if (!file || !parcel || !before) return;
    const { name } = file;
    try {
      const answer = await ask(file, parcel, true);
      if (parcel.pictures.size > 0) answer.counts.pictures = parcel.pictures.size;
      bring(false);
      const left = booksTouched(answer);
      const came = booksTouched(before) - left;
      const outcome = came === 0 ? "none" : left === 0 ? "all" : "some";
      const words = t(`import.cancelled.${outcome}`, { name });
      if (!result.node.isConnected) context.notify(words, { name: "notice.import", stays: true });
      if (own !== turn) return;
      tell(answer, words);
      if (came > 0 && arrived) void offer(answer, newBooks(before) - newBooks(answer), arrived, own);
    } catch (error) {
      bring(false);
      const words = t("import.cancelled.unknown", { name, reason: sentenceOf(error, messages) });
      if (!result.node.isConnected) context.notify(words, { name: "notice.import", stays: true });
      if (own !== turn) return;
      fail(words);
      again.onclick = () => void send(true);
      show(again, true);
      again.focus();
    }
  }

  /**
   * What is here of an archive whose books are, and whose pictures were not waited for.
   * @param {Report} answer
   * @param {import("./archive-import.js").Parcel} held
   */
  function partWords({ counts }, held) {
    return t("import.cancelled.pictures", { done: counts.pictures ?? 0, count: held.pictures.size });
  }

  /** @param {boolean} is */
  function bring(is) {
    isBringing = is;
    result.setBusy(is);
  }

  /**
   * Brings an archive's pictures, once its books are here, and adds to the report what became of them; a dry
   * run only counts them.
   * @param {Report} answer
   * @param {import("./archive-import.js").Parcel} held
   * @param {AbortSignal} signal
   */
  async function tellPictures(answer, held, signal) {
    const total = held.pictures.size;
    running.again();
    const { count, reasons } = answer.dry ? { count: total, reasons: [] } : await bringPictures(
      held, messages, (done) => running.count(done, total, gathered(done, total, messages)), signal);
    answer.counts.pictures = count;
    answer.refused = [...(answer.refused ?? []), ...reasons];
  }

  /**
   * What has come can be taken away again, as soon as it is all here.
   * @param {Report} answer
   * @param {number} count of new books
   * @param {ReturnType<typeof watchBatch>} arrived
   * @param {number} own
   */
  async function offer(answer, count, arrived, own) {
    const came = await arrived(count);
    const isRead = result.node.isConnected && own === turn;
    // Who has it before them reads it there: a notice would lie over the button for it.
    if (came && !isRead) tellBatch(came, count, context);
    else if (!result.node.isConnected) context.notify(doneText(answer), { name: "notice.import" });
    if (own !== turn) return;
    batch = came;
    result.offerToTakeBack(came && count);
  }

  function save() {
    if (report) download(`${file?.name ?? "import"}-report.csv`, "text/csv", reportCsv(report));
  }

  function takeBack() {
    if (!batch) return;
    void removeBatch(batch, context);
    batch = null;
    result.offerToTakeBack(null);
    result.focus();
  }

  /** What can be taken back here can be for a moment more. */
  function left() {
    if (batch) tellBatch(batch, batch.books.length, context);
    batch = null;
    result.offerToTakeBack(null);
  }

  /** @param {string} sentence */
  function fail(sentence) {
    state.tell("");
    const had = running.end() || result.node.contains(document.activeElement);
    show(result.node, false);
    setText(problem, sentence);
    show(problem, true);
    if (had) input.focus();
  }

  /**
   * @param {Report} answer
   * @param {string} [cancelled] what became of it
   */
  function tell(answer, cancelled = "") {
    report = answer;
    running.end();
    const news = newsOf(answer);
    // The result stands below; why there is nothing to bring in, above it. What cannot be read says why itself.
    const isNothing = answer.dry && news + (answer.counts.failed ?? 0) === 0;
    state.tell(cancelled || (isNothing ? t("import.nothing") : ""));
    if (!answer.dry && !cancelled && result.node.isConnected) announce(doneText(answer));
    result.tell(answer);
    const refused = [...new Set(answer.refused)];
    setText(problem, refused.length > 0 ? t("import.refused", { reasons: refused.join(" ") }) : "");
    show(problem, refused.length > 0);
    if (answer.dry && news > 0 && !cancelled) result.focusStart();
    else result.focus();
  }

  /** @param {Report} answer */
  function doneText(answer) {
    return t("import.done", { source: sourceName(answer.source), count: newBooks(answer) });
  }

  const node = h(
    "div",
    { class: "panel-body" },
    h("p", { class: "panel-text" }, t("import.lead")),
    input,
    zone,
    state.node,
    problem,
    again,
    result.node,
    createExportPart(context),
  );
  takeAllOver(node);
  // A file that is or has been brought in leaves nothing to go on with, nor does one that has nothing to
  // bring; one that was dropped was typed nowhere.
  const isBegun = () => file !== null && !isBringing && (!report || (report.dry && result.isReady));
  const begunWords = () => t("import.begun", { name: file?.name ?? "" });
  return { title: t("sidebar.import"), node, left, isBegun, begunWords };
}
