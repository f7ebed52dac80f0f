import { h, setAttribute, setChildren, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { listKey, statuses } from "../navigation/list-ref.js";
import * as actions from "./actions.js";
import { attentionOf } from "./attention.js";
import { keysHere } from "./command-key.js";
import { iconButton } from "./icon-button.js";
import { sidebarTagMax } from "./limits.js";
import { listHref } from "./places.js";
import { createItem } from "./sidebar-item.js";
import { createSidebarShelves } from "./sidebar-shelves.js";
import { createSyncState } from "./sync-state.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").ListRef} ListRef */

/**
 * The lists of the library with their counts, what asks for attention, and the state of sync.
 * @param {Context} context
 */
export function createSidebar(context) {
  const { scene, books, messages, panels } = context;
  const { t } = messages;
  /** @type {Map<string, ReturnType<typeof createItem>>} */
  const items = new Map();
  const sync = createSyncState(context);
  const statusGroup = h("div", { class: "sidebar-group" });
  const tagGroup = h("div", { class: "sidebar-group" });
  const tagSection = section("sidebar.tags", tagGroup);
  const allTags = h(
    "button",
    { type: "button", class: "sidebar-more", onclick: () => showAllTags() },
    t("sidebar.allTags"),
  );
  const attention = h("div", { class: "sidebar-group" });
  const shelves = createSidebarShelves(context);
  const palette = createItem("palette", "keyboard", null, () => context.commands.palette());
  let everyTag = false;

  const node = h(
    "nav",
    { class: "sidebar", "aria-label": t("sidebar.label") },
    h(
      "header",
      { class: "pane-header sidebar-header" },
      h("p", { class: "brand", tabindex: -1 }, t("app.name")),
      h(
        "button",
        {
          type: "button",
          class: "icon-button only-wide",
          "aria-label": t("sidebar.hide"),
          title: t("sidebar.hide"),
          "data-testid": "sidebar.hide",
          onclick: () => scene.dispatch(actions.setColumns("doubleColumn")),
        },
        icon("sidebar"),
      ),
    ),
    h(
      "div",
      { class: "sidebar-scroll" },
      statusGroup,
      shelves.node,
      tagSection,
      allTags,
      attention,
    ),
    h(
      "footer",
      { class: "sidebar-footer" },
      sync.node,
      iconButton("devices", t("devices.title"), "sidebar.devices", () =>
        scene.dispatch(actions.showDevices())),
    ),
  );

  /** @param {number} count */
  function counted(count) {
    return count > 0 ? messages.number(count) : "";
  }

  function showAllTags() {
    const before = new Set(tagGroup.children);
    everyTag = true;
    render();
    // The button is gone with that; who pressed it goes on at the first that it has shown.
    const [first] = [...tagGroup.children].filter((tag) => !before.has(tag));
    /** @type {HTMLElement|undefined} */ (first)?.focus();
  }

  /**
   * @param {string} name
   * @param {HTMLElement} group
   */
  function section(name, group) {
    return h(
      "section",
      null,
      h("header", { class: "sidebar-title" }, h("h2", null, t(name))),
      group,
    );
  }

  /**
   * @param {string} key
   * @param {string} symbol
   * @param {string|null} href
   * @param {() => void} act
   */
  function item(key, symbol, href, act) {
    const known = items.get(key) ?? createItem(key, symbol, href, act);
    items.set(key, known);
    return known;
  }

  /**
   * @param {ListRef} list
   * @param {string} symbol
   * @param {string} label
   * @param {number} count
   */
  function listItem(list, symbol, label, count) {
    const key = listKey(list);
    const made = item(key, symbol, listHref(list), () => scene.dispatch(actions.selectList(list)));
    const current = scene.state.tabs.library.list;
    made.show(label, counted(count), current !== null && listKey(current) === key);
    return made.node;
  }

  /**
   * @param {string} name
   * @param {string} symbol
   * @param {number} count
   */
  function panelItem(name, symbol, count) {
    const made = item(name, symbol, null, () => panels.open(name));
    made.show(t(`sidebar.${name}`), counted(count), false);
    return made.node;
  }

  /** Draws what there is, and says how much of it asks for attention. */
  function render() {
    const totals = books.index.totals();
    setChildren(statusGroup, [
      listItem({ k: "all" }, "library", t("list.all"), books.index.size),
      ...statuses.map(
        (v) => listItem(
          { k: "status", v },
          statusIcons[v],
          t(`status.${v}`),
          totals.status.get(v) ?? 0,
        ),
      ),
    ]);
    shelves.render();
    const tags = books.tags();
    show(tagSection, tags.length > 0);
    const shown = everyTag ? tags : mostUsed(tags);
    show(allTags, shown.length < tags.length);
    setChildren(
      tagGroup,
      shown.map(([tag, count]) => tagItem(tag, count)),
    );
    const attending = attentionOf(context);
    const { conflicts, notices, problems, trash, loans } = attending;
    setChildren(attention, [
      panelItem("stats", "chart", 0),
      loans !== null && panelItem("loans", "loan", loans),
      panelItem("conflicts", "conflict", conflicts),
      notices > 0 && panelItem("notices", "info", notices),
      problems > 0 && panelItem("problems", "problem", problems),
      panelItem("trash", "trash", trash),
      panelItem("import", "import", 0),
      palette.node,
    ]);
    const isWide = scene.layout === "wide"; // where there is a keyboard, most likely
    palette.show(t("palette.open"), isWide ? keysHere("Ctrl K") : "", false);
    setAttribute(items.get("conflicts")?.node ?? node, "data-alert", conflicts > 0);
    setAttribute(items.get("notices")?.node ?? node, "data-alert", notices > 0);
    setAttribute(items.get("problems")?.node ?? node, "data-alert", problems > 0);
    sync.render();
    return attending;
  }

  /**
   * A tag shows all books that have it.
   * @param {string} tag
   * @param {number} count
   */
  function tagItem(tag, count) {
    const link = `/library/all?tag=${encodeURIComponent(tag)}`;
    const made = item(`tag:${tag}`, "tag", link, () => scene.dispatch(actions.openLink(link)));
    made.show(tag, counted(count), false);
    return made.node;
  }

  return {
    node,
    render,
    focus() {
      const current = node.querySelector('[aria-current="page"]') ?? node.querySelector("a");
      if (current instanceof HTMLElement) current.focus({ preventScroll: true });
    },
  };
}

export const statusIcons = {
  toRead: "tag",
  reading: "book",
  paused: "minus",
  read: "check",
  abandoned: "close",
};

/**
 * The tags with the most books, in the order that they come in.
 * @param {[string, number][]} tags
 */
function mostUsed(tags) {
  const most = new Set([...tags].sort((a, b) => b[1] - a[1]).slice(0, sidebarTagMax));
  return tags.filter((tag) => most.has(tag));
}
