import { createChoice } from "../elements/choice.js";
import { h, setText, show } from "../elements/dom.js";
import { createDeviceCards, watchWhileShown } from "./device-cards.js";
import { createDeviceForms } from "./device-forms.js";
import { createDeviceInvitation } from "./device-invitation.js";
import { syncWords } from "./sync-state.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * This device and what others may see and do of it; the others, and where they are; one more.
 * @param {Context} context
 */
export function createDevicesView(context) {
  const { t } = context.messages;
  const own = createOwnDevice(context);
  const privacy = createPrivacy(context);
  const invitation = createDeviceInvitation(context);
  const cards = createDeviceCards(context, { isManaged: true });
  const others = h(
    "section",
    { class: "settings-section", "data-testid": "devices.others" },
    h("h2", null, t("devices.others")),
    cards.node,
  );
  watchWhileShown(context, others, cards.render);
  return {
    node: h("div", { class: "devices-page" }, own.node, others, invitation.node, privacy.node),
    render() {
      own.render();
      privacy.render();
      cards.render();
    },
  };
}

/**
 * What this device is called, and how it stands with the server.
 * @param {Context} context
 */
function createOwnDevice(context) {
  const { devices, library, messages } = context;
  const { t } = messages;
  const name = h("p", { class: "device-own", dir: "auto" });
  const sync = h("p", { class: "quiet" });
  const form = h("div", null);
  const rename = h(
    "button",
    { type: "button", class: "button small", "data-testid": "devices.renameThis" },
    t("shelf.rename"),
  );
  let shownId = "";
  return {
    node: h(
      "section",
      { class: "settings-section" },
      h("h2", null, t("devices.this")), name, sync, rename, form,
    ),
    render() {
      const id = library.device?.id ?? "";
      if (id !== shownId) {
        shownId = id;
        const forms = createDeviceForms(context, { id });
        form.replaceChildren(forms.node);
        rename.onclick = forms.rename;
        forms.resume(rename);
      }
      show(rename, id !== "");
      setText(name, id === "" ? t("devices.unnamed") : devices.nameOf(id));
      setText(sync, syncWords(library.status(), messages));
    },
  };
}

/**
 * How much others see of this device's windows, and what they may have it open.
 * @param {Context} context
 */
function createPrivacy({ messages, notify, preferences, presence }) {
  const { t } = messages;
  const more = h("p", { class: "quiet" });
  const share = createChoice({
    label: t("devices.share"),
    name: "devices.share",
    options: ["full", "place", "off"].map((value) => ({ value, label: t(`devices.share.${value}`) })),
    change(value) {
      const isKnown = presence.setShare(/** @type {"full"|"place"|"off"} */ (value));
      if (!isKnown) notify(t("devices.share.offline"));
      render();
    },
  });
  const remote = createChoice({
    label: t("devices.remote"),
    name: "devices.remote",
    options: ["ask", "auto", "off"].map((value) => ({ value, label: t(`devices.remote.${value}`) })),
    change: (value) => preferences.set("remoteOpen", /** @type {"ask"|"auto"|"off"} */ (value)),
  });
  const hidden = h("input", {
    type: "checkbox", "data-testid": "devices.private",
    onchange: () => presence.setPrivate(hidden.checked),
  });

  function render() {
    share.show(presence.share);
    remote.show(preferences.remoteOpen);
    setText(more, t(`devices.share.${presence.share}.more`));
    hidden.checked = presence.isPrivate;
  }

  return {
    node: h(
      "section",
      { class: "settings-section" },
      h("h2", null, t("devices.share")),
      share.node,
      more,
      h("label", { class: "check" }, hidden, h("span", null, t("devices.private"))),
      h("p", { class: "quiet" }, t("devices.private.more")),
      h("h2", null, t("devices.remote")),
      remote.node,
      h("p", { class: "quiet" }, t("devices.remote.more")),
    ),
    render,
  };
}
