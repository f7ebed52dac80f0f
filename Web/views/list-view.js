import { h, setAttribute, show } from "../elements/dom.js";
import { enterList, listboxKeys } from "../elements/listbox.js";
import { makeReorderable } from "../elements/reorder.js";
import { VirtualList } from "../elements/virtual-list.js";
import * as actions from "./actions.js";
import { blankBookRow, createBookRow, patchBookRow } from "./book-row.js";
import { rowKeys } from "./book-keys.js";
import { quietPass } from "./context.js";
import { createEmptyState } from "./list-empty.js";
import { listGrid, textScale } from "./list-grid.js";
import { createListHeader } from "./list-header.js";
import { listTitle } from "./list-title.js";
import { rowLoan } from "./loan-words.js";
import { followMilliseconds } from "./limits.js";
import { createShelfOrder } from "./shelf-order.js";
import { listKey } from "../navigation/list-ref.js";
import { listState } from "../navigation/list-state.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Pass} Pass */
/** @typedef {import("../navigation/types.js").ListRef} ListRef */

/**
 * A list of books: its header, its rows or covers, and what to do when there are none. Its place
 * is kept in the navigation state by anchor; the view scrolls only when that state asks for
 * another place than the one the person scrolled to.
 * @param {Context} context
 * @param {{list: () => ListRef, pushed: boolean}} options `pushed`: it stands inside the detail
 */
export function createListView(context, { list, pushed }) {
  const { scene, books, messages, preferences, rest } = context;
  const header = createListHeader(context, {
    list,
    pushed,
    down: () => enterList(rows),
    settle: () => rows.flush(),
    select: () => select((it) => it.flip()),
    isSelecting: () => selector()?.isOn === true,
  });
  const scroller = h("div", { class: "list", role: "listbox", tabindex: -1 });
  const area = h("div", { class: "list-area" }, scroller);
  const empty = createEmptyState(context, list);
  const node = h("section", { class: "list-pane" }, header.node, area, empty.node);

  /** @type {Pass} */
  let pass = quietPass;
  let shownKey = "";
  let shownRef = list();
  /** @type {unknown} */
  let shownAnchor;
  let following = 0;
  let shownMode = "";
  /** @type {string|null} */
  let shownSelected = null;
  /** @type {string|null} */
  let pressedFrom = null;
  /**
   * Where the row that keys acted on is gone: the one beside its place, and on which side that is.
   * @type {{id: string|null, isBelow: boolean}|null}
   */
  let gap = null;
  /** @type {import("./selector.js").Selector|null} */
  let known = null;
  /** @type {ReturnType<import("./rest.js").createLetterRail>|null} */
  let rail = null;

  const rows = new VirtualList({
    scroller,
    create: createBookRow,
    layout: (width) => listGrid(width, preferences.mode, preferences.density, textScale()),
    patch(row, id, { same, hurried }) {
      const book = books.index.get(id);
      if (!book) return blankBookRow(row);
      const loan = rowLoan(context, id);
      const { filters, sort: { by } } = listState(scene.state.lists, list());
      patchBookRow(row, book, {
        messages,
        selected: selector()?.isOn ? selector()?.has(id) === true : id === selectedId(),
        sort: by,
        series: filters.series,
        day: books.lastDate(id, by),
        loan,
        glows: same && [`book/${id}`, `loan/${loan?.id}`].some((key) => pass.changed.has(key)),
        hurried,
        fraction: books.progress(id)?.latest.share ?? undefined,
      });
    },
    settled(anchor) {
      shownAnchor = anchor;
      scene.dispatch(actions.scrolled(shownRef, anchor));
    },
  });

  const keys = listboxKeys(rows, {
    textOf: (id) => books.index.get(id)?.fields.title ?? "",
    moved: followLater,
    chosen: open,
    typesAhead: (key) => !preferences.shortcuts || !rowKeys.has(key),
    // The next row is the one that moved up, and not the one behind it.
    slip: (step) => (gap?.id !== rows.active ? 0 : Number(gap.isBelow) - Number(step > 0)),
  });
  scroller.addEventListener("keydown", (event) => {
    const from = rows.active;
    const isToggle = event.key === " " && selector()?.isOn;
    const isTaken = shelfOrder.pressed(event) || (!isToggle && keys(event));
    const step = { from, to: rows.active, isTaken };
    const isEarly = !selector() && (isTaken ? event.shiftKey : event.key === "x");
    if (isEarly) select((it) => it.stepped(event, step));
    if (selector()?.stepped(event, step) || isTaken) event.preventDefault();
  });
  const shelfOrder = createShelfOrder(context, { list, rows });
  makeReorderable(scroller, {
    items: () => rows.ids.slice(rows.drawn.from, rows.drawn.to).flatMap((id) => rows.nodeOf(id) ?? []),
    isEnabled: shelfOrder.isEnabled,
    // The current row keeps its node, however far the list goes.
    lift: (row) => rows.setActive(idOf(row)),
    drop: (row, below) => shelfOrder.put(idOf(row), below && idOf(below)),
    carry(row) {
      const id = idOf(row) ?? "";
      const ids = selector()?.isOn && selector()?.has(id) ? rows.ids.filter((one) => selector()?.has(one)) : [id];
      return rest.parts?.carryBooks(context, ids, row) ?? null;
    },
  });
  // Before the row that is pressed has the focus, and so is the current one.
  scroller.addEventListener("pointerdown", () => (pressedFrom = rows.active));
  scroller.addEventListener("click", (event) => {
    const id = rowAt(event)?.id;
    if (id === undefined) return;
    rows.setActive(id, { focus: true });
    const from = pressedFrom;
    const isForSelecting = event.shiftKey || event.ctrlKey || event.metaKey || selector()?.isOn;
    if (isForSelecting) select((it) => it.clicked(event, id, from));
    else open(id);
  });
  // Shift+F10 and the menu key are this event as well.
  scroller.addEventListener("contextmenu", (event) => {
    const at = rowAt(event);
    if (!at || !books.index.get(at.id)) return;
    event.preventDefault();
    const how = () => ({ ...at, open: () => open(at.id), selector: selector() });
    if (rest.parts) return void rest.parts.openRowMenu(context, how());
    rest.load().then(({ openRowMenu }) => openRowMenu(context, how()), () => {});
  });
  // The middle button opens what is pressed in a window of its own, as it does with a link.
  scroller.addEventListener("auxclick", (event) => {
    const at = event.button === 1 && rowAt(event);
    if (!at) return;
    event.preventDefault();
    rest.load().then(({ openInWindow }) => openInWindow(scene.state, list(), at.id), () => {});
  });
  scroller.addEventListener("focusin", (event) => {
    const id = rowAt(event)?.id;
    // A dialog gives it back to the row that had it; keys are for the current one, which may be another by now.
    const isBack = /** @type {Element|null} */ (event.relatedTarget)?.closest("dialog");
    if (isBack) focus();
    else if (id !== undefined && id !== rows.active) rows.setActive(id);
  });

  /** @param {Event} event */
  function rowAt({ target }) {
    const row = /** @type {Element} */ (target).closest(".row");
    const id = row instanceof HTMLElement ? idOf(row) : null;
    return row instanceof HTMLElement && id !== null ? { row, id } : null;
  }

  /**
   * Selects at once, or when the selector is read: a key or a press that comes before is not lost.
   * Where it cannot be read, the window says so.
   * @param {(it: import("./selector.js").Selector) => void} act
   */
  function select(act) {
    const ready = selector();
    if (ready) return act(ready);
    stopFollowing();
    const key = shownKey;
    rest.load().then(() => {
      const read = selector();
      if (read && key === shownKey) act(read);
    }, () => {});
  }

  /** Selecting several, once it is read with the rest of the client. */
  function selector() {
    return (known ??= rest.parts?.createSelector(context, {
      node,
      scroller,
      rows,
      key: () => listKey(list()),
      redraw: () => render(quietPass),
      focus: () => focus(),
      stay: stopFollowing,
    }) ?? null);
  }

  /** Offers the letters of the list, once they are read with the rest of the client. */
  function renderLetters() {
    if (!rail && rest.parts) {
      rail = rest.parts.createLetterRail({
        label: messages.t("list.letters"),
        place: () => rows.first,
        go: (at) => rows.goTo(at),
        enter: (at) => rows.setActive(rows.ids[at] ?? null, { focus: true }),
      });
      area.append(rail.node);
    }
    rail?.render(books.letters(scene.state, list()), rows.ids.length);
  }

  function stopFollowing() {
    gap = null;
    clearTimeout(following);
    following = 0;
  }

  /** @param {string} id */
  function followLater(id) {
    stopFollowing();
    if (scene.layout !== "wide" || pushed || selector()?.isOn) return;
    following = window.setTimeout(() => open(id), followMilliseconds);
  }

  /** @param {string} id */
  function open(id) {
    stopFollowing();
    if (!books.index.get(id)) return; // its place only is known yet
    rows.flush();
    const route = { k: /** @type {const} */ ("book"), id };
    scene.dispatch(pushed ? actions.push(route) : actions.openItem(route));
  }

  /** @param {any} anchor */
  const isGone = (anchor) => anchor && !books.index.get(anchor.id);

  function selectedId() {
    const { tab, tabs } = scene.state;
    const [first] = tabs[tab].path;
    return !pushed && first && "id" in first ? first.id : null;
  }

  /**
   * Where the row that keys act on is gone, they act on what it was joined with, or on the one in its
   * place: nothing is opened.
   * @param {number} at where it was
   */
  function keepPlace(at) {
    if (rows.active === null || rows.indexOf(rows.active) >= 0) return;
    const joined = books.idOf(rows.active);
    if (rows.indexOf(joined) >= 0) return void rows.setActive(joined);
    const last = rows.ids.length - 1;
    rows.setActive(rows.ids[Math.min(at, last)] ?? null);
    gap = { id: rows.active, isBelow: at > last };
  }

  /**
   * The person went on in the detail: beside it the list goes along, where it would lose the row.
   * @param {string|null} selected
   */
  function goAlong(selected) {
    if (selected === null || scene.layout !== "wide" || scene.local.following) return;
    if (rows.indexOf(selected) < 0) return;
    rows.setActive(selected, { reveal: rows.isLost(selected) });
  }

  function render(/** @type {Pass} */ next) {
    pass = next;
    const ref = list();
    const key = listKey(ref);
    const state = listState(scene.state.lists, ref);
    const result = books.result(scene.state, ref);
    const moved = key !== shownKey;
    // Where the list stood that goes, which may glide still.
    if (moved) rows.flush();
    shownRef = ref;
    setAttribute(scroller, "data-testid", `list.${key}`);
    setAttribute(scroller, "data-mode", preferences.mode);
    setAttribute(scroller, "aria-label", listTitle(ref, context));
    const mode = `${preferences.mode} ${preferences.density}`;
    if (mode !== shownMode) {
      shownMode = mode;
      rows.relayout();
    }
    shownKey = key;
    const hold = pass.own ? selectedId() : null;
    const at = rows.active === null ? -1 : rows.indexOf(rows.active);
    rows.setItems(result.ids, { hold, touched: pass.touched });
    selector()?.render();
    header.render(result);
    if (moved) rows.setActive(selectedId());
    else if (at >= 0) keepPlace(at);
    // A repaired anchor says where a list would be found again; this one is still in its place. Only that of
    // a row that has gone is repaired: any other is a place that the person went to meanwhile.
    const isRepaired = pass.isNews && state.anchor !== null && !moved && isGone(shownAnchor);
    const isElsewhere = moved || !samePlace(state.anchor, shownAnchor);
    shownAnchor = state.anchor;
    if (isElsewhere && !isRepaired) rows.restore(state.anchor);
    else rows.render();
    shelfOrder.shown(pass.touched);
    const selected = selectedId();
    if (selected !== null && rows.active === null) rows.setActive(selected);
    if (selected !== shownSelected && !isElsewhere && !pass.isNews) goAlong(selected);
    shownSelected = selected;
    show(scroller, result.ids.length > 0);
    show(area, result.ids.length > 0);
    empty.render(result);
    renderLetters();
    pass = quietPass;
  }
  if (!rest.parts) rest.subscribe(renderLetters);

  /**
   * @param {string} [id]
   * @param {boolean} [isStill] whether nothing may scroll, for nobody asked for the list
   */
  function focus(id, isStill = false) {
    const wanted = id ?? rows.active ?? selectedId() ?? rows.ids[0] ?? null;
    const isHere = wanted !== null && rows.indexOf(wanted) >= 0;
    const reveal = isHere && rows.isLost(wanted);
    if (isHere && !(isStill && reveal)) rows.setActive(wanted, { focus: true, reveal });
    else scroller.focus({ preventScroll: true });
  }

  return {
    node,
    render,
    /** The list of a pushed entry has an h1 to focus; the root list its current row. */
    heading: header.heading,
    /** Opens now what the keyboard has moved to and would open in a moment. */
    follow() {
      if (following !== 0 && rows.active !== null) open(rows.active);
    },
    /** The list has gone to its top: the keyboard begins there again. */
    toTop: () => rows.setActive(null),
    /** Lets the scene hear where the list stands before something else happens. */
    flush: () => rows.flush(),
    focus,
    focusSearch: header.focusSearch,
    /** The rows that have nodes, by their places. */
    get drawn() {
      return rows.drawn;
    },
  };
}

/** @typedef {ReturnType<typeof createListView>} ListView */

/** @param {HTMLElement} row */
function idOf(row) {
  return row.dataset.testid?.slice("row.".length) ?? null;
}

/**
 * Whether two anchors are the same.
 * @param {any} a
 * @param {any} b
 */
export function samePlace(a, b) {
  if (a === b) return true;
  if (!a || !b) return false;
  return a.id === b.id && a.off === b.off && a.idx === b.idx;
}
