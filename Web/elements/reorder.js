import { h } from "./dom.js";
import { dragEdgePixels, dragStepPixels, holdMilliseconds, holdTolerancePixels } from "./limits.js";

/**
 * What is dragged, on its way to something beyond the list: `move` says over what else that can be scrolled
 * it is, if it is, and `end` whether it was let go.
 * @typedef {{move(x: number, y: number): Element|null, end(isDropped: boolean): void}} Load
 */

/**
 * Lets a person drag items of a vertical list to another place: with a mouse at once, with a
 * finger or a pen after holding it still, so that a flick still scrolls. A line shows where the item
 * would stand. The keyboard's way is the owner's. Held still, an item is asked for its menu as well,
 * which comes once it is let go where it was: one press does one thing. With a mouse, an item can be carried
 * out of the list, too, also of one that has no order by hand.
 * @param {HTMLElement} scroller holds the items and scrolls them, or stands in what does; positioned
 * @param {{
 *   items: () => readonly HTMLElement[],
 *   isEnabled: () => boolean,
 *   lift?: (item: HTMLElement) => void,
 *   drop: (item: HTMLElement, below: HTMLElement|null) => void,
 *   carry?: (item: HTMLElement) => Load|null,
 * }} parts `items` in the order of the screen; `lift` hears which one is dragged, and has to keep its
 *   node until it is dropped; `drop` gets what the item is to stand under, null for the top;
 *   `carry` has nothing where it leads nowhere
 */
export function makeReorderable(scroller, { items, isEnabled, lift, drop, carry }) {
  const line = h("div", { class: "drop-line", role: "presentation" });
  /**
   * @type {{item: HTMLElement, x: number, y: number, pointer: number, isTouch: boolean, isMoved: boolean}|null}
   */
  let held = null;
  /** @type {Load|null} */
  let load = null;
  /** @type {AbortController|null} what ends with the drag; null while nothing is dragged */
  let dragging = null;
  let holding = 0;
  /** Where the pointer is in the window. */
  let x = 0;
  let y = 0;
  /** @type {HTMLElement|null} */
  let below = null;

  scroller.addEventListener("pointerdown", (event) => {
    const isTouch = event.pointerType !== "mouse";
    if (event.button !== 0 || held || !(isEnabled() || (carry && !isTouch))) return;
    const target = /** @type {Element} */ (event.target);
    const item = items().find((one) => one.contains(target));
    if (!item || target.closest("button, input")) return;
    ({ clientX: x, clientY: y } = event);
    held = { item, x, y, pointer: event.pointerId, isTouch, isMoved: false };
    if (isTouch) holding = window.setTimeout(begin, holdMilliseconds);
  });
  // A link or a picture would otherwise be dragged out of the page.
  scroller.addEventListener("dragstart", (event) => {
    if (held) event.preventDefault();
  });
  scroller.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.pointer) return;
    // It was let go beyond the list before it was dragged.
    if (event.buttons === 0) return release();
    ({ clientX: x, clientY: y } = event);
    const moved = Math.max(Math.abs(y - held.y), carry && !held.isTouch ? Math.abs(x - held.x) : 0);
    held.isMoved ||= moved > holdTolerancePixels;
    if (!dragging && held.isMoved) {
      if (held.isTouch) return release();
      begin();
    }
    if (dragging) point();
  });
  scroller.addEventListener("pointerup", (event) => {
    if (event.pointerId !== held?.pointer) return;
    const { item, isMoved } = held;
    const isDragged = dragging !== null;
    const isAway = isDragged && point();
    release(isDragged);
    if (!isDragged || isAway) return;
    if (!isMoved) item.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
    else if (isEnabled() && item !== below) drop(item, below);
  });
  scroller.addEventListener("pointercancel", () => release());
  // Some systems ask for the menu while the finger is down yet, about when it can drag.
  scroller.addEventListener("contextmenu", (event) => {
    if (!held?.isTouch) return;
    event.preventDefault();
    event.stopPropagation();
    begin();
  }, { capture: true });

  function begin() {
    clearTimeout(holding);
    if (!held || dragging) return;
    load = (!held.isTouch && carry?.(held.item)) || null;
    // What carries may be on its way yet: it is asked again at the next move.
    if (!load && !isEnabled()) return;
    dragging = new AbortController();
    const { signal } = dragging;
    scroller.setPointerCapture(held.pointer);
    held.item.dataset.dragged = "";
    lift?.(held.item);
    scroller.append(line);
    glide(dragging, viewOf(scroller));
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      release();
    }, { capture: true, signal });
    // While a finger drags, nothing scrolls.
    scroller.addEventListener("touchmove", (event) => {
      if (event.cancelable) event.preventDefault();
    }, { passive: false, signal });
  }

  /** @param {boolean} [isDropped] */
  function release(isDropped = false) {
    clearTimeout(holding);
    load?.end(isDropped);
    load = null;
    if (held) delete held.item.dataset.dragged;
    held = null;
    line.remove();
    if (!dragging) return;
    dragging.abort();
    dragging = null;
    swallowClick();
  }

  /** The press that ended a drag is no press of what lies under it; it comes in this very task. */
  function swallowClick() {
    const swallow = (/** @type {Event} */ event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
  }

  /**
   * At the edge of the view the list goes on under a pointer that rests, or what it is carried over.
   * @param {AbortController} drag
   * @param {Element} own
   */
  function glide(drag, own) {
    if (dragging !== drag) return;
    const view = point() ?? (isEnabled() ? own : null);
    if (view && held?.isMoved) {
      const { top, bottom } = view.getBoundingClientRect();
      if (y < top + dragEdgePixels) view.scrollTop -= dragStepPixels;
      if (y > bottom - dragEdgePixels) view.scrollTop += dragStepPixels;
    }
    requestAnimationFrame(() => glide(drag, own));
  }

  /** Shows where it would go. What it is over, where that is not the list. */
  function point() {
    const over = load?.move(x, y) ?? null;
    line.hidden = over !== null || !isEnabled();
    if (line.hidden) return over;
    const area = scroller.getBoundingClientRect();
    const boxes = items().map((item) => ({ item, box: item.getBoundingClientRect() }));
    const above = boxes.filter(({ box }) => (box.top + box.bottom) / 2 < y);
    const last = above[above.length - 1];
    below = last?.item ?? null;
    const at = last ? last.box.bottom : (boxes[0]?.box.top ?? area.top);
    line.style.transform = `translateY(${Math.round(at - area.top + scroller.scrollTop)}px)`;
    return over;
  }
}

/**
 * What scrolls the items: what holds them, or something around it.
 * @param {Element} holder
 */
function viewOf(holder) {
  /** @type {Element|null} */
  let view = holder;
  const scrolls = (/** @type {Element} */ { scrollHeight, clientHeight }) => scrollHeight > clientHeight;
  while (view && !(scrolls(view) && getComputedStyle(view).overflowY === "auto")) view = view.parentElement;
  return view ?? holder;
}
