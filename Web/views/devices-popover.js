import { h, plainButton } from "../elements/dom.js";
import * as actions from "./actions.js";
import { createDeviceCards, watchWhileShown } from "./device-cards.js";
import { iconButton } from "./icon-button.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * Where the other windows are, beside whatever is open here.
 * @param {Context} context
 */
export function createDevicesPopover(context) {
  const { scene, messages } = context;
  const { t } = messages;
  const cards = createDeviceCards(context, { isManaged: false });
  const more = plainButton(
    "text-button", "popover.devices.more", () => scene.dispatch(actions.openLink("/settings/devices")),
    t("devices.manage"),
  );
  const node = h(
    "div",
    { class: "popover-content devices-popover" },
    h(
      "header",
      { class: "popover-header" },
      h("h2", null, t("devices.title")),
      iconButton("close", t("close"), "popover.devices.close", () => scene.dispatch(actions.dismiss())),
    ),
    h("div", { class: "popover-body" }, cards.node, more),
  );
  watchWhileShown(context, node, cards.render);
  return { node, label: t("devices.title"), render: cards.render };
}
