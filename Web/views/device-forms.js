import { leaveToWriter } from "../elements/composing.js";
import { h } from "../elements/dom.js";
import { deviceNameLengthMax } from "./limits.js";
import { sentenceOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * What a device is asked about: its new name, or whether to remove it. One of them at a time stands
 * in its card, and the focus goes there and back. A name that is typed is kept on this device until it is
 * saved or given up.
 * @param {Context} context
 * @param {{id: string}} options
 */
export function createDeviceForms({ devices, messages, notify, drafts: { texts } }, { id }) {
  const { t } = messages;
  const draft = `device:${id}`;
  const input = h("input", {
    class: "field-input", "aria-label": t("devices.name"), "data-testid": "device.name",
    maxlength: deviceNameLengthMax,
    oninput: keep,
  });
  const naming = form("rename", t("save"), "primary", rename, [input]);
  const question = h("p", null);
  const removing = form("remove", t("devices.remove"), "danger", () => devices.remove(id), [question]);
  const node = h("div", { class: "device-forms" });
  /** @type {Element|null} */
  let opener = null;
  let isAsking = false;

  function keep() {
    if (input.value === devices.nameOf(id)) texts.drop(draft);
    else texts.keep(draft, { text: input.value });
  }

  async function rename() {
    await devices.rename(id, input.value.trim());
    texts.drop(draft);
  }

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
          giveUp();
        },
      },
      [...content],
      h(
        "div",
        { class: "device-form-answers" },
        h("button", { type: "button", class: "button small", onclick: giveUp }, t("cancel")),
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

  function giveUp() {
    if (naming.isConnected) texts.drop(draft);
    close();
  }

  function close() {
    node.replaceChildren();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    opener = null;
  }

  return {
    node,
    rename() {
      input.value = texts.get(draft)?.text ?? devices.nameOf(id);
      open(naming);
    },
    /**
     * Goes on with a name that was begun.
     * @param {Element} from has the focus when it is done
     */
    resume(from) {
      const begun = texts.get(draft);
      if (!begun) return;
      opener = from;
      input.value = begun.text;
      node.replaceChildren(naming);
    },
    remove: () => open(removing),
    render() {
      question.textContent = t("devices.removeText", { device: devices.nameOf(id) });
    },
  };
}
