import { h, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { keepRowFocus } from "../elements/row-focus.js";
import { createNotices, noticesOf } from "./notices.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * What merging did by itself, each with what can be done about it.
 * @param {Context} context
 */
export function createNoticesView(context) {
  const { t } = context.messages;
  const lead = h("p", { class: "panel-text" }, t("notices.lead"));
  const empty = h("p", { class: "panel-empty" }, icon("check"), t("notices.none"));
  const notices = createNotices({ isNamed: true });
  return {
    title: t("sidebar.notices"),
    node: h("div", { class: "panel-body" }, lead, notices.node, empty),
    render() {
      const told = noticesOf(context);
      keepRowFocus(notices.node, () => notices.render(told));
      show(lead, told.length > 0);
      show(empty, told.length === 0);
    },
  };
}
