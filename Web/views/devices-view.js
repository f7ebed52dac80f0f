import { h, setChildren, setText, show } from "../elements/dom.js";
import { requestJson } from "./request.js";
import { syncWords } from "./sync-state.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {{id: string, name: string, seen?: number|null}} Device */

/**
 * This device, and the others that hold the library.
 * @param {Context} context
 */
export function createDevicesView({ library, messages }) {
  const { t } = messages;
  const own = h("p", { class: "device-own" });
  const sync = h("p", { class: "quiet" });
  const list = h("ul", { class: "devices" });
  const others = h(
    "section",
    { class: "settings-section", hidden: true },
    h("h2", null, t("devices.others")),
    list,
  );
  void load();

  /** @param {Device} device */
  function row({ name, seen }) {
    const words = seen ? t("devices.seen", { moment: messages.moment(seen) }) : "";
    return h("li", null, h("strong", null, name), h("span", { class: "quiet" }, words));
  }

  async function load() {
    try {
      const answer = /** @type {any} */ (await requestJson("/v1/devices", messages));
      /** @type {Device[]} */
      const devices = Array.isArray(answer) ? answer : (answer.devices ?? []);
      const rest = devices.filter((device) => device.id !== library.device?.id);
      setChildren(list, rest.map(row));
      show(others, rest.length > 0);
    } catch {
      show(others, false); // without the server there is nothing to tell of the others
    }
  }

  return {
    node: h(
      "div",
      null,
      h("section", { class: "settings-section" }, h("h2", null, t("devices.this")), own, sync),
      others,
    ),
    render() {
      setText(own, library.device?.name ?? t("devices.unnamed"));
      setText(sync, syncWords(library.status(), messages));
    },
  };
}
