import { setAttribute, show } from "../elements/dom.js";
import { icon, setIcon } from "../elements/icon.js";
import { columns } from "../navigation/projection.js";
import * as actions from "./actions.js";
import { iconButton } from "./icon-button.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * At the head of a detail in a wide window: the detail alone or beside its list, and the way back
 * to the sidebar where the detail stands alone.
 * @param {Context} context
 */
export function createColumnButtons({ scene, messages }) {
  const { t } = messages;
  const isAlone = () => columns(scene.state).visible === "detailOnly";
  const sidebar = iconButton("sidebar", t("sidebar.show"), "detail.sidebar", () =>
    scene.dispatch(actions.showSidebar()),
  );
  const symbol = icon("expand");
  const alone = iconButton(symbol, "", "detail.columns", () =>
    scene.dispatch(actions.setColumns(isAlone() ? "automatic" : "detailOnly")),
  );
  for (const button of [sidebar, alone]) button.classList.add("only-wide");
  return {
    sidebar,
    alone,
    render() {
      const words = t(isAlone() ? "detail.withList" : "detail.alone");
      show(sidebar, isAlone());
      setIcon(symbol, isAlone() ? "collapse" : "expand");
      setAttribute(alone, "aria-label", words);
      setAttribute(alone, "title", words);
    },
  };
}
