import { h, plainButton, setAttribute, setChildren, setText } from "../elements/dom.js";
import { tally } from "./bulk.js";
import { iconButton } from "./icon-button.js";
import { sharedTagMax } from "./limits.js";
import { openOver } from "./selection-popover.js";
import { shelfForm } from "./shelf-picker.js";
import { createTagChips } from "./tag-chips.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/**
 * @typedef {{context: Context, deeds: import("./bulk-deeds.js").BulkDeeds, selected: () => Entity[]}} Parts
 */

/**
 * The shelves, for all selected books: pressing one puts all of them there or, where all stand on it
 * already, takes all off; a new one is made by its name.
 * @param {Element} opener
 * @param {Parts} parts
 */
export function openShelves(opener, { context, deeds, selected }) {
  const { books, messages: { t } } = context;
  const list = h("div", { class: "shelf-picker-list", role: "group", "aria-label": t("book.shelves") });
  const form = shelfForm(t, "popover.shelves", (name) => deeds.shelve(selected(), name));
  form.querySelector("input")?.toggleAttribute("autofocus", true);
  /** @type {Map<string, HTMLElement>} */
  const buttons = new Map();

  /** @param {string} shelf */
  function toggle(shelf) {
    const chosen = selected();
    if (books.shelfName(shelf) === null) return;
    if (tally(chosen, "shelves").get(shelf) === chosen.length) deeds.unshelve(chosen, shelf);
    else deeds.putOn(chosen, shelf);
  }

  /** @param {string} shelf */
  function buttonOf(shelf) {
    const made = buttons.get(shelf) ?? plainButton(
      "facet-option", `popover.shelves.${shelf}`, () => toggle(shelf),
      h("span", { class: "facet-label", dir: "auto" }), h("span", { class: "facet-count" }),
    );
    buttons.set(shelf, made);
    return made;
  }

  return open(context, opener, { name: "popover.shelves", label: t("book.shelves") }, [list, form], () => {
    const chosen = selected();
    const counts = tally(chosen, "shelves");
    setChildren(list, books.ownShelves().map(({ id, fields }) => {
      const [button, have] = [buttonOf(id), counts.get(id) ?? 0];
      const isSome = have > 0 && have < chosen.length;
      setText(/** @type {Node} */ (button.firstChild), fields.name ?? "");
      setText(
        /** @type {Node} */ (button.lastChild),
        isSome ? t("select.someHave", { have, count: chosen.length }) : "",
      );
      setAttribute(button, "aria-pressed", isSome ? "mixed" : String(have > 0));
      return button;
    }));
  });
}

/**
 * The tags of the selected books: those that any of them has can be taken off all, others are added
 * to all.
 * @param {Element} opener
 * @param {Parts} parts
 */
export function openTags(opener, { context, deeds, selected }) {
  const { t } = context.messages;
  const chips = createTagChips(context, {
    name: "popover.tags.set",
    add: (tags) => deeds.tag(selected(), tags),
    remove: (tag) => deeds.untag(selected(), tag),
    isOfMany: true,
    autofocus: true,
  });
  return open(context, opener, { name: "popover.tags", label: t("book.tags") }, [chips.node], () => {
    const { length: count } = selected();
    const counts = [...tally(selected(), "tags")].slice(0, sharedTagMax);
    chips.show(counts.map(([tag, have]) => ({
      value: tag,
      label: have === count ? tag : t("select.someOf", { label: tag, have, count }),
    })));
  });
}

/**
 * @param {Context} context
 * @param {Element} opener
 * @param {{name: string, label: string}} how
 * @param {HTMLElement[]} content
 * @param {() => void} render
 */
function open(context, opener, { name, label }, content, render) {
  return openOver(context, { name, label: () => label, style: "popover", opener }, (close) => ({
    render,
    node: h(
      "div",
      { class: "panel selection-set" },
      h(
        "header",
        { class: "sheet-header" },
        h("h2", null, label),
        iconButton("close", context.messages.t("close"), `${name}.close`, close),
      ),
      h("div", { class: "sheet-scroll" }, content),
    ),
  }));
}
