import { h, plainButton, setChildren, setText, show } from "../elements/dom.js";
import { nameKey } from "../library/query-names.js";
import { bookTile } from "./book-tile.js";
import { likelyMax } from "./limits.js";
import { shortTitleOf } from "./sentences.js";
import { twinsOf } from "./twins.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

const order = /** @type {const} */ ({ by: "title", desc: false });

/**
 * The book that another one is: those much like it first, and all that a search finds.
 * @param {Context} context
 * @param {string} id
 */
export function createSameView(context, id) {
  const { library, books, messages, panels } = context;
  const { t } = messages;
  const current = () => library.resolve("book", id);
  const lead = h("p", { class: "panel-lead", dir: "auto" });
  const input = h("input", {
    class: "field-input", type: "search", autocomplete: "off", enterkeyhint: "search",
    "aria-label": t("same.search"), placeholder: t("same.search"), "data-testid": "same.search",
    oninput: () => draw(),
  });
  const heading = h("h3", { class: "field-label" });
  const state = h("p", { class: "panel-text", role: "status" });
  const list = h("div", { class: "same-list" });

  /**
   * What shares most with the book: twins, then what has its title, then what its authors wrote.
   * @param {Entity} book
   */
  function likely(book) {
    const { title = "", contributors } = book.fields;
    const bare = title.replace(/\s*\([^)]*\)\s*$/, "").split(/:\s/)[0];
    const author = Array.isArray(contributors) ? contributors[0]?.name : undefined;
    const found = [
      ...twinsOf(context, book, () => draw()).map((twin) => twin.id),
      ...find(bare),
      ...(author ? [...find(author), ...find(nameKey(author).split(",")[0])] : []),
    ];
    return [...new Set(found)];
  }

  /** @param {string} q */
  const find = (q) => q.trim() === ""
    ? [] : books.index.query({ list: { k: "search" }, q, filters: {}, sort: order }).ids.slice(0, likelyMax * 2);

  function draw() {
    const book = current();
    if (!book) return;
    const q = input.value.trim();
    const ids = (q === "" ? likely(book) : find(q)).filter((other) => other !== book.id);
    const shown = ids.slice(0, likelyMax).flatMap((other) => books.index.get(other) ?? []);
    setText(lead, t("same.lead", { title: shortTitleOf(book) }));
    setText(heading, t(q === "" ? "same.likely" : "same.found"));
    show(heading, shown.length > 0);
    setText(state, shown.length > 0 ? "" : t(q === "" ? "same.none" : "same.noneFound"));
    show(state, shown.length === 0);
    setChildren(list, shown.map((other) => plainButton(
      "version join-book", `same.${other.id}`, () => panels.open("join", `${book.id} ${other.id}`),
      bookTile(other, messages),
    )));
  }

  let drawn = "";
  return {
    title: t("same.title"),
    node: h("div", { class: "panel-body join" }, lead, input, heading, state, list),
    render() {
      const written = String(library.cursor) + String(books.index.size) + String(current()?.seq);
      if (written === drawn) return;
      drawn = written;
      draw();
    },
    focus: () => input.focus(),
    isBegun: () => false,
  };
}
