import { h, plainButton, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { bringPictures, unpack } from "./archive-import.js";
import { booksTouched, countsOf, newBooks, sourceName, toldOf } from "./import-report.js";
import { createImportQuestions } from "./import-questions.js";
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
 * Brings a file in, and where it is a Dogear archive its pictures with it: chosen or dropped, first only looked at (what it is, what would happen), then
 * imported, with a report of every row to keep.
 * @param {Context} context
 */
export function createImportView(context) {
  const { library, messages, announce } = context;
  const { t } = messages;
  const input = h(
    "input",
    {
      type: "file",
      class: "file-input",
      accept: ".zip,.csv,.tsv,.txt,.json,application/zip,text/csv,text/tab-separated-values,text/plain,application/json",
      "data-testid": "import.file",
      id: "import-file",
    },
  );
  const drop = h(
    "label",
    { class: "drop", for: "import-file" },
    icon("import", "drop-icon"),
    h("strong", null, t("import.choose")),
    h("span", { class: "quiet" }, t("import.formats")),
  );
  const state = createRunningLine(context, { class: "import-state" });
  const title = h("h3", { tabindex: -1 });
  const counts = h("dl", { class: "counts" });
  const rows = h("ul", { class: "import-rows" });
  const start = h(
    "button",
    { type: "button", class: "button primary", "data-testid": "import.start" },
    t("import.start"),
  );
  const save = h(
    "button",
    { type: "button", class: "button", "data-testid": "import.report" },
    icon("import"),
    t("import.report"),
  );
  /** @type {import("./batch.js").Batch|null} */
  let batch = null;
  const remove = plainButton("button", "import.remove", takeBack);
  const compare = plainButton(
    "button", "import.compare", () => context.panels.open("twins"), t("import.compare"),
  );
  const running = createImportRunning(context, cancel);
  // What is answered may be news of a book that has none otherwise.
  const questions = createImportQuestions(messages, () => void (start.disabled = false));
  const actions = h("div", { class: "form-actions" }, remove, compare, save, start);
  const result = h("section", { class: "import-result", hidden: true }, title, counts, rows, questions.node, actions);
  const problem = h("p", { class: "field-error", role: "alert", hidden: true });
  const again = h(
    "button",
    { type: "button", class: "button", hidden: true, "data-testid": "import.again" },
    t("retry"),
  );
  /** @type {File|null} */
  let file = null;
  /** @type {import("./archive-import.js").Parcel|null} */
  let parcel = null;
  /** @type {Report|null} */
  let report = null;
  let turn = 0;
  let isBringing = false;
  let asking = new AbortController();

  // A file that is chosen again is no change of it: it may be another by now, or the server there.
  input.addEventListener("click", () => (input.value = ""));
  input.addEventListener("change", () => take(input.files?.[0] ?? null));
  start.addEventListener("click", () => void send(false));
  save.addEventListener("click", () => {
    if (report) download(`${file?.name ?? "import"}-report.csv`, "text/csv", reportCsv(report));
  });

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
    questions.tell([]);
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
    // Not disabled, which would take the focus away, but pressed in vain.
    bring(!dry);
    const arrived = dry ? null : watchBatch(library);
    show(problem, false);
    if (again.contains(document.activeElement)) input.focus();
    show(again, false);
    show(result, !dry);
    state.tell(t(dry ? "import.looking" : "import.importing", { name: file.name }));
    // Where whoever waits for it looks: by what it does, or by the button that began it.
    if (dry) state.node.after(running.node);
    else actions.before(running.node);
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
      if (!dry && !result.isConnected) {
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
    const answers = encodeURIComponent(JSON.stringify(questions.answers()));
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
      if (!result.isConnected) context.notify(words, { name: "notice.import", stays: true });
      if (own !== turn) return;
      tell(answer, words);
      if (came > 0 && arrived) void offer(answer, newBooks(before) - newBooks(answer), arrived, own);
    } catch (error) {
      bring(false);
      const words = t("import.cancelled.unknown", { name, reason: sentenceOf(error, messages) });
      if (!result.isConnected) context.notify(words, { name: "notice.import", stays: true });
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

  /**
   * Whether it is under way, which its button says, too: the line about it may be scrolled away.
   * @param {boolean} is
   */
  function bring(is) {
    isBringing = is;
    setText(start, t(is ? "import.busy" : "import.start"));
    setAttribute(start, "aria-disabled", is);
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
    const isRead = result.isConnected && own === turn;
    // Who has it before them reads it there: a notice would lie over the button for it.
    if (came && !isRead) tellBatch(came, count, context);
    else if (!result.isConnected) context.notify(doneText(answer), { name: "notice.import" });
    if (own !== turn) return;
    batch = came;
    setText(remove, t("batch.remove", { count }));
    show(remove, batch !== null);
  }

  function takeBack() {
    if (!batch) return;
    void removeBatch(batch, context);
    batch = null;
    show(remove, false);
    title.focus();
  }

  /** What can be taken back here can be for a moment more. */
  function left() {
    if (batch) tellBatch(batch, batch.books.length, context);
    batch = null;
    show(remove, false);
  }

  /** @param {string} sentence */
  function fail(sentence) {
    state.tell("");
    const had = running.end() || result.contains(document.activeElement);
    show(result, false);
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
    const source = sourceName(answer.source);
    const { updated = 0, pictures = 0, failed = 0 } = answer.counts;
    const news = newBooks(answer) + updated + pictures;
    // The result stands below; why there is nothing to bring in, above it. What cannot be read says why itself.
    const isNothing = answer.dry && news + failed === 0;
    state.tell(cancelled || (isNothing ? t("import.nothing") : ""));
    if (!answer.dry && !cancelled && result.isConnected) announce(doneText(answer));
    setText(title, t(answer.dry ? "import.would" : "import.did", { source }));
    setChildren(
      counts,
      countsOf(answer).flatMap(([name, count]) => [
        h("dt", null, t(`import.${name}`)),
        h("dd", { "data-testid": `import.count.${name}` }, messages.number(count)),
      ]),
    );
    const told = toldOf(answer);
    questions.tell(answer.dry ? answer.questions ?? [] : []);
    const more = told.length - 50;
    setChildren(rows, [
      ...told.slice(0, 50).map(
        (row) => h(
          "li",
          null,
          h("strong", { dir: "auto" }, t("import.row", { row: row.row, title: row.title ?? "" })),
          " ",
          row.message ?? "",
        ),
      ),
      more > 0 ? h("li", null, t("import.more", { count: more })) : null,
    ]);
    const refused = [...new Set(answer.refused)];
    setText(problem, refused.length > 0 ? t("import.refused", { reasons: refused.join(" ") }) : "");
    show(problem, refused.length > 0);
    show(start, answer.dry);
    show(remove, false);
    show(compare, !answer.dry && (answer.counts.review ?? 0) > 0);
    start.disabled = news === 0;
    show(result, true);
    if (answer.dry && news > 0 && !cancelled) start.focus();
    else title.focus();
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
    drop,
    state.node,
    problem,
    again,
    result,
    createExportPart(context),
  );
  // Beside the zone, too, a file is dropped for this, and not for the browser to open.
  for (const event of ["dragenter", "dragover"]) {
    node.addEventListener(event, (drag) => {
      drag.preventDefault();
      drop.classList.add("over");
    });
  }
  node.addEventListener("dragleave", ({ relatedTarget }) => {
    if (!node.contains(/** @type {Node|null} */ (relatedTarget))) drop.classList.remove("over");
  });
  node.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    take(event.dataTransfer?.files[0] ?? null);
  });
  // A file that is or has been brought in leaves nothing to go on with, nor does one that has nothing to
  // bring; one that was dropped was typed nowhere.
  const isBegun = () => file !== null && !isBringing && (!report || (report.dry && !start.disabled));
  const begunWords = () => t("import.begun", { name: file?.name ?? "" });
  return { title: t("sidebar.import"), node, left, isBegun, begunWords };
}
