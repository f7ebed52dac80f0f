import { h, plainButton, setAttribute, setText } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { openMenu } from "../elements/menu.js";
import { statuses } from "../navigation/list-ref.js";
import { createBulkDeeds } from "./bulk-deeds.js";
import { livingBook } from "./gone-book.js";
import { fullestFirst } from "./joining.js";
import { joinedMax } from "./limits.js";
import { askToDelete } from "./selection-question.js";
import { openShelves, openTags } from "./selection-sets.js";
import { statusIcons } from "./sidebar.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/**
 * What the bar is about. `all` selects all of the list, or where all are, none.
 * @typedef {{
 *   count: () => number, selected: () => Entity[], isAll: () => boolean, all: () => void, end: () => void,
 * }} Chosen
 */

/**
 * What can be done with the selected books, below their list: a toolbar, through which the arrow
 * keys go.
 * @param {Context} context
 * @param {Chosen} chosen
 */
export function createSelectionBar(context, chosen) {
  const { t } = context.messages;
  const deeds = createBulkDeeds(context);
  /** @type {import("./selection-popover.js").Popover|null} */
  let open = null;
  /** One of the books that were selected when this was last drawn. */
  let last = "";
  const count = h("span", { class: "selection-count" });
  const all = textButton("selection.all", chosen.all);
  const done = textButton("selection.done", chosen.end);
  setText(done, t("done"));
  const parts = { context, deeds, selected: chosen.selected };
  // One book, or many at once, cannot be compared with each other.
  const join = act("join", "link", t("bulk.join"), () => {
    if (chosen.count() > joinedMax) return void context.notify(t("join.tooMany", { count: joinedMax }));
    context.panels.open("join", fullestFirst(chosen.selected()).map(({ id }) => id).join(" "));
  });
  const acts = [
    act("status", "check", t("fieldName.status"), (opener) => openMenu(opener, {
      label: t("fieldName.status"),
      name: "popover.selection",
      choices: [...statuses, null].map((status) => ({
        name: status ?? "none",
        symbol: status === null ? "undo" : statusIcons[status],
        label: status === null ? t("bulk.noStatus") : t(`status.${status}`),
        act: () => deeds.status(chosen.selected(), status),
      })),
    })),
    act("shelf", "shelf", t("fieldName.shelves"), (opener) => (open = openShelves(opener, parts))),
    act("tag", "tag", t("fieldName.tags"), (opener) => (open = openTags(opener, parts))),
    join,
    act("lend", "loan", t("bulk.lend"), () => context.panels.open(
      "loan", ["lent", ...chosen.selected().map(({ id }) => id)].join(" "))),
    act("delete", "trash", t("delete"), ask),
  ];
  const buttons = [all, done, ...acts];
  const node = h(
    "div",
    { class: "selection-bar", role: "toolbar", "data-testid": "selection", onkeydown: step, onfocusin: mark },
    h("div", { class: "selection-line" }, count, all, done),
    h("div", { class: "selection-acts" }, acts),
  );
  // Notices stand above it. Another list's bar may be there once this one has gone.
  const sizes = new ResizeObserver(() => {
    if (!node.isConnected) return;
    document.body.style.setProperty("--selection-space", `${node.offsetHeight}px`);
  });

  /** What is open over the list closes with the last of what it is about: which that was, is said. */
  function shut() {
    if (open?.close() && livingBook(context, last)) context.notify(t("select.ended"), { name: "notice.ended" });
  }

  function ask() {
    open = askToDelete(context, chosen.selected, () => {
      deeds.delete(chosen.selected());
      chosen.end();
    });
  }

  /** @param {KeyboardEvent} event */
  function step(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const usable = buttons.filter((button) => !button.disabled);
    const at = usable.findIndex((button) => button === document.activeElement);
    usable[(at + by + usable.length) % usable.length].focus();
  }

  /** Says what can be done now. What has the focus never goes out of use while it has it. */
  function enable() {
    for (const button of acts) {
      const isIdle = chosen.count() < (button === join ? 2 : 1);
      if (isIdle && button === document.activeElement) all.focus();
      button.disabled = isIdle;
    }
    if (buttons.some((button) => button.disabled && button.tabIndex === 0)) mark();
  }

  /** One stop of Tab for all of them: the one last used. */
  function mark({ target } = /** @type {{target: EventTarget|null}} */ ({ target: null })) {
    const stop = buttons.find((button) => button === target) ?? all;
    for (const button of buttons) setAttribute(button, "tabindex", button === stop ? 0 : -1);
  }
  mark();

  return {
    node,
    /** @param {HTMLElement} list what it stands in from now on */
    enter(list) {
      list.append(node);
      sizes.observe(node);
    },
    render() {
      const selected = chosen.count();
      setAttribute(node, "aria-label", t("select.count", { count: selected }));
      setText(count, selected === 0 ? t("select.begin") : t("select.short", { count: selected }));
      setText(all, t(chosen.isAll() ? "select.none" : "select.all"));
      // Which gives the focus back to the button that opened it.
      if (selected === 0) shut();
      else last = chosen.selected()[0]?.id ?? "";
      enable();
      open?.render();
    },
    leave() {
      shut();
      sizes.disconnect();
      node.remove();
    },
    /** @param {string} status */
    status: (status) => deeds.status(chosen.selected(), status),
    askToDelete: ask,
  };
}

/**
 * @param {string} name
 * @param {() => void} act
 */
function textButton(name, act) {
  return plainButton("text-button", name, act);
}

/**
 * @param {string} name
 * @param {string} symbol
 * @param {string} label
 * @param {(opener: Element) => void} open
 */
function act(name, symbol, label, open) {
  /** @type {HTMLButtonElement} */
  const button = h(
    "button",
    {
      type: "button", class: "selection-act", "data-testid": `selection.${name}`,
      "aria-haspopup": "dialog", onclick: () => open(button),
    },
    icon(symbol),
    h("span", null, label),
  );
  return button;
}
