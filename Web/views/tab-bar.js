import { h, setAttribute } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { tabRules, tabs } from "../navigation/tab.js";
import * as actions from "./actions.js";
import { followsLink } from "./link.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * The four tabs: a bar below in narrow layouts, a rail at the side in wide ones. They are links,
 * for each has its address.
 * @param {Context} context
 */
export function createTabBar({ scene, messages }) {
  const { t } = messages;
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
  return {
    node: h("nav", { class: "tab-bar", "aria-label": t("tabs") }, links.map(({ link }) => link)),
    render() {
      for (const { tab, link } of links) {
        setAttribute(link, "aria-current", scene.state.tab === tab ? "page" : null);
      }
    },
  };
}
