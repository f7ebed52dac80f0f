import { leaveToWriter } from "../elements/composing.js";
import { h, plainButton, setAttribute, setChildren, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { beginUndoAnew } from "../elements/own-undo.js";
import { makeReorderable } from "../elements/reorder.js";
import { nameLengthMax } from "../library/limits.js";
import { onOneLine } from "../library/text.js";
import { listKey } from "../navigation/list-ref.js";
import * as actions from "./actions.js";
import { createItem } from "./sidebar-item.js";
import { listHref } from "./places.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {{item: ReturnType<typeof createItem>, node: HTMLElement}} Line */

/**
 * The shelves in the person's own order: dragged, or moved with Alt and the arrows; each with a
 * menu for its name, its place and its end. Below them those that were deleted while somebody put
 * a book on them (SYNC §2, "Recovered").
 * @param {Context} context
 */
export function createSidebarShelves(context) {
  const { scene, library, books, messages, deeds, panels, rest, drafts: { texts } } = context;
  const { t } = messages;
  /** @type {Map<string, Line>} */
  const lines = new Map();
  const group = h("div", { class: "sidebar-group sidebar-shelves" });
  const recovered = h("div", { class: "sidebar-group" });
  const hint = h("span", { class: "visually-hidden", id: "shelf-keys" }, t("shelf.keys"));
  const form = createNameForm(t("sidebar.shelfName"), "sidebar.shelfName", texts);
  let isResumed = false;
  const add = h(
    "button",
    {
      type: "button",
      class: "icon-button small",
      "aria-label": t("sidebar.newShelf"),
      title: t("sidebar.newShelf"),
      "data-testid": "sidebar.newShelf",
      onclick: () => ask(null),
    },
    icon("add"),
  );
  const node = h(
    "section",
    null,
    h("header", { class: "sidebar-title" }, h("h2", null, t("sidebar.shelves")), add),
    group,
    form.node,
    recovered,
    hint,
  );
  makeReorderable(group, {
    items: () => books.shelves().flatMap(({ id }) => lines.get(id)?.node ?? []),
    isEnabled: () => books.shelves().length > 1,
    drop(dropped, below) {
      const order = books.shelves().map(({ id }) => id);
      const at = (/** @type {HTMLElement|null} */ one) =>
        order.findIndex((id) => lines.get(id)?.node === one);
      const [from, under] = [at(dropped), at(below)];
      move(order[from], under < from ? under + 1 : under);
    },
  });

  /**
   * Asks for the name of a new shelf, or for another name of one.
   * @param {Entity|null} shelf
   */
  function ask(shelf) {
    prepare(shelf);
    form.begin();
  }

  /** @param {Entity|null} shelf */
  function prepare(shelf) {
    const opener = shelf === null ? add : (lines.get(shelf.id)?.item.node ?? add);
    form.show(draftOf(shelf), shelf?.fields.name ?? "", opener, (name) => {
      if (shelf === null) return deeds.createShelf(name);
      return name === shelf.fields.name || deeds.renameShelf(shelf, name);
    });
  }

  /** Goes on with the name that was begun last, once it is known which shelves there are. */
  function resume() {
    if (isResumed || library.glimpse) return;
    isResumed = true;
    const shelves = [...books.shelves(), null];
    const begun = texts.names().reverse().find((name) => shelves.some((shelf) => draftOf(shelf) === name));
    if (begun) prepare(shelves.find((shelf) => draftOf(shelf) === begun) ?? null);
  }

  /**
   * @param {string} id
   * @param {number} index among the others
   */
  function move(id, index) {
    const shelves = books.shelves();
    const place = Math.max(0, Math.min(shelves.length - 1, index));
    deeds.moveShelf(shelves, id, place);
  }

  /**
   * @param {string} id
   * @param {number} by
   */
  function step(id, by) {
    move(id, books.shelves().findIndex((one) => one.id === id) + by);
    lines.get(id)?.item.node.focus();
  }

  /**
   * Shows what a saved filter does, to be changed and saved under its name.
   * @param {string} id
   */
  function changeFilter(id) {
    const rule = books.rule(id);
    if (!rule) return;
    const { q, filters, author } = rule;
    /** @type {import("../navigation/types.js").ListRef} */
    const list = author === null ? { k: "all" } : { k: "author", v: author };
    scene.dispatch(actions.selectList(list));
    scene.dispatch(actions.setQuery(list, q));
    scene.dispatch(actions.setFilter(list, filters));
    scene.dispatch(actions.showFilters());
  }

  /** @param {Entity} shelf */
  function openShelfMenu(shelf) {
    const at = books.shelves().findIndex(({ id }) => id === shelf.id);
    const choices = [
      { name: "rename", symbol: "edit", label: t("shelf.rename"), act: () => ask(shelf) },
      shelf.fields.rule &&
        { name: "filter", symbol: "filter", label: t("shelf.filter"), act: () => changeFilter(shelf.id) },
      at > 0 && { name: "up", symbol: "up", label: t("shelf.up"), act: () => step(shelf.id, -1) },
      at < books.shelves().length - 1 &&
        { name: "down", symbol: "down", label: t("shelf.down"), act: () => step(shelf.id, 1) },
      {
        name: "delete",
        symbol: "trash",
        label: t("delete"),
        act: () => scene.dispatch(actions.askToDeleteShelf(shelf.id)),
      },
    ];
    const opener = lines.get(shelf.id)?.node.querySelector("button") ?? node;
    const menu = {
      label: shelf.fields.name ?? "",
      name: "popover.shelf",
      choices: choices.flatMap((choice) => choice || []),
    };
    // Where it cannot be read, the window says so.
    rest.load().then(({ openMenu }) => openMenu(opener, menu), () => {});
  }

  /**
   * @param {string} id
   * @returns {Line}
   */
  function line(id) {
    const known = lines.get(id);
    if (known) return known;
    const list = { k: /** @type {const} */ ("shelf"), id };
    const symbol = books.rule(id) ? "filter" : "shelf";
    const item = createItem(listKey(list), symbol, listHref(list), () =>
      scene.dispatch(actions.selectList(list)),
    );
    setAttribute(item.node, "aria-describedby", hint.id);
    const current = () => books.shelves().find((shelf) => shelf.id === id);
    const openMenuHere = () => {
      const shelf = current();
      if (shelf) openShelfMenu(shelf);
      return shelf !== undefined;
    };
    const more = plainButton(
      "icon-button small sidebar-more-button", `sidebar.${listKey(list)}.more`, openMenuHere, icon("more"),
    );
    const made = { item, node: h("div", { class: "sidebar-line" }, item.node, more) };
    item.node.addEventListener("keydown", (event) => {
      const shelf = current();
      if (shelf && pressed(event, shelf)) event.preventDefault();
    });
    made.node.addEventListener("contextmenu", (event) => {
      if (openMenuHere()) event.preventDefault();
    });
    lines.set(id, made);
    return made;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Entity} shelf
   * @returns {boolean} whether the key was taken
   */
  function pressed(event, shelf) {
    if (event.ctrlKey || event.metaKey) return false;
    if (event.altKey) {
      if (event.key === "ArrowUp") return step(shelf.id, -1), true;
      if (event.key === "ArrowDown") return step(shelf.id, 1), true;
      return false;
    }
    if (event.key === "F2") return ask(shelf), true;
    if (event.key !== "Delete") return false;
    event.stopPropagation();
    scene.dispatch(actions.askToDeleteShelf(shelf.id));
    return true;
  }

  return {
    node,
    render() {
      const counts = books.index.totals().shelf;
      const open = scene.state.tabs.library.list;
      const key = open === null ? "" : listKey(open);
      setChildren(
        group,
        books.shelves().map((shelf) => {
          const { item, node: made } = line(shelf.id);
          const name = shelf.fields.name ?? "";
          const count = counts.get(shelf.id) ?? 0;
          const own = listKey({ k: "shelf", id: shelf.id });
          item.show(name, count > 0 ? messages.number(count) : "", own === key);
          setAttribute(made.lastElementChild ?? made, "aria-label", t("shelf.more", { name }));
          return made;
        }),
      );
      setChildren(recovered, books.recovered().map((shelf) => recoveredItem(shelf)));
      show(recovered, books.recovered().length > 0);
      resume();
    },
  };

  /** @param {Entity} shelf */
  function recoveredItem(shelf) {
    const key = `recovered:${shelf.id}`;
    const item =
      lines.get(key)?.item ?? createItem(key, "shelf", null, () => panels.open("notices"));
    lines.set(key, { item, node: item.node });
    item.show(t("recovered.name", { name: shelf.fields.name ?? "" }), "", false);
    return item.node;
  }
}

/**
 * What keeps the name that is typed for a shelf, or for a new one.
 * @param {Entity|null} shelf
 */
const draftOf = (shelf) => `shelf:${shelf?.id ?? ""}`;

/**
 * A field for the name of a shelf, shown when it is asked for. What is typed is kept on this device until it is
 * saved or given up.
 * @param {string} label
 * @param {string} name
 * @param {Context["drafts"]["texts"]} texts
 */
function createNameForm(label, name, texts) {
  const input = h("input", {
    type: "text",
    class: "field-input",
    maxlength: nameLengthMax,
    placeholder: label,
    "aria-label": label,
    "data-testid": name,
    oninput: keep,
  });
  let draft = "";
  let shown = "";
  /** @type {string|undefined} what the device is being given to keep: it is not begun with again */
  let sent;
  const node = h("form", { class: "sidebar-form", hidden: true }, input);
  /** @type {HTMLElement|null} */
  let opener = null;
  /** @type {(name: string) => unknown} */
  let done;

  function keep() {
    if (input.value === shown) texts.drop(draft);
    else texts.keep(draft, { text: input.value });
  }

  function close() {
    node.hidden = true;
    opener?.focus();
  }

  input.addEventListener("keydown", (event) => {
    if (leaveToWriter(event) || event.key !== "Escape") return;
    event.stopPropagation();
    event.preventDefault();
    texts.drop(draft);
    close();
  });
  node.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { value } = input;
    const typed = onOneLine(value);
    sent = value;
    close();
    await texts.saved(draft, typed === "" || done(typed));
    sent = undefined;
  });
  return {
    node,
    /**
     * @param {string} name of the draft, which is gone on with
     * @param {string} value what it begins with otherwise
     * @param {HTMLElement} from gets the focus back
     * @param {(name: string) => unknown} act tells whether it is kept
     */
    show(name, value, from, act) {
      opener = from;
      done = act;
      draft = name;
      shown = value;
      node.hidden = false;
      const kept = texts.get(draft)?.text;
      input.value = kept === sent ? value : kept ?? value;
      beginUndoAnew(input);
    },
    begin() {
      input.focus();
      input.select();
    },
  };
}
