import { coverParts } from "../covers/cover.js";
import { h, plainButton, setAttribute, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { VirtualList } from "../elements/virtual-list.js";
import { joinedInto, restoringChange } from "../library/joined.js";
import { inOperations } from "./batch.js";
import { authorLine } from "./book-words.js";
import { textScale } from "./list-grid.js";
import { openOver } from "./selection-popover.js";
import { shortTitleOf, titleOf } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */

/** What a person put there by deleting it; the rest goes and comes with its book. */
const restorable = ["book", "shelf"];

/** Two lines of title and one of author, in pixels. */
const rowHeight = 80;

/**
 * Deleted books and shelves, each with the way back.
 * @param {Context} context
 */
export function createTrashView(context) {
  const { library, books, messages, deeds } = context;
  const { t } = messages;
  const lead = h("p", { class: "panel-text" }, t("trash.lead"));
  const all = plainButton("button", "trash.all", ask, icon("undo"), t("trash.all"));
  const list = h("div", { class: "trash", role: "list" });
  const empty = h("p", { class: "panel-empty" }, icon("trash"), t("trash.none"));
  /** @type {Map<string, Entity>} */
  let entities = new Map();
  /** @type {WeakMap<HTMLElement, Entity|undefined>} */
  const shown = new WeakMap();
  /** @type {unknown} */
  let drawn;
  const rows = new VirtualList({
    scroller: list,
    create: () => h("div", { class: "trash-item", role: "listitem" }),
    layout: (width) => ({ columns: 1, width, height: rowHeight * textScale(), gap: 0, inset: 0 }),
    patch(node, key) {
      const entity = /** @type {Entity} */ (entities.get(key));
      setAttribute(node, "data-testid", `trash.${entity.id}`);
      node.removeAttribute("tabindex"); // its button has one
      if (shown.get(node) === entity) return;
      shown.set(node, entity);
      node.replaceChildren(...parts(entity));
    },
  });

  /** @param {Entity} entity */
  function parts(entity) {
    const isBook = entity.kind === "book";
    return [
      isBook ? h("span", { class: "cover row-cover" }, coverParts(entity)) : icon("shelf"),
      h(
        "span",
        { class: "row-text" },
        h("span", { class: "row-title", dir: "auto" }, titleOf(entity)),
        h(
          "span",
          { class: "row-author", dir: "auto" },
          isBook ? (joinedWords(entity) ?? authorLine(entity, messages)) : t("trash.shelf"),
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "button small",
          "data-testid": `trash.${entity.id}.restore`,
          "aria-label": `${t("trash.restore")}: ${titleOf(entity)}`,
          onclick: () => deeds.restore(entity),
        },
        icon("undo"),
        t("trash.restore"),
      ),
    ];
  }

  /**
   * Which book it is now, where it was joined with one.
   * @param {Entity} book
   */
  function joinedWords(book) {
    const now = books.index.get(books.idOf(book.id));
    return now && joinedInto(book) !== null ? t("trash.joined", { title: shortTitleOf(now) }) : null;
  }

  /** Whether to restore all that is shown: what one deletion took may be thousands. */
  function ask() {
    const count = entities.size;
    const question = t("trash.allAsk", { count });
    openOver(context, { style: "alert", name: "alert.restoreAll", label: () => question }, (leave) => ({
      node: h(
        "div",
        { class: "question" },
        h("h2", null, question),
        h("p", null, t("trash.allText")),
        h(
          "div",
          { class: "question-answers" },
          answer("cancel", "cancel", leave),
          answer("restore", "trash.all", leave),
        ),
      ),
    }));

    /**
     * @param {"cancel"|"restore"} name
     * @param {string} words
     * @param {() => void} leave
     */
    function answer(name, words, leave) {
      return plainButton(
        "button", `alert.restoreAll.${name}`,
        () => {
          leave();
          if (name === "restore") restoreAll(count);
        },
        t(words),
      );
    }
  }

  /** @param {number} count */
  function restoreAll(count) {
    const changes = [...entities.values()].map(restoringChange);
    void deeds.undoable(inOperations(changes), t("trash.allBack", { count }), "notice.deleted");
  }

  /** Draws, and goes on with the next where the row with the focus is gone by that; with the same where it
   * was drawn anew, as when the server has heard of it. */
  function draw() {
    const focused = document.activeElement;
    const at = rows.ids.findIndex((key) => rows.nodeOf(key)?.contains(focused));
    const key = rows.ids[at];
    rows.setItems([...entities.keys()]);
    rows.render();
    const isThere = entities.has(key);
    if (at < 0 || (isThere && document.activeElement === focused)) return;
    const next = isThere ? key : rows.ids[Math.min(at, rows.ids.length - 1)];
    // Without one the sheet finds a place for the focus.
    if (next === undefined) return void (/** @type {HTMLElement} */ (focused).blur());
    rows.reveal(next);
    rows.render();
    rows.nodeOf(next)?.querySelector("button")?.focus();
  }

  return {
    title: t("sidebar.trash"),
    node: h("div", { class: "panel-body" }, lead, all, list, empty),
    render() {
      const trash = library.trash();
      if (trash === drawn) return;
      drawn = trash;
      // By the moment, which is the same before and after the server has heard of a deletion.
      const kept = trash
        .filter((entity) => restorable.includes(entity.kind))
        .sort((a, b) => (b.at ?? 0) - (a.at ?? 0) || (b.seq ?? 0) - (a.seq ?? 0));
      entities = new Map(kept.map((entity) => [`${entity.kind}/${entity.id}`, entity]));
      draw();
      show(lead, kept.length > 0);
      show(all, kept.length > 1);
      if (all.hidden) all.blur(); // and the sheet finds a place for the focus
      show(list, kept.length > 0);
      show(empty, kept.length === 0);
    },
  };
}
