import { coverKey, coverOf } from "../covers/cover.js";
import { h, setAttribute, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { anchorAt } from "../elements/anchor.js";
import { feedPages, resolve } from "../navigation/anchor.js";
import * as actions from "./actions.js";
import { authorLine, publishedWords } from "./book-words.js";
import { feedOrder } from "./feed-order.js";
import { feedPageSize, feedSettleMilliseconds, feedWindow } from "./limits.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * The library as covers, one a page, in the order of a well-mixed shelf: what is not read yet
 * comes first. Pages snap; only those around the one in view are drawn. Whoever comes back finds
 * the same cover.
 * @param {Context} context
 */
export function createFeedView(context) {
  const { scene, library, books, messages, deeds } = context;
  const { t } = messages;
  const heading = h("h2", { class: "visually-hidden", tabindex: -1 }, t("tab.feed"));
  const scroller = h(
    "div",
    {
      class: "feed-scroll",
      role: "feed",
      "aria-label": t("tab.feed"),
      "aria-busy": "false",
      tabindex: -1,
      "data-testid": "list.feed",
    },
  );
  const empty = h("p", { class: "panel-empty" }, icon("feed"), t("feed.empty"));
  const node = h("section", { class: "feed" }, heading, scroller, empty);
  /** @type {readonly string[]} */
  let order = [];
  /** @type {HTMLElement[]} */
  let pages = [];
  let shownSeed = "";
  let shownIndex = -1;
  let at = 0;
  let settle = 0;

  scroller.addEventListener("scroll", () => {
    const now = Math.round(scroller.scrollTop / Math.max(1, scroller.clientHeight));
    if (now !== at) {
      at = now;
      draw();
    }
    clearTimeout(settle);
    settle = window.setTimeout(
      () => scene.dispatch(actions.feedMoved(anchorAt(order, at, 0), pages.length)),
      feedSettleMilliseconds,
    );
  });
  scroller.addEventListener("keydown", (event) => {
    const step = { PageDown: 1, ArrowDown: 1, PageUp: -1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(at + step);
  });

  /** @param {number} index */
  function go(index) {
    const page = pages[Math.min(pages.length - 1, Math.max(0, index))];
    page?.scrollIntoView({ block: "start", behavior: "auto" });
    page?.focus({ preventScroll: true });
  }

  /**
   * @param {string} id
   * @param {number} index
   */
  function page(id, index) {
    const made = h(
      "article",
      {
        class: "feed-page",
        tabindex: -1,
        "aria-posinset": index + 1,
        "aria-setsize": -1,
        "data-testid": `row.${id}`,
      },
    );
    made.addEventListener("click", (event) => {
      if (/** @type {Element} */ (event.target).closest("button")) return;
      scene.dispatch(actions.openItem({ k: "book", id }));
    });
    return made;
  }

  /** Fills the pages near the one in view and empties the others. */
  function draw() {
    for (const [index, made] of pages.entries()) {
      const near = Math.abs(index - at) <= feedWindow;
      const book = near ? books.index.get(order[index]) : undefined;
      if (book) fill(made, book);
      else if (made.firstChild) {
        made.replaceChildren();
        delete made.dataset.cover;
      }
    }
  }

  /**
   * @param {HTMLElement} made
   * @param {Entity} book
   */
  function fill(made, book) {
    const wanted = book.fields.status === "toRead";
    const key = `${coverKey(book)} ${wanted}`;
    if (made.dataset.cover === key) return;
    made.dataset.cover = key;
    const title = book.fields.title ?? "";
    const heart = h(
      "button",
      {
        type: "button",
        class: "feed-heart",
        "aria-pressed": wanted,
        "aria-label": t("feed.toRead", { title }),
        onclick: () => deeds.status(book, wanted ? null : "toRead"),
      },
      icon("heart"),
    );
    const open = h(
      "button",
      {
        type: "button",
        class: "button feed-open",
        onclick: () => scene.dispatch(actions.openItem({ k: "book", id: book.id })),
      },
      t("feed.open"),
    );
    const told = [authorLine(book, messages), publishedWords(book, messages)];
    const facts = told.filter(Boolean).join(" · ");
    setAttribute(made, "aria-label", title);
    made.replaceChildren(
      h("div", { class: "feed-back" }, coverOf(book)),
      h("div", { class: "cover feed-cover" }, coverOf(book)),
      h(
        "div",
        { class: "feed-scrim" },
        h("h3", { dir: "auto" }, title),
        h("p", { dir: "auto" }, facts),
        h("div", { class: "feed-actions" }, heart, open),
      ),
    );
  }

  /** Takes in what came, went or was seeded anew, without moving the page in view. */
  function reorder() {
    const { seed, at: place } = scene.state.feed;
    const first = order.length === 0;
    const held = anchorAt(order, at, 0);
    order = feedOrder(seed === shownSeed ? order : [], library.list("book"), seed);
    shownSeed = seed;
    shownIndex = books.version;
    const { index } = resolve(first ? place : held, order);
    at = index;
    const loaded = Math.max(
      pages.length,
      feedPages({ id: null, off: 0, idx: index, near: [] }) * feedPageSize,
    );
    pages = order.slice(0, loaded).map(page);
    scroller.replaceChildren(...pages);
    draw();
    scroller.scrollTop = index * scroller.clientHeight;
  }

  return {
    node,
    heading,
    render() {
      if (shownIndex !== books.version || shownSeed !== scene.state.feed.seed) reorder();
      else draw();
      show(scroller, order.length > 0);
      show(empty, order.length === 0);
    },
    /**
     * Appends the next covers.
     * @param {number} count
     */
    load(count) {
      const next = order.slice(pages.length, pages.length + count);
      const made = next.map((id, index) => page(id, pages.length + index));
      pages = [...pages, ...made];
      scroller.append(...made);
    },
    flush() {},
    focus() {
      (pages[at] ?? heading).focus({ preventScroll: true });
    },
  };
}
