import { setAttribute } from "../elements/dom.js";
import { createSelectionBar } from "./selection-bar.js";
import { all, begun, isOn, nothing, rangeTo, stepTo, toggle, within } from "./selection.js";
import { statuses } from "../navigation/list-ref.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/**
 * The list that books are selected in. `key` says which list that is, `stay` keeps it from opening
 * what the keyboard has come to, `redraw` draws it again.
 * @typedef {{
 *   node: HTMLElement, scroller: HTMLElement,
 *   key(): string, redraw(): void, focus(): void, stay(): void,
 *   rows: import("../elements/virtual-list.js").VirtualList,
 * }} Host
 */

const stepKey = /^(Arrow|Page|Home|End)/;

/**
 * Selecting several books of one list, by pointer, touch and keys (BOOKS §6): what is selected, and
 * the bar that acts on it. It belongs to this window and to the list as it is shown; one list at a
 * time has it.
 * @param {Context} context
 * @param {Host} host
 */
export function createSelector(context, { node, scroller, rows, key, redraw, focus, stay }) {
  const { books, library, scene, messages: { t }, preferences, announce, selecting } = context;
  let selection = nothing;
  let shownKey = key();
  /**
   * Ends the step of Back that ends the selection, where there is one.
   * @type {(() => void)|null}
   */
  let uncover = null;
  const bar = createSelectionBar(context, {
    count: () => selection.ids.size,
    selected: () => rows.ids.flatMap((id) => (selection.ids.has(id) ? (library.get("book", id) ?? []) : [])),
    isAll: () => selection.ids.size === rows.ids.length,
    all: () => take(selection.ids.size === rows.ids.length ? begun : all(selection, rows)),
    end,
  });
  const self = { pressed: taken, end };

  /**
   * Goes on with another selection, and says how many that are.
   * @param {import("./selection.js").Selection} next
   */
  function take(next) {
    if (!keep(next)) return;
    redraw();
  }

  /** @param {import("./selection.js").Selection} next */
  function keep(next) {
    if (next === selection) return false;
    const [was, is] = [isOn(selection), isOn(next)];
    selection = next;
    if (is && !was) enter();
    if (was && !is) leave();
    setAttribute(scroller, "aria-multiselectable", is ? "true" : null);
    if (is || was) announce(is ? t("select.count", { count: next.ids.size }) : t("select.ended"));
    return true;
  }

  function enter() {
    if (selecting.current !== self) selecting.current?.end();
    selecting.current = self;
    stay();
    bar.enter(node);
    cover();
  }

  /** In a narrow window Back ends the selection before it leaves the list; in a wide one both stay in sight. */
  function cover() {
    if (scene.layout === "narrow") uncover ??= scene.overlay(end, true);
    else lift();
  }

  function lift() {
    const left = uncover;
    uncover = null;
    left?.();
  }

  function leave() {
    const had = bar.node.contains(document.activeElement);
    if (selecting.current === self) selecting.current = null;
    lift();
    bar.leave();
    if (had) focus();
  }

  function end() {
    take(nothing);
  }

  /** @param {string|null} id */
  function toggleOne(id) {
    if (id === null || !books.index.get(id)) return false;
    take(toggle(selection, id));
    return true;
  }

  /**
   * The keys that are the selection's wherever in the window the focus is.
   * @param {KeyboardEvent} event
   * @param {boolean} isTyping
   * @returns {boolean} whether the key was taken
   */
  function taken(event, isTyping) {
    const { key: pressed, altKey, shiftKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (!node.isConnected || node.closest("[inert]") || altKey) return false;
    if (pressed === "Escape" && !isCommand) return end(), true;
    if (isTyping) return false;
    if (isCommand) return pressed.toLowerCase() === "a" && !shiftKey && (take(all(selection, rows)), true);
    // In the detail they are about its book.
    const pane = document.activeElement?.closest(".layer-detail");
    if (!preferences.shortcuts || selection.ids.size === 0 || (pane && !pane.contains(node))) return false;
    if (/^[1-5]$/.test(pressed)) return bar.status(statuses[Number(pressed) - 1]), true;
    return pressed === "Delete" && (bar.askToDelete(), true);
  }

  return {
    get isOn() {
      return isOn(selection);
    },
    /** @param {string} id */
    has: (id) => selection.ids.has(id),
    toggle: toggleOne,

    /** Begins with nothing selected, or ends it. */
    flip: () => take(isOn(selection) ? nothing : begun),

    /**
     * A row was pressed to select it, not to open it.
     * @param {MouseEvent} event
     * @param {string} id
     * @param {string|null} from the current row before that
     */
    clicked(event, id, from) {
      if (event.shiftKey) take(rangeTo(selection, rows, from, id));
      else toggleOne(id);
    },

    /**
     * A key of the list.
     * @param {KeyboardEvent} event
     * @param {{from: string|null, to: string|null, isTaken: boolean}} step the current rows before it
     *   and after, and whether it has moved through the list, or meant something else there
     * @returns {boolean} whether it was taken for selecting
     */
    stepped(event, { from, to, isTaken }) {
      const { key: pressed, repeat, shiftKey, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return false;
      if (shiftKey && isTaken && stepKey.test(pressed) && to !== null) {
        take(stepTo(selection, rows, from, to));
        return true;
      }
      const isToggle = pressed === "x" ? preferences.shortcuts : pressed === " " && isOn(selection);
      return isToggle && !isTaken && (repeat || toggleOne(to));
    },

    /**
     * Follows the list: what has left it leaves the selection, and another list ends it.
     */
    render() {
      const isOther = key() !== shownKey;
      shownKey = key();
      keep(isOther ? nothing : within(selection, rows, books.idOf));
      if (isOn(selection)) {
        cover();
        bar.render();
      }
    },
  };
}

/** @typedef {ReturnType<typeof createSelector>} Selector */
