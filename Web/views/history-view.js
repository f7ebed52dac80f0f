import { isBlobName } from "../covers/blob-name.js";
import { h, plainButton, setChildren, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { keepRowFocus } from "../elements/row-focus.js";
import { coverVersion } from "./cover-version.js";
import { faultWords, shortTitleOf } from "./sentences.js";
import { loanEntries, loanEntryWords, loansOnce } from "./loan-history.js";
import { eventWords, formerValue, restoring, subjectWords, valuesOf } from "./history-words.js";
import { fieldWords, shortened, valueWords } from "./value-words.js";
import { changedText } from "./word-diff.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./loan-history.js").Entry} HistoryEntry */

const pageSize = 50;

/**
 * What became of a book and its loans, newest first: who changed what, when and from where, old and new, and the
 * way back to any former value. Restoring is an ordinary edit. The history is the server's, so
 * without it there is a sentence, and whatever was read before.
 * @param {Context} context
 * @param {string} id
 */
export function createHistoryView(context, id) {
  const { library, messages, announce } = context;
  const { t } = messages;
  const book = () => library.get("book", id);
  const filter = h("select", {
    class: "field-input",
    "data-testid": "history.filter",
    onchange: draw,
  });
  const list = h("ol", { class: "history", tabindex: -1 });
  const state = h("p", { class: "panel-text", role: "status" });
  const older = plainButton("button", "history.older", () => load(true), t("history.older"));
  const again = plainButton("button", "history.retry", read, t("retry"));
  const field = h(
    "label",
    { class: "field" },
    h("span", { class: "field-label" }, t("history.filter")),
    filter,
  );
  /** @type {HistoryEntry[]} */
  let entries = [];
  /** @type {HistoryEntry[]} */
  let loans = [];
  let hasMore = false;
  let isLoading = false;
  let problem = "";
  /** The sequences of the book and its loans when their history was read. */
  let readAt = "";
  /** @type {unknown} */
  let drawnBook;
  let drawnNames = "";

  /** The names of the devices, which may come later than what they did. */
  const names = () => all().map(({ by }) => library.deviceName(by)).join();

  const sequences = () => [book(), ...loansOnce(context, id)].map((each) => each?.seq).join();

  /** What is known by now: of the loans what is as new as what was read of the book. */
  function all() {
    const end = hasMore ? (entries[entries.length - 1]?.seq ?? 0) : 0;
    return [...entries, ...loans.filter(({ seq }) => seq >= end)].sort((a, b) => b.seq - a.seq);
  }

  /** What a person asked for, and is told of. */
  async function read() {
    await load(false);
    if (problem === "") announce(t("history.count", { count: all().length }));
  }

  /** @param {boolean} onward */
  async function load(onward) {
    if (isLoading) return;
    const pressed = document.activeElement;
    isLoading = true;
    problem = "";
    readAt = sequences();
    drawState();
    const before = onward ? entries[entries.length - 1]?.seq : undefined;
    const [told, lent] = await Promise.all([
      library.history("book", id, { before, limit: pageSize }),
      onward ? loans : loanEntries(context, id),
    ]);
    if (told.state === "known") loans = lent;
    if (told.state === "known") take(told.entries, told.more, onward);
    else problem = told.state === "refused" ? faultWords(told.fault, messages) : t("history.unreachable");
    isLoading = false;
    draw();
    if (isBehind()) void load(false);
    // A button that has done what it is for is gone, or was until now.
    const isLeft = [document.body, pressed].includes(document.activeElement);
    const button = [again, older].find((each) => each === pressed);
    if (isLeft && button) (button.hidden ? list : button).focus({ preventScroll: true });
  }

  /** Whether something was confirmed since: it stands in the server's history by now. */
  function isBehind() {
    return book() !== undefined && sequences() !== readAt && problem === "";
  }

  /**
   * @param {HistoryEntry[]} told
   * @param {boolean} isMore
   * @param {boolean} onward
   */
  function take(told, isMore, onward) {
    const shown = told.filter(({ field }) => field !== "added");
    const end = told[told.length - 1]?.seq ?? 0;
    // Behind what is new goes on what was read before, unless there is something between the two.
    const isJoined = !onward && (entries[0]?.seq ?? 0) >= end;
    const behind = isJoined ? entries.filter(({ seq }) => seq < end) : [];
    entries = [...(onward ? entries : []), ...shown, ...behind];
    if (behind.length === 0) hasMore = isMore;
  }

  function drawState() {
    const isEmpty = entries.length === 0;
    const words = isLoading && isEmpty ? t("history.loading") : isEmpty ? t("history.none") : "";
    setText(state, problem === "" ? words : problem);
    show(state, state.textContent !== "");
    show(again, problem !== "");
    show(older, hasMore && problem === "");
    older.disabled = isLoading;
    show(field, !isEmpty);
  }

  function draw() {
    drawnBook = book();
    drawnNames = names();
    drawFilter();
    const wanted = filter.value;
    const known = all();
    const shown = known.filter((entry) => wanted === "" || keyOf(entry) === wanted);
    keepRowFocus(list, () =>
      setChildren(list, shown.map((entry) => createEntry(context, id, entry, known))), list);
    drawState();
  }

  function drawFilter() {
    const chosen = filter.value;
    const keys = [...new Set(all().map(keyOf))];
    const label = (/** @type {string} */ key) =>
      ({ [lifeKey]: t("history.life"), [loanKey]: t("sidebar.loans") })[key] ?? fieldWords(key, messages);
    const options = keys
      .map((value) => ({ value, label: label(value) }))
      .sort((a, b) => context.books.compare(a.label, b.label));
    filter.replaceChildren(
      h("option", { value: "" }, t("history.all")),
      ...options.map((one) => h("option", { value: one.value }, one.label)),
    );
    filter.value = keys.includes(chosen) ? chosen : "";
  }

  void read();
  return {
    title: t("book.history"),
    node: h(
      "div",
      { class: "panel-body" },
      h("p", { class: "panel-lead", dir: "auto" }, titleOfBook()),
      field,
      list,
      state,
      h("div", { class: "form-actions" }, again, older),
    ),
    render() {
      if (isBehind()) void load(false);
      else if (book() !== drawnBook || names() !== drawnNames) draw();
    },
  };

  function titleOfBook() {
    const now = book();
    return now ? shortTitleOf(now) : "";
  }
}

const lifeKey = "life";
const loanKey = "loan";

/** @param {HistoryEntry} entry */
function keyOf({ field, life, loan }) {
  if (loan !== undefined) return loanKey;
  return life ? lifeKey : (field ?? "");
}

/**
 * @param {Context} context
 * @param {string} id
 * @param {HistoryEntry} entry
 * @param {readonly HistoryEntry[]} known
 */
function createEntry(context, id, entry, known) {
  const { library, messages, now } = context;
  const { t } = messages;
  const device = library.deviceName(entry.by) ?? (
    entry.by === "server" ? t("history.server") : t("conflicts.unknownDevice")
  );
  const exact = messages.moment(entry.at);
  const { subject, event } = wordsOf(entry, context, known);
  return h(
    "li",
    { class: "history-entry", "data-testid": `history.${keyOf(entry)}` },
    h(
      "p",
      { class: "history-head" },
      h("strong", { dir: "auto" }, subject),
      h(
        "span",
        { class: "quiet" },
        device,
        " · ",
        h(
          "time",
          { datetime: new Date(entry.at).toJSON(), title: exact },
          messages.ago(entry.at, now()),
          h("span", { class: "history-exact" }, ` (${exact})`),
        ),
      ),
    ),
    createChangeWords(context, id, entry, event),
    createRestore(context, id, entry),
  );
}

/**
 * @param {HistoryEntry} entry
 * @param {Context} context
 * @param {readonly HistoryEntry[]} [known]
 */
function wordsOf(entry, context, known) {
  if (entry.loan !== undefined) return loanEntryWords(entry, context);
  return { subject: subjectWords(entry, context), event: eventWords(entry, context, known) };
}

/**
 * @param {Context} context
 * @param {string} id
 * @param {HistoryEntry} entry
 * @param {string|null} event
 */
function createChangeWords(context, id, entry, event) {
  if (event !== null) return h("p", null, event);
  const { before, after } = valuesOf(entry, context);
  const { t } = context.messages;
  if (entry.written !== undefined) return createWritten(context, entry);
  const { from, to } = entry;
  // Of two pictures the words are the same.
  const isCover = entry.field === "cover";
  const isText = !isCover && typeof from === "string" && typeof to === "string";
  if (isText) return h("p", { class: "changed", dir: "auto" }, changedText(before, after, t));
  // What was written again as it was took nothing's place.
  const isSame = isCover ? from === to : before === after;
  const was = from === undefined || from === null || isSame;
  return h(
    "p",
    { class: "changed", dir: "auto" },
    was ? null : [h("del", null, spoken(t("diff.removed")), picture(from), before), " "],
    h("ins", null, spoken(t("diff.added")), picture(to), after),
  );

  /** @param {unknown} cover */
  function picture(cover) {
    const book = context.library.get("book", id);
    return book && isCover && isBlobName(cover) ? coverVersion(book, cover) : null;
  }
}

/**
 * What was written at the same time as something else: what its author wrote, and what became of
 * the two.
 * @param {Context} context
 * @param {HistoryEntry} entry
 */
function createWritten(context, entry) {
  const { t } = context.messages;
  const { before, after } = valuesOf(entry, context);
  const written = valueWords(entry.field ?? "", entry.written, context);
  return h(
    "div",
    { class: "changed", dir: "auto" },
    h("p", { class: "quiet" }, t("history.written")),
    h("p", null, h("ins", null, spoken(t("diff.added")), written)),
    before === after ? null : h("p", { class: "quiet" }, t("history.merged")),
    before === after ? null : h("p", null, changedText(before, after, t)),
  );
}

/**
 * @param {Context} context
 * @param {string} id
 * @param {HistoryEntry} entry
 */
function createRestore(context, id, entry) {
  const { library, messages, deeds } = context;
  const { t } = messages;
  const about = entry.loan === undefined ? library.get("book", id) : library.get("loan", entry.loan);
  const isGone = entry.loan !== undefined && about?.deleted;
  const change = about && !isGone && restoring(about, entry);
  if (!change) return null;
  const former = formerValue(entry);
  const isEmpty = former === undefined || former === null;
  const words = change.set && !isEmpty ? valueWords(entry.field ?? "", former, context) : null;
  const value = words === null ? "" : shortened(words);
  const { subject: field } = wordsOf(entry, context);
  return h(
    "button",
    {
      type: "button",
      class: "button small",
      "data-testid": "history.restore",
      "aria-label": t(change.set && isEmpty ? "history.clearOf" : "history.restoreOf", {
        field, value, time: messages.moment(entry.at),
      }),
      async onclick() {
        await deeds.undoable([[change]], t("notice.valueRestored", { field }));
      },
    },
    icon("undo"),
    value === "" ? t(change.set ? "history.clear" : "undo") : t("history.restore", { value }),
  );
}

/** @param {string} words for those who hear the page */
function spoken(words) {
  return h("span", { class: "visually-hidden" }, words);
}
