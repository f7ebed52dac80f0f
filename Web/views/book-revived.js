import { h, setText, show } from "../elements/dom.js";
import * as actions from "./actions.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/**
 * Says that a book was deleted on one device and edited on another at the same time, and so was
 * kept (SYNC §2): deleting it again, or letting it be, is one tap.
 * @param {Context} context
 * @param {() => Entity|undefined} current
 */
export function createRevived({ scene, library, messages, deeds }, current) {
  const { t } = messages;
  const words = h("p", null);
  const keep = h(
    "button",
    { type: "button", class: "button small", "data-testid": "revived.keep", onclick: settle },
    t("revived.keep"),
  );
  const remove = h(
    "button",
    { type: "button", class: "button small", "data-testid": "revived.delete", onclick: ask },
    t("delete"),
  );
  const node = h("aside", { class: "revived", hidden: true }, words, keep, remove);

  function settle() {
    const book = current();
    if (book) void deeds.set(book, { revived: null });
  }

  function ask() {
    const book = current();
    if (book) scene.dispatch(actions.askToDelete(book.id));
  }

  /** @param {{by?: string}|undefined} version */
  function device(version) {
    return library.deviceName(version?.by ?? "") ?? t("conflicts.unknownDevice");
  }

  return {
    node,
    /** @param {Entity} book */
    render({ fields: { revived } }) {
      show(node, Boolean(revived));
      if (!revived) return;
      const { deleted, edited } = revived;
      setText(words, t("revived.text", { deleter: device(deleted), editor: device(edited) }));
    },
  };
}
