import { resolve } from "../navigation/anchor.js";
import { anchorAt, steadyShift } from "./anchor.js";
import { setAttribute } from "./dom.js";
import { overscanRows, printedRowsMax, scrollSettleMilliseconds } from "./limits.js";
import { afterPrint, beforePrint } from "./printing.js";

/** @typedef {import("../navigation/types.js").Anchor} Anchor */
/** @typedef {{columns: number, width: number, height: number, gap: number, inset: number}} Grid */
/**
 * @typedef {{
 *   scroller: HTMLElement,
 *   create: () => HTMLElement,
 *   patch: (node: HTMLElement, id: string, how: {same: boolean, hurried: boolean}) => void,
 *   layout: (width: number) => Grid,
 *   settled?: (anchor: Anchor|null) => void,
 * }} Options
 */

/**
 * A list of any length of which only the rows in view have nodes. Rows of one list are equally
 * high, so every position is arithmetic; the view is held by content, never by pixels: when items
 * come, go or move, those in view stay where they are.
 *
 * `create` makes an empty row, `patch` fills it with an item, `layout` says how many columns of
 * which size fit. Rows are absolutely placed and re-used, and stand in the page in the order of the
 * list. A row that is patched while the list flies past is `hurried`: it may leave out what takes
 * long, and is patched again when the list slows down.
 */
export class VirtualList {
  #options;
  #canvas = document.createElement("div");
  /** @type {readonly string[]} */
  #ids = [];
  /** @type {Map<string, number>} */
  #positions = new Map();
  /** @type {Map<string, HTMLElement>} */
  #mounted = new Map();
  /** @type {HTMLElement[]} */
  #pool = [];
  /** @type {Grid} */
  #grid = { columns: 1, width: 0, height: 72, gap: 0, inset: 0 };
  /** @type {string|null} */
  #active = null;
  #frame = 0;
  #drawnTop = 0;
  #hurried = false;
  #isPrinting = false;
  #settle = 0;
  /** @type {Anchor|null} */
  #place = null;
  #drawn = { from: 0, to: 0 };

  /** @param {Options} options */
  constructor(options) {
    this.#options = options;
    this.#canvas.className = "virtual-canvas";
    setAttribute(this.#canvas, "role", "presentation");
    options.scroller.append(this.#canvas);
    options.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    options.scroller.addEventListener(beforePrint, () => this.#print());
    options.scroller.addEventListener(afterPrint, () => this.#printed());
    new ResizeObserver(() => this.relayout()).observe(options.scroller);
  }

  get ids() {
    return this.#ids;
  }

  /** The item that the keyboard acts on. */
  get active() {
    return this.#active;
  }

  /** The items that have nodes: from the first place up to, without it, the last. */
  get drawn() {
    return this.#drawn;
  }

  /** How many items a screen holds. */
  get pageSize() {
    const rows = Math.floor(this.#options.scroller.clientHeight / this.#step);
    return Math.max(1, rows - 1) * this.#grid.columns;
  }

  get columns() {
    return this.#grid.columns;
  }

  /** @param {string} id */
  indexOf(id) {
    return this.#positions.get(id) ?? -1;
  }

  /**
   * Takes a new sequence of items, which the next `render` or `restore` draws. What is in view keeps
   * its place on the screen.
   * @param {readonly string[]} ids
   * @param {{hold?: string|null, touched?: ReadonlySet<string>}} [change] the item that the person
   *   works on, and those whose own change may have moved them
   */
  setItems(ids, change) {
    if (ids === this.#ids) return;
    const { first, visible, fraction } = this.#inView();
    const isAtTop = first === 0 && fraction <= 0 && !visible.includes(change?.hold ?? "");
    this.#ids = ids;
    this.#positions = new Map(ids.map((id, at) => [id, at]));
    const shift = isAtTop ? null : steadyShift(visible, first, (id) => this.indexOf(id), change);
    this.#resize();
    if (shift) this.#scrollToRow(Math.floor((first + shift) / this.#grid.columns), fraction);
  }

  /**
   * Goes to a place that `settled` once told, or to the top.
   * @param {Anchor|null} anchor
   */
  restore(anchor) {
    const { index, off } = resolve(anchor, this.#rows());
    this.#scrollToRow(Math.floor(index / this.#grid.columns), off / 1000);
    this.#place = this.anchor();
    this.render();
  }

  /**
   * Puts an item at the top, as far as there is something below it.
   * @param {number} index
   */
  goTo(index) {
    this.#scrollToRow(Math.floor(index / this.#grid.columns), 0);
    this.render();
  }

  /** The place of the first item in view. */
  get first() {
    return this.#inView().first;
  }

  /**
   * Where the list stands.
   * @returns {Anchor|null}
   */
  anchor() {
    const { first, fraction } = this.#inView();
    return anchorAt(this.#ids, first, fraction);
  }

  /**
   * Measures again: density, layout or width have changed. The first item in view stays, and each
   * item keeps its node: under a finger that is about to lift, and with the focus.
   */
  relayout() {
    if (this.#isPrinting) return; // the paper's width is none of a window
    const width = this.#options.scroller.clientWidth;
    if (width === 0) return;
    const grid = this.#options.layout(width);
    const { columns, width: cell, height } = this.#grid;
    if (grid.columns !== columns || grid.width !== cell || grid.height !== height) {
      const place = this.anchor() ?? this.#place;
      const atTop = this.#options.scroller.scrollTop <= 0;
      this.#grid = grid;
      this.#resize();
      if (place && !atTop) this.restore(place);
    }
    this.render();
  }

  /**
   * Makes an item the one that the keyboard acts on.
   * @param {string|null} id
   * @param {{focus?: boolean, reveal?: boolean}} [how]
   */
  setActive(id, how) {
    const { focus = false, reveal = false } = how ?? {};
    const isSame = id === this.#active && (id === null || this.#mounted.has(id));
    this.#active = id;
    if (reveal && id !== null) this.reveal(id);
    if (!isSame || reveal) this.render();
    const node = id === null ? undefined : this.#mounted.get(id);
    if (focus) (node ?? this.#options.scroller).focus({ preventScroll: true });
  }

  /** @param {string} id */
  #top(id) {
    return this.#grid.inset + Math.floor(this.indexOf(id) / this.#grid.columns) * this.#step;
  }

  /**
   * Whether nothing of an item that is in the list is in view.
   * @param {string} id
   */
  isLost(id) {
    const { scrollTop, clientHeight } = this.#options.scroller;
    const top = this.#top(id);
    return top >= scrollTop + clientHeight || top + this.#grid.height <= scrollTop;
  }

  /**
   * Scrolls as little as shows the item.
   * @param {string} id
   */
  reveal(id) {
    if (this.indexOf(id) < 0) return;
    const { scroller } = this.#options;
    const top = this.#top(id);
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + this.#grid.height > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = top + this.#grid.height - scroller.clientHeight;
    }
  }

  /**
   * The node of an item in view.
   * @param {string} id
   */
  nodeOf(id) {
    return this.#mounted.get(id);
  }

  /** Patches what is in view; brings nodes in and takes them out as needed. */
  render() {
    if (this.#grid.width === 0) return;
    const { scroller } = this.#options;
    const { columns, inset } = this.#grid;
    const top = Math.max(0, scroller.scrollTop - inset);
    const firstRow = Math.max(0, Math.floor(top / this.#step) - overscanRows);
    const lastRow = Math.ceil((top + scroller.clientHeight) / this.#step) + overscanRows;
    const from = this.#isPrinting ? 0 : firstRow * columns;
    const to = Math.min(this.#ids.length, this.#isPrinting ? printedRowsMax : lastRow * columns);
    if (!this.#isPrinting) this.#drawn = { from, to };
    const active = this.#active !== null && this.#positions.has(this.#active) ? this.#active : null;
    const wanted = this.#wanted(from, to, active);
    for (const [id, node] of this.#mounted) {
      if (wanted.has(id)) continue;
      this.#mounted.delete(id);
      this.#recycle(node);
    }
    const tabStop = active ?? this.#ids[from];
    const nodes = [...wanted].map((id) => this.#mount(id, id === tabStop));
    for (const node of this.#pool) node.hidden = true;
    this.#arrange(nodes);
  }

  /**
   * The items that get nodes, in order: those from one place to another, and the active one.
   * @param {number} from
   * @param {number} to
   * @param {string|null} active
   */
  #wanted(from, to, active) {
    const ids = this.#ids.slice(from, to);
    if (active !== null && this.indexOf(active) < from) ids.unshift(active);
    else if (active !== null) ids.push(active);
    return new Set(ids);
  }

  /**
   * Puts the nodes of rows into the order of the list, in which screen readers and Tab go through
   * them. As few move as must, and never the one with the focus, which it would lose.
   * @param {readonly HTMLElement[]} nodes in that order
   */
  #arrange(nodes) {
    /** @type {HTMLElement|null} */
    let below = null;
    for (const node of [...nodes].reverse()) {
      const stays = nextShown(node) === below || node.contains(document.activeElement);
      if (!stays) this.#canvas.insertBefore(node, below);
      below = node;
    }
  }

  /**
   * @param {string} id
   * @param {boolean} tabStop
   * @returns {HTMLElement} its node
   */
  #mount(id, tabStop) {
    const index = this.indexOf(id);
    let node = this.#mounted.get(id);
    const same = node !== undefined;
    if (!node) {
      node = this.#pool.pop() ?? this.#options.create();
      this.#mounted.set(id, node);
      if (!node.parentNode) this.#canvas.append(node);
      node.hidden = false;
    }
    const { columns, width, height, gap, inset } = this.#grid;
    const x = inset + (index % columns) * (width + gap);
    const y = inset + Math.floor(index / columns) * this.#step;
    node.style.transform = `translate(${x}px, ${y}px)`;
    node.style.width = `${width}px`;
    node.style.height = `${height}px`;
    setAttribute(node, "aria-posinset", index + 1);
    setAttribute(node, "aria-setsize", this.#ids.length);
    setAttribute(node, "tabindex", tabStop ? 0 : -1);
    this.#options.patch(node, id, { same, hurried: this.#hurried });
    return node;
  }

  /** @param {HTMLElement} node */
  #recycle(node) {
    // A focused node that is re-used would carry the focus to another item.
    if (node.contains(document.activeElement)) this.#options.scroller.focus({
      preventScroll: true,
    });
    node.removeAttribute("data-testid");
    this.#pool.push(node);
  }

  /** The items, asked for their positions by the map instead of by looking through them. */
  #rows() {
    const indexOf = (/** @type {string} */ id) => this.indexOf(id);
    return /** @type {readonly string[]} */ (
      /** @type {unknown} */ ({ length: this.#ids.length, indexOf })
    );
  }

  /** Gives as many rows nodes as are printed, in a hurry: paper has no room for what takes long. */
  #print() {
    this.#isPrinting = this.#hurried = true;
    this.render();
    setAttribute(this.#canvas, "data-left-out", Math.max(0, this.#ids.length - printedRowsMax) || null);
  }

  /** As it was: the nodes of thousands of rows are no use to those in view. */
  #printed() {
    this.#isPrinting = this.#hurried = false;
    this.render();
    for (const node of this.#pool.splice(0)) node.remove();
  }

  get #step() {
    return this.#grid.height + this.#grid.gap;
  }

  #resize() {
    const rows = Math.ceil(this.#ids.length / this.#grid.columns);
    const height = Math.max(0, rows * this.#step - this.#grid.gap) + 2 * this.#grid.inset;
    this.#canvas.style.height = `${height}px`;
  }

  /**
   * @param {number} row
   * @param {number} fraction of it that is scrolled past
   */
  #scrollToRow(row, fraction) {
    const inset = row === 0 && fraction === 0 ? 0 : this.#grid.inset;
    this.#options.scroller.scrollTop = inset + (row + fraction) * this.#step;
  }

  #inView() {
    const { scroller } = this.#options;
    const top = Math.max(0, scroller.scrollTop - this.#grid.inset) / this.#step;
    const row = Math.floor(top);
    const first = Math.min(row * this.#grid.columns, Math.max(0, this.#ids.length - 1));
    const count = (Math.ceil(scroller.clientHeight / this.#step) + 1) * this.#grid.columns;
    return { first, fraction: top - row, visible: this.#ids.slice(first, first + count) };
  }

  #scrolled() {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
    clearTimeout(this.#settle);
    this.#settle = window.setTimeout(() => this.flush(), scrollSettleMilliseconds);
  }

  /** Draws what scrolling brought into view; in a hurry, and then once more at leisure. */
  #draw() {
    const { scrollTop, clientHeight } = this.#options.scroller;
    this.#frame = 0;
    this.#hurried = Math.abs(scrollTop - this.#drawnTop) > clientHeight / 2;
    this.#drawnTop = scrollTop;
    this.render();
    if (!this.#hurried) return;
    this.#hurried = false;
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** Tells now where the list stands, if it has moved since it last told. */
  flush() {
    clearTimeout(this.#settle);
    if (this.#options.scroller.clientHeight === 0) return;
    const place = this.anchor();
    if (place?.id === this.#place?.id && place?.off === this.#place?.off) return;
    this.#place = place;
    this.#options.settled?.(place);
  }
}

/**
 * The next row below in the page, without those that wait to be used again.
 * @param {Element} node
 */
function nextShown(node) {
  let next = node.nextElementSibling;
  while (next instanceof HTMLElement && next.hidden) next = next.nextElementSibling;
  return next;
}
