import { h, plainButton } from "../elements/dom.js";
import { icon } from "../elements/icon.js";

/**
 * The page behind the last cover: says that there are no more, and where to go on.
 * @param {import("./context.js").Context["messages"]} messages
 * @param {{first: () => void, search: () => void}} ways
 */
export function createFeedEnd({ t }, { first, search }) {
  const way = (/** @type {string} */ name, /** @type {string} */ symbol, /** @type {() => void} */ act) =>
    plainButton("button", `feed.end.${name}`, act, icon(symbol), t(`feed.end.${name}`));
  return h(
    "article",
    {
      class: "feed-page feed-end", tabindex: -1, "aria-setsize": -1,
      "aria-label": t("feed.end.title"), "data-testid": "feed.end",
    },
    icon("check", "empty-icon"),
    h("h3", null, t("feed.end.title")),
    h("p", null, t("feed.end.text")),
    h("div", { class: "empty-actions" }, way("search", "search", search), way("first", "up", first)),
  );
}
