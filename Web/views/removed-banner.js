import { topDialog } from "../elements/top-dialog.js";
import { h, plainButton, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { iconButton } from "./icon-button.js";
import { isRemoved } from "./sync-state.js";
import { hasUnsent, saveUnsent } from "./unsent.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * Says that this device was removed from the library, what it keeps nevertheless, and the way back.
 * It can be put aside until the page is opened again; the word beside the library stays. A dialog is
 * gone on with undisturbed.
 * @param {Context} context
 * @param {() => void} putAside draws what is left
 */
export function createRemovedBanner({ announce, library, messages: { t } }, putAside) {
  const text = h("span", null);
  const save = plainButton("button small", "removed.save", () => saveUnsent(library), t("sync.export"));
  const pair = h(
    "a",
    { class: "button small primary", href: "/pair", "data-testid": "removed.pair" },
    t("removed.pair"),
  );
  const hide = iconButton("close", t("removed.hide"), "removed.hide", () => {
    isPutAside = true;
    putAside();
  });
  const node = h(
    "div",
    { class: "banner", role: "status", "data-testid": "removed.banner", hidden: true },
    icon("lock"),
    h("span", { class: "banner-words" }, h("strong", null, t("removed.title")), " ", text),
    hide,
    h("span", { class: "banner-deeds" }, save, pair),
  );
  let isPutAside = false;
  let isSaid = false;
  return {
    node,
    render() {
      const is = isRemoved(library);
      isPutAside &&= is;
      isSaid &&= is;
      show(node, is && !isPutAside && topDialog() === null);
      if (node.hidden) return;
      // What was hidden a moment ago is not read out by itself.
      if (!isSaid) announce(t("removed.title"));
      isSaid = true;
      const { waiting } = library.status();
      setText(text, waiting > 0 ? t("removed.unsent", { count: waiting }) : t("removed.kept"));
      show(save, hasUnsent(library));
    },
  };
}
