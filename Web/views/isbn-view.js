import { coverOf } from "../covers/cover.js";
import { h, setChildren, setText, show } from "../elements/dom.js";
import { isbnList, linesWithoutIsbn } from "../catalog/isbn-list.js";
import { authorLine } from "./book-words.js";
import { createIsbnLookup } from "./isbn-lookup.js";
import { linesNamedMax } from "./limits.js";
import { newBookOf } from "./new-book.js";
import { createRunningLine } from "./running-line.js";
import { createScanner } from "./scanner.js";
import { clipped } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./isbn-lookup.js").Looked} Looked */

/** What the list goes by until it is dealt with. */
const draft = "isbns";

/**
 * Many books at once, by their ISBNs, typed, pasted or read from their backs: what the catalogue has is
 * added with one press, what it has not stands in a table (BOOKS §6). The list is kept on this device
 * until its books are added or it is given up: a phone lets a page go while somebody fetches the next pile.
 * @param {Context} context
 * @param {string} text a list to begin with
 * @param {boolean} [isScanning] whether the camera is on from the first
 */
export function createIsbnView(context, text, isScanning = false) {
  const { books, messages, deeds, panels, scene, drafts: { texts } } = context;
  const { t } = messages;
  const lookup = createIsbnLookup(context, render);
  const scanner = createScanner(context, { found: scanned, changed: render });
  const lead = h("p", { class: "panel-text" }, t("isbns.lead"));
  const area = h("textarea", {
    class: "isbn-area", rows: 4, spellcheck: "false", autocomplete: "off", inputmode: "text",
    "aria-label": t("isbns.label"), placeholder: t("isbns.placeholder"), "data-testid": "isbns.text", oninput: keep,
  });
  area.value = [text, texts.get(draft)?.text].filter(Boolean).join("\n");
  /** Whether a book is written in by hand, or was until now. */
  let isWriting = false;
  /** What of the list is not looked up, in a sentence each. */
  let leftOut = "";
  const start = button("isbns.start", t("isbns.start"), begin, "primary");
  const state = createRunningLine(context, { class: "panel-text", "data-testid": "isbns.state" });
  const stop = button("isbns.stop", t("isbns.stop"), () => lookup.stop());
  const buttons = h("div", { class: "form-actions" }, stop, start);
  const bar = h("progress", { class: "isbn-progress", "aria-label": t("isbns.progress") });
  const found = h("ul", { class: "isbn-found", "data-testid": "isbns.found" });
  const add = button("isbns.add", "", () => void addAll(), "primary");
  const body = h("tbody", null);
  const missing = h(
    "table",
    { class: "isbn-missing", "data-testid": "isbns.missing" },
    h("caption", null, t("isbns.missing")),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, t("fact.isbn")),
      h("th", { scope: "col" }, t("isbns.why")))),
    body,
  );
  const again = button("isbns.retry", t("retry"), () => void lookup.retry());

  function keep() {
    if (area.value.trim() === "") texts.drop(draft);
    else texts.keep(draft, { text: area.value });
  }

  function begin() {
    keep();
    const list = isbnList(area.value);
    if (list.length === 0) return state.tell(t("isbns.none"));
    const beyond = isbnList(area.value, Infinity).length - list.length;
    leftOut = [
      beyond > 0 ? t("isbns.left", { count: beyond }) : null,
      unreadWords(linesWithoutIsbn(area.value)),
    ].filter(Boolean).join(" ");
    void lookup.begin(list);
  }

  /** @param {readonly string[]} lines */
  function unreadWords(lines) {
    const { length: count } = lines;
    if (count === 0) return null;
    const named = lines.slice(0, linesNamedMax).map((line) => t("isbns.line", { line: clipped(line) }));
    const more = count - named.length;
    const all = more > 0 ? [...named, t("isbns.moreLines", { count: more })] : named;
    return t("isbns.unread", { count, lines: messages.list(all) });
  }

  /**
   * Puts a number on top of the list, where it is seen beneath the camera's picture.
   * @param {string} isbn
   */
  function scanned(isbn) {
    const list = isbnList(area.value, Infinity);
    if (list.some((one) => one.isbn === isbn)) return false;
    area.value = [isbn, area.value.trim()].filter(Boolean).join("\n");
    begin();
    return true;
  }

  /**
   * What the library has of it for sure: whoever lists an edition may have another of its name.
   * @param {Looked} row
   */
  const owned = ({ isbn, item }) => books.withIsbn(isbn ?? "") ?? (item && books.owned(item, true));

  /**
   * Whether it has a book: one of the catalogue's, or one that was written in since.
   * @param {Looked} row
   */
  const isHere = (row) => row.state === "found" || (row.state === "none" && owned(row) !== undefined);

  /** What can be added, each book once. */
  function addable() {
    /** @type {Map<string, {item: import("../catalog/identity.js").Item, isbn: string}>} */
    const all = new Map();
    for (const row of lookup.rows) {
      const { item, isbn } = row;
      if (item && isbn !== null && !owned(row)) all.set(item.id, { item, isbn });
    }
    return [...all.values()];
  }

  async function addAll() {
    if (!(await deeds.addFound(addable()))) return;
    // What is still to be dealt with is there when the list is opened again.
    const here = new Set(lookup.rows.filter(isHere).map(({ written }) => written));
    const left = isbnList(area.value, Infinity).filter(({ written }) => !here.has(written));
    area.value = [linesOf(left), ...linesWithoutIsbn(area.value)].filter(Boolean).join("\n");
    keep();
    // Another sheet may be open by then.
    if (add.isConnected) panels.close();
  }

  /** @param {Looked} row */
  function foundRow(row) {
    const own = owned(row);
    const book = own ?? row.item?.book;
    if (!book) return null;
    const isLike = row.item && books.owned(row.item) !== undefined;
    return h(
      "li",
      { class: "isbn-row" },
      h("span", { class: "cover row-cover", "aria-hidden": "true" }, coverOf(book)),
      h(
        "span",
        { class: "isbn-words" },
        h("strong", { dir: "auto" }, book.fields.title ?? ""),
        h("span", { class: "quiet", dir: "auto" }, authorLine(book, messages)),
      ),
      own || isLike ? h("span", { class: "quiet" }, t(own ? "search.owned" : "isbns.like")) : null,
    );
  }

  /** @param {string} isbn of a book that the catalogue does not know */
  function writeIn(isbn) {
    scanner.stop();
    isWriting = true;
    newBookOf(context, isbn);
  }

  /** @param {Looked} row */
  function missingRow({ written, state: why, isbn }) {
    const byHand = isbn !== null && why === "none"
      ? button("isbns.byHand", t("isbns.byHand"), () => writeIn(isbn))
      : null;
    return h("tr", null, h("td", null, written), h("td", null, t(`isbns.why.${why}`), byHand));
  }

  function render() {
    for (const node of [lead, area, buttons]) show(node, !scanner.isOn);
    const { rows } = lookup;
    const is = (/** @type {string[]} */ ...states) =>
      rows.filter((row) => !isHere(row) && states.includes(row.state));
    const open = is("waiting", "asked").length;
    const count = rows.length;
    const words = open > 0 ? t("isbns.looking", { done: count - open, count }) : t("isbns.done", { count });
    const all = leftOut === "" ? words : `${words}. ${leftOut}`;
    state.tell(count > 0 ? all : "", open > 0);
    bar.max = Math.max(1, count);
    bar.value = count - open;
    for (const node of [bar, stop]) show(node, open > 0);
    const here = rows.filter(isHere);
    setChildren(found, here.map(foundRow));
    show(found, here.length > 0);
    const news = addable();
    show(add, news.length > 0);
    add.disabled = open > 0;
    setText(add, t("isbns.add", { count: news.length }));
    const lost = is("none", "invalid", "length", "failed", "away");
    setChildren(body, lost.map(missingRow));
    show(missing, lost.length > 0);
    show(again, open === 0 && is("failed", "away").length > 0);
    if (!isWriting || scene.state.present.length > 0) return;
    isWriting = false;
    // What the book was written in by is gone with its line.
    if (document.activeElement === document.body) start.focus({ preventScroll: true });
  }

  render();
  if (isbnList(area.value, 1).length > 0) begin();
  if (isScanning) scanner.start();
  return {
    title: t("isbns.title"),
    node: h(
      "div",
      { class: "panel-body" },
      lead,
      scanner.node,
      area,
      buttons,
      state.node,
      bar,
      found,
      h("div", { class: "form-actions" }, add),
      missing,
      again,
    ),
    focus: () => (isScanning ? scanner : area.value === "" ? area : start).focus(),
    render,
    left: scanner.stop,
    isBegun: () => area.value.trim() !== "",
    isKept: () => texts.isWritten(draft),
    givenUp: () => texts.drop(draft),
  };
}

/** @param {readonly {written: string}[]} list */
const linesOf = (list) => list.map(({ written }) => written).join("\n");

/**
 * @param {string} name
 * @param {string} words
 * @param {() => void} act
 * @param {string} [look]
 */
function button(name, words, act, look = "") {
  const attributes = { type: "button", class: `button ${look}`.trim(), "data-testid": name };
  return h("button", { ...attributes, onclick: act }, words);
}
