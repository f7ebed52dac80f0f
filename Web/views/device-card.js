import { h, plainButton, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import { isEReader } from "./device-directory.js";
import { createDeviceForms } from "./device-forms.js";
import { iconButton } from "./icon-button.js";
import { sendable } from "./place-words.js";
import { createWindowCard } from "./window-card.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").Scene} Scene */

/**
 * A device with its windows, and what can be done with it: open there what is open here, and, where
 * it `isManaged`, give it another name or take its way to the library away.
 * @param {Context} context
 * @param {{id: string, isManaged: boolean}} options
 */
export function createDeviceCard(context, { id, isManaged }) {
  const { company, devices, library, messages, presence, scene } = context;
  const { t } = messages;
  /** @type {Map<string, ReturnType<typeof createWindowCard>>} */
  const cards = new Map();
  const name = h("h3", { class: "device-name", dir: "auto" });
  const facts = h("p", { class: "quiet" });
  const windows = h("ul", { class: "windows" });
  const open = plainButton("button small", "device.open", () => company.send(id));
  const forms = createDeviceForms(context, { id });
  const rename = iconButton("edit", t("shelf.rename"), "device.rename", forms.rename);
  const remove = iconButton("trash", t("devices.remove"), "device.remove", forms.remove);
  if (isManaged && id !== library.device?.id) forms.resume(rename);
  const node = h(
    "li",
    { class: "device", "data-testid": `device.${id}` },
    h(
      "div",
      { class: "device-head" },
      h("div", { class: "device-words" }, name, facts),
      isManaged ? [rename, remove] : null,
    ),
    forms.node,
    windows,
    open,
  );

  /**
   * @param {readonly Scene[]} scenes
   * @param {number|null} seen when the device was last heard of
   */
  function render(scenes, seen) {
    const isOwn = id === library.device?.id;
    setText(name, isOwn ? t("devices.otherWindows") : devices.nameOf(id));
    for (const each of [rename, remove]) {
      show(each, !isOwn);
      setAttribute(each, "aria-label", `${each.title}: ${name.textContent}`);
    }
    show(facts, scenes.length === 0);
    setText(facts, seen === null ? t("devices.never") : t("devices.seen", { moment: messages.moment(seen) }));
    const ids = new Set(scenes.map((each) => each.scene));
    for (const key of cards.keys()) if (!ids.has(key)) cards.delete(key);
    setChildren(windows, scenes.map((each) => {
      const card = cards.get(each.scene) ?? createWindowCard(context, each);
      cards.set(each.scene, card);
      card.render(each, { isOne: scenes.length === 1 && !isOwn });
      return card.node;
    }));
    show(windows, scenes.length > 0);
    show(open, !isOwn && presence.isOnline && !isEReader(id));
    setText(open, t("devices.openThere", { what: sendable(scene.state, context).words }));
    setAttribute(open, "aria-label", `${open.textContent}: ${name.textContent}`);
    forms.render();
  }

  return { node, render };
}
