import { coverKey, coverOf } from "../covers/cover.js";
import { h, plainButton, setAttribute, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import * as actions from "./actions.js";
import { createBackButton } from "./back-button.js";
import { createFacts } from "./book-facts.js";
import { authorLine, publishedWords, seriesLine } from "./book-words.js";
import { createResultAdding } from "./result-adding.js";
import { RequestError } from "./request.js";
import { createRetryOrPair } from "./retry-or-pair.js";
import { outOfReach } from "./sync-state.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../catalog/identity.js").Item} Item */
/** @typedef {import("../navigation/types.js").Route} Route */

let headings = 0;

/**
 * A book of the catalogue, to be looked at and added. Whoever comes to it by a link has it looked
 * up; a look-up that fails asks whether to try again, but only whoever still looks at it.
 * @param {Context} context
 * @param {Route} route
 * @returns {import("./detail.js").RouteView}
 */
export function createResultView(context, route) {
  const { scene, library, books, catalog, messages, attempts } = context;
  const { t } = messages;
  let id = "id" in route ? route.id : "";
  /** @type {Item|undefined} */
  let item;
  let problem = "";
  headings += 1;
  const back = createBackButton(context);
  const adding = createResultAdding(context, { result: () => id, isShown });
  const open = plainButton("button", "detail.open", openOwned, t("result.open"));
  const heading = h(
    "h1", { class: "book-title", tabindex: -1, dir: "auto", id: `result-title-${headings}` },
  );
  const cover = h("div", { class: "cover book-cover", role: "img" });
  const lines = ["book-subtitle", "book-series", "book-people", "book-published"].map(
    (name) => h("p", { class: name, dir: "auto" }),
  );
  const owned = h("p", { class: "result-owned" }, icon("library"), h("span", null, t("search.owned")));
  const facts = createFacts(context);
  const article = h(
    "article",
    { class: "book" },
    h("header", { class: "book-hero" }, cover, h("div", { class: "book-head" }, heading, lines, owned)),
    facts.node,
  );
  const missing = h("p", { class: "detail-missing", role: "status" });
  const again = createRetryOrPair(context, { name: "detail.again", look: "result-again", act: look });
  const node = h(
    "section",
    { class: "detail-pane", "aria-labelledby": heading.id },
    h(
      "header",
      { class: "pane-header detail-header" },
      back.node,
      h("div", { class: "bar-tools" }, open, adding.node),
    ),
    h("div", { class: "detail-scroll" }, missing, ...again.nodes, article),
  );

  /** Whether this result is what the person looks at. */
  function isShown() {
    const { tab, tabs } = scene.state;
    const top = tabs[tab].path[tabs[tab].path.length - 1];
    return top?.k === "result" && top.id === id;
  }

  function openOwned() {
    const book = item && books.owned(item);
    if (book) scene.dispatch(actions.openItem({ k: "book", id: book.id }));
  }

  async function look() {
    const wanted = id;
    problem = "";
    item = catalog.known(wanted);
    if (item) return render();
    render();
    try {
      const found = await catalog.item(wanted);
      if (wanted === id) item = found;
    } catch (error) {
      if (wanted !== id) return;
      const code = error instanceof RequestError ? error.code : "";
      const isNone = code === "noSuchBook";
      const isAway = code === "catalogue" || code === "rate";
      problem = isNone ? "result.none" : isAway ? "result.away" : "result.unreachable";
      // Whoever is not paired knows what to do; the answer may say so before the socket does.
      const isUnpaired = code === "notPaired" || library.status().state === "unpaired";
      if (!isNone && !isUnpaired && isShown() && !adding.isPending) {
        attempts.failed(isAway ? "openLibrary" : "catalog", look);
      }
    }
    render();
  }

  function render() {
    const book = item?.book;
    const own = item && books.owned(item);
    setAttribute(node, "data-testid", `detail.result.${id}`);
    back.render();
    show(article, book !== undefined);
    show(missing, book === undefined);
    again.render(problem === "result.unreachable" || problem === "result.away");
    show(open, own !== undefined);
    show(owned, own !== undefined);
    adding.render(own === undefined && problem !== "result.none");
    setText(missing, outOfReach(problem === "" ? "book.loading" : problem, context));
    if (!book) return void setText(heading, t("book.loading"));
    setText(heading, book.fields.title ?? "");
    const words = [
      book.fields.subtitle ?? "", seriesLine(book), authorLine(book, messages),
      publishedWords(book, messages),
    ];
    for (const [at, line] of lines.entries()) {
      setText(line, words[at]);
      show(line, words[at] !== "");
    }
    if (cover.dataset.cover !== coverKey(book)) {
      cover.dataset.cover = coverKey(book);
      cover.replaceChildren(coverOf(book));
      setAttribute(cover, "aria-label", t("book.coverOf", { title: book.fields.title ?? "" }));
    }
    facts.render(book);
  }

  void look();
  return {
    node,
    heading,
    render,
    show(next) {
      if (!("id" in next) || next.id === id) return;
      id = next.id;
      void look();
    },
  };
}
