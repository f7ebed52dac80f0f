import { createDialog } from "../elements/dialog.js";
import { h } from "../elements/dom.js";
import { icon } from "../elements/icon.js";

/** @typedef {import("./context.js").Context} Context */
/**
 * @typedef {{title: string, node: HTMLElement, render?: () => void, focus?: () => void}} Panel
 */

/**
 * Sheets that hold no place in the library and so none in the navigation state: what asks for
 * attention, a book's history, the trash, import, the state of sync, help. One is open at a time.
 * @param {{messages: Context["messages"], rest: Context["rest"],
 *   make: (rest: import("./rest-loader.js").Rest) => Record<string, (about: string) => Panel>}} parts
 */
export function createPanels({ messages, rest, make }) {
  /** @type {{name: string, panel: Panel, dialog: import("../elements/dialog.js").Dialog}|null} */
  let shown = null;

  function close() {
    const closing = shown;
    shown = null;
    closing?.dialog.close();
  }

  /**
   * @param {((about: string) => Panel)|undefined} maker
   * @param {string} name
   * @param {string} about
   */
  function present(maker, name, about) {
    if (!maker) throw new RangeError(`no panel is called ${name}`);
    close();
    const panel = maker(about);
    const done = h(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": messages.t("close"),
        "data-testid": `sheet.${name}.close`,
        onclick: close,
      },
      icon("close"),
    );
    const dialog = createDialog(
      {
        style: "sheet",
        name: `sheet.${name}`,
        label: panel.title,
        leave: close,
        detent: "large",
        resize: messages.t("sheet.resize"),
      },
      h(
        "div",
        { class: "panel" },
        h("header", { class: "sheet-header" }, h("h2", null, panel.title), done),
        h("div", { class: "sheet-scroll" }, panel.node),
      ),
    );
    shown = { name, panel, dialog };
    panel.render?.();
    dialog.open();
    panel.focus?.();
  }

  return {
    /**
     * Opens a panel, as soon as its view is read.
     * @param {string} name
     * @param {string} [about] the id of what it is about
     */
    open(name, about = "") {
      if (rest.parts) return present(make(rest.parts)[name], name, about);
      // Where it cannot be read, the window says so.
      rest.load().then((parts) => present(make(parts)[name], name, about), () => {});
    },
    close,
    render() {
      shown?.panel.render?.();
    },
    get isOpen() {
      return shown !== null;
    },
  };
}
