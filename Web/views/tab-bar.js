import { h, setAttribute, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { tabRules, tabs } from "../navigation/tab.js";
import * as actions from "./actions.js";
import { followsLink } from "./link.js";
import { isOutOfReach, isTroubled, syncWords } from "./sync-state.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * The four tabs: a bar below in narrow layouts, a rail at the side in wide ones. They are links,
 * for each has its address. The library's bears what asks for attention, which a phone shows
 * nowhere else: how much, or a dot where edits wait for the server, or come nowhere; and beside it, whether
 * the server is out of reach at all.
 * @param {Context} context
 */
export function createTabBar({ scene, library, messages }) {
  const { t } = messages;
  const badge = h("span", { class: "tab-badge", "aria-hidden": "true" });
  const offline = h("span", { class: "tab-offline", "aria-hidden": "true", hidden: true }, icon("cloudOff"));
  const alert = h("span", { class: "visually-hidden" });
  const links = tabs.map((tab) => {
    const { icon: symbol, segment, identifier } = tabRules(tab);
    const link = h(
      "a",
      { class: "tab", href: `/${segment}`, "data-testid": identifier },
      icon(symbol),
      h("span", null, t(`tab.${tab}`)),
    );
    followsLink(link, () => scene.dispatch(actions.selectTab(tab)));
    return { tab, link };
  });
  links[0].link.lastElementChild?.append(" ", badge, offline, alert);

  /** @param {import("./attention.js").Attention} attention */
  function renderBadge({ conflicts, notices, problems }) {
    const count = conflicts + notices + problems;
    const status = library.status();
    const asks = count > 0 && t("attention.count", { count });
    const words = syncWords(status, messages);
    const isOffline = isOutOfReach(status);
    const isWaiting = isTroubled(status);
    setText(badge, asks ? messages.number(count) : "");
    setAttribute(badge, "data-dot", !asks && isWaiting);
    show(offline, isOffline);
    setAttribute(offline, "title", isOffline && words);
    setText(alert, [asks, (isOffline || isWaiting) && words].filter(Boolean).join(", "));
  }

  return {
    node: h("nav", { class: "tab-bar", "aria-label": t("tabs") }, links.map(({ link }) => link)),
    /** @param {import("./attention.js").Attention} attention */
    render(attention) {
      renderBadge(attention);
      for (const { tab, link } of links) {
        setAttribute(link, "aria-current", scene.state.tab === tab ? "page" : null);
      }
    },
  };
}
