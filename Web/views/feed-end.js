import { h, plainButton } from "../elements/dom.js";
import { icon } from "../elements/icon.js";

/**
 * The page behind the last cover, or in place of all: says that there are no more, and where to go on.
 * @param {import("./context.js").Context["messages"]} messages
 * @param {"end"|"none"} kind
 * @param {{search: () => void, first?: () => void, sort?: () => void}} ways `sort`: to those left out
 */
export function createFeedEnd({ t }, kind, { first, search, sort }) {
  const way = (/** @type {string} */ name, /** @type {string} */ symbol, /** @type {() => void} */ act) =>
    plainButton("button", `feed.end.${name}`, act, icon(symbol), t(`feed.end.${name}`));
  return h(
    "article",
    {
      class: "feed-page feed-end", tabindex: -1, "aria-setsize": -1,
      "aria-label": t(`feed.${kind}.title`), "data-testid": `feed.${kind}`,
    },
    icon("check", "empty-icon"),
    h("h3", null, t(`feed.${kind}.title`)),
    h("p", null, t(`feed.${kind}.text`)),
    h(
      "div",
      { class: "empty-actions" },
      way("search", "search", search), first && way("first", "up", first), sort && way("sort", "sort", sort),
    ),
  );
}
