import { leaveToWriter } from "../elements/composing.js";
import { h } from "../elements/dom.js";
import { sentenceOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * What a device is asked about: its new name, or whether to remove it. One of them at a time stands
 * in its card, and the focus goes there and back.
 * @param {Context} context
 * @param {{id: string}} options
 */
export function createDeviceForms({ devices, messages, notify }, { id }) {
  const { t } = messages;
  const input = h("input", {
    class: "field-input", "aria-label": t("devices.name"), "data-testid": "device.name", maxlength: 60,
  });
  const naming = form("rename", t("save"), "primary", () => devices.rename(id, input.value.trim()), [
    input,
  ]);
  const question = h("p", null);
  const removing = form("remove", t("devices.remove"), "danger", () => devices.remove(id), [question]);
  const node = h("div", { class: "device-forms" });
  /** @type {Element|null} */
  let opener = null;
  let isAsking = false;

  /**
   * @param {string} name
   * @param {string} label
   * @param {string} look
   * @param {() => Promise<void>} act
   * @param {readonly Node[]} content
   */
  function form(name, label, look, act, content) {
    return h(
      "form",
      {
        class: "device-form",
        "data-testid": `device.${name}Form`,
        async onsubmit(/** @type {Event} */ event) {
          event.preventDefault();
          // Not disabled, which would take the focus away, but pressed in vain.
          if (isAsking) return;
          isAsking = true;
          try {
            await act();
            close();
          } catch (error) {
            notify(sentenceOf(error, messages));
          }
          isAsking = false;
        },
        onkeydown(/** @type {KeyboardEvent} */ event) {
          if (leaveToWriter(event) || event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          close();
        },
      },
      [...content],
      h(
        "div",
        { class: "device-form-answers" },
        h("button", { type: "button", class: "button small", onclick: close }, t("cancel")),
        h("button", { class: `button small ${look}`, "data-testid": `device.${name}Now` }, label),
      ),
    );
  }

  /** @param {HTMLFormElement} wanted */
  function open(wanted) {
    opener = document.activeElement;
    node.replaceChildren(wanted);
    const first = wanted.querySelector("input, button");
    if (first instanceof HTMLElement) first.focus();
  }

  function close() {
    node.replaceChildren();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    opener = null;
  }

  return {
    node,
    rename() {
      input.value = devices.nameOf(id);
      open(naming);
    },
    remove: () => open(removing),
    render() {
      question.textContent = t("devices.removeText", { device: devices.nameOf(id) });
    },
  };
}
