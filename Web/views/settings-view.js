import { h, setAttribute, setText } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import * as actions from "./actions.js";
import { attentionOf } from "./attention.js";
import { followsLink } from "./link.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").Page} Page */

/**
 * The pages there are, with their symbols.
 * @type {readonly [Page, string][]}
 */
export const pages = [
  ["notifications", "conflict"],
  ["devices", "settings"],
  ["privacy", "lock"],
  ["help", "keyboard"],
  ["about", "book"],
];

/**
 * The list of settings pages.
 * @param {Context} context
 */
export function createSettingsView(context) {
  const { scene, messages } = context;
  const { t } = messages;
  const links = pages.map(([page, symbol]) => {
    const more = h("span", { class: "quiet" }, t(`page.${page}.more`));
    const link = h(
      "a",
      { class: "settings-item", href: `/settings/${page}`, "data-testid": `settings.${page}` },
      icon(symbol),
      h(
        "span",
        { class: "settings-words" },
        h("span", null, t(`page.${page}`)),
        more,
      ),
      icon("chevron", "settings-chevron"),
    );
    followsLink(link, () => scene.dispatch(actions.openItem({ k: "page", v: page })));
    return { page, link, more };
  });
  const heading = h("h2", { class: "pane-title", tabindex: -1 }, t("tab.settings"));
  return {
    node: h(
      "section",
      { class: "list-pane settings", "data-testid": "list.settings" },
      h(
        "header",
        { class: "pane-header" },
        h("div", { class: "pane-bar" }, h("div", { class: "pane-heading" }, heading)),
      ),
      h(
        "nav",
        { class: "settings-list", "aria-label": t("tab.settings") },
        links.map(({ link }) => link),
      ),
    ),
    heading,
    render() {
      const { conflicts, notices, problems } = attentionOf(context);
      const count = conflicts + notices + problems;
      // The first is the page of what needs attention.
      setText(links[0].more, t(count > 0 ? "attention.count" : "page.notifications.more", { count }));
      const [first] = scene.state.tabs.settings.path;
      for (const { page, link } of links) {
        setAttribute(link, "aria-current", first?.k === "page" && first.v === page ? "page" : null);
      }
    },
    focus() {
      const current = links.find(({ link }) => link.hasAttribute("aria-current")) ?? links[0];
      current.link.focus({ preventScroll: true });
    },
  };
}
