import { createDialog } from "../elements/dialog.js";
import { h } from "../elements/dom.js";
import { icon } from "../elements/icon.js";

/** @typedef {import("./panels.js").Panel} Panel */

/**
 * The sheet that a panel stands in.
 * @param {{panel: Panel, name: string, t: (key: string) => string, leave: () => void}} parts `leave`
 *   is asked when a person wants to go
 */
export function openPanelSheet({ panel, name, t, leave }) {
  const opener = document.activeElement;
  const heading = h("h2", null, panel.title);
  const done = h(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": t("close"),
      "data-testid": `sheet.${name}.close`,
      onclick: leave,
    },
    icon("close"),
  );
  const dialog = createDialog(
    {
      style: "sheet", name: `sheet.${name}`, label: panel.title, leave, detent: "large",
      resize: t("sheet.resize"),
    },
    h(
      "div",
      { class: "panel" },
      h("header", { class: "sheet-header" }, heading, done),
      h("div", { class: "sheet-scroll" }, panel.node),
    ),
  );
  /** @type {EventTarget|null} */
  let typed = null;
  dialog.node.addEventListener("input", ({ target }) => (typed = target));
  panel.render?.();
  dialog.open();
  panel.focus?.();

  return {
    /** Whether something stands in it that would be lost: a text begun, a file chosen. */
    get isBegun() {
      const field = /** @type {HTMLInputElement|null} */ (typed);
      return Boolean(field?.value) && field?.getClientRects().length === 1;
    },
    /** What had the focus may be gone with what was done about it: then the panel's name has it. */
    render() {
      const had = dialog.node.contains(document.activeElement);
      panel.render?.();
      if (!had || document.activeElement !== document.body) return;
      // Only now: a sheet that opens gives the focus to the first thing that can have it.
      heading.tabIndex = -1;
      heading.focus();
    },
    /** What opened it may be gone by what was done in it: then the list goes on. */
    close() {
      dialog.close();
      panel.left?.();
      if (opener !== document.body && document.activeElement === document.body) focusList();
    },
  };
}

function focusList() {
  const list = document.querySelector('[data-place="current"] .list [tabindex="0"]');
  if (list instanceof HTMLElement) list.focus({ preventScroll: true });
}
