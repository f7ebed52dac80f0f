import { coverColour, coverKey, coverParts } from "../covers/cover.js";
import { h, setAttribute } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { authorLine, publishedWords } from "./book-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("../catalog/identity.js").Item} Item */
/**
 * What a person does with a cover.
 * @typedef {{open(item: Item): void, like(item: Item): void, add(item: Item): void,
 *   skip(item: Item): void}} PageDeeds
 */

/**
 * One page of the feed, a name only: it is filled when it comes near.
 * @param {Item} item
 * @param {number} index
 */
export function createFeedPage({ id, book }, index) {
  return h("article", {
    class: "feed-page",
    tabindex: -1,
    "aria-label": book.fields.title ?? "",
    "aria-posinset": index + 1,
    "aria-setsize": -1,
    "data-testid": `row.${id}`,
  });
}

/**
 * Fills a page, unless it shows the same already.
 * @param {HTMLElement} node
 * @param {Item} item
 * @param {{messages: Context["messages"], own: Entity|undefined, isSkipped: boolean,
 *   deeds: PageDeeds}} how `own`: the book in the library, if it is there
 */
export function fillFeedPage(node, item, { messages, own, isSkipped, deeds }) {
  const { t } = messages;
  const book = own ?? item.book;
  const isWanted = own?.fields.status === "toRead";
  const key = [coverKey(book), own?.id ?? "", isWanted, isSkipped].join("\n");
  if (node.dataset.cover === key) return;
  const focused = focusedName(node);
  node.dataset.cover = key;
  const title = book.fields.title ?? "";
  const facts = [authorLine(book, messages), publishedWords(book, messages)].filter(Boolean);
  const button = (/** @type {string} */ name, /** @type {string} */ symbol,
    /** @type {string} */ words, /** @type {() => void} */ act, /** @type {object} */ more = {}) =>
    h(
      "button",
      { type: "button", class: "feed-button", "data-testid": `feed.${name}.${item.id}`,
        onclick: act, ...more },
      icon(symbol),
      h("span", null, words),
    );
  setAttribute(node, "aria-label", title);
  const ground = h("div", { class: "feed-back" });
  ground.style.backgroundColor = coverColour(book);
  node.replaceChildren(
    ground,
    h("div", { class: "cover feed-cover" }, coverParts(book)),
    h(
      "div",
      { class: "feed-scrim" },
      own ? h("p", { class: "feed-owned" }, icon("library"), t("search.owned")) : null,
      h("h3", { dir: "auto" }, title),
      h("p", { dir: "auto" }, facts.join(" · ")),
      h(
        "div",
        { class: "feed-actions" },
        button("heart", "heart", t("feed.heart"), () => deeds.like(item), {
          "aria-pressed": isWanted, "aria-label": t("feed.toRead", { title }),
        }),
        own
          ? button("open", "book", t("feed.open"), () => deeds.open(item), {
            "aria-label": t("feed.openTitle", { title }),
          })
          : button("add", "add", t("feed.add"), () => deeds.add(item), {
            "aria-label": t("feed.addTitle", { title }),
          }),
        button("skip", "down", t(isSkipped ? "feed.skipped" : "feed.skip"), () => deeds.skip(item), {
          "aria-pressed": isSkipped, "aria-label": t("feed.skipTitle", { title }),
        }),
      ),
    ),
  );
  if (focused !== null) focusAgain(node, focused);
}

/**
 * Empties a page that has gone far.
 * @param {HTMLElement} node
 */
export function emptyFeedPage(node) {
  if (!node.firstChild) return;
  node.replaceChildren();
  delete node.dataset.cover;
}

/** @param {HTMLElement} node */
function focusedName(node) {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === node || !node.contains(focused)) return null;
  return focused.dataset.testid ?? null;
}

/**
 * The focus goes back to the button it was on, or to the page where that is gone.
 * @param {HTMLElement} node
 * @param {string} name
 */
function focusAgain(node, name) {
  const button = node.querySelector(`[data-testid="${CSS.escape(name)}"]`);
  (button instanceof HTMLElement ? button : node).focus({ preventScroll: true });
}
