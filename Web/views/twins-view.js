import { h, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { keepRowFocus } from "../elements/row-focus.js";
import { twinsShownMax } from "./limits.js";
import { createNotices } from "./notices.js";
import { twinNotice, twinsOf } from "./twins.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * All books that may be here twice, each with its twin, by their titles.
 * @param {Context} context
 */
export function createTwinsView(context) {
  const { books, library, messages } = context;
  const { t } = messages;
  const lead = h("p", { class: "panel-text" }, t("twins.lead"));
  const state = h("p", { class: "panel-text", role: "status" });
  const empty = h("p", { class: "panel-empty" }, icon("check"), t("twins.none"));
  const notices = createNotices({ isNamed: true });
  let isWhole = true;
  /** @type {unknown} the books of which it is drawn */
  let drawn;

  function later() {
    drawn = undefined;
    render();
  }

  function pairs() {
    isWhole = true;
    const told = new Set();
    return library.list("book").flatMap((book) => {
      if (!isWhole) return [];
      const twins = twinsOf(context, book, () => later());
      told.add(book.id);
      return twins.filter(({ id }) => !told.has(id)).map((twin) => ({ book, twin }));
    });
  }

  function render() {
    if (drawn === library.list("book")) return;
    drawn = library.list("book");
    const found = pairs().sort((a, b) => books.compare(a.book.fields.title, b.book.fields.title));
    const shown = found.slice(0, twinsShownMax);
    keepRowFocus(notices.node, () =>
      notices.render(shown.map(({ book, twin }) => twinNotice(context, book, twin))));
    const rest = found.length - shown.length;
    setText(state, rest > 0 ? t("more.count", { count: rest }) : "");
    show(state, rest > 0);
    show(lead, found.length > 0);
    show(empty, found.length === 0);
  }

  return {
    title: t("twins.title"),
    node: h("div", { class: "panel-body" }, lead, notices.node, state, empty),
    render,
  };
}
