import { h, plainButton, setAttribute, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import * as actions from "./actions.js";
import { listTitle } from "./list-title.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * The way back from what is open, by the name of the place it leads to. In a wide window the list
 * stands beside its first entry, so only deeper ones have it.
 * @param {Context} context
 */
export function createBackButton(context) {
  const { scene, books, catalog, messages } = context;
  const { t } = messages;
  const label = h("span", { class: "back-label", dir: "auto" });
  const node = plainButton(
    "back-button", "detail.back", () => scene.dispatch(actions.back()), icon("back"), label,
  );

  function place() {
    const { tab, tabs } = scene.state;
    const { list, path } = tabs[tab];
    const below = path[path.length - 2];
    if (!below) return list ? listTitle(list, context) : t(`tab.${tab}`);
    if (below.k === "list") return listTitle(below.list, context);
    if (below.k === "page") return t(`page.${below.v}`);
    const book = books.index.get(below.id) ?? catalog.known(below.id)?.book;
    return book?.fields.title ?? t("back");
  }

  return {
    node,
    render() {
      const { tab, tabs } = scene.state;
      const words = place();
      setText(label, words);
      setAttribute(node, "aria-label", t("back.to", { place: words }));
      show(node, scene.layout === "narrow" || tabs[tab].path.length > 1);
    },
  };
}
