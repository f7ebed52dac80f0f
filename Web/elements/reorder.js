import { h } from "./dom.js";
import { dragEdgePixels, dragStepPixels, holdMilliseconds, holdTolerancePixels } from "./limits.js";

/**
 * Lets a person drag items of a vertical list to another place: with a mouse at once, with a
 * finger or a pen after holding it still, so that a flick still scrolls. A line shows where the item
 * would stand. The keyboard's way is the owner's. Held still, an item is asked for its menu as well,
 * which comes once it is let go where it was: one press does one thing.
 * @param {HTMLElement} scroller holds the items and scrolls them, or stands in what does; positioned
 * @param {{
 *   items: () => readonly HTMLElement[],
 *   isEnabled: () => boolean,
 *   lift?: (item: HTMLElement) => void,
 *   drop: (item: HTMLElement, below: HTMLElement|null) => void,
 * }} parts `items` in the order of the screen; `lift` hears which one is dragged, and has to keep its
 *   node until it is dropped; `drop` gets what the item is to stand under, null for the top
 */
export function makeReorderable(scroller, { items, isEnabled, lift, drop }) {
  const line = h("div", { class: "drop-line", role: "presentation" });
  /** @type {{item: HTMLElement, y: number, pointer: number, isTouch: boolean, isMoved: boolean}|null} */
  let held = null;
  /** @type {AbortController|null} what ends with the drag; null while nothing is dragged */
  let dragging = null;
  let holding = 0;
  /** Where the pointer is, from the window's top. */
  let y = 0;
  /** @type {HTMLElement|null} */
  let below = null;

  scroller.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !isEnabled() || held) return;
    const target = /** @type {Element} */ (event.target);
    const item = items().find((one) => one.contains(target));
    if (!item || target.closest("button, input")) return;
    const isTouch = event.pointerType !== "mouse";
    held = { item, y: event.clientY, pointer: event.pointerId, isTouch, isMoved: false };
    if (isTouch) holding = window.setTimeout(begin, holdMilliseconds);
  });
  // A link or a picture would otherwise be dragged out of the page.
  scroller.addEventListener("dragstart", (event) => {
    if (isEnabled()) event.preventDefault();
  });
  scroller.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.pointer) return;
    // It was let go beyond the list before it was dragged.
    if (event.buttons === 0) return release();
    held.isMoved ||= Math.abs(event.clientY - held.y) > holdTolerancePixels;
    if (!dragging && held.isMoved) {
      if (held.isTouch) return release();
      begin();
    }
    y = event.clientY;
    if (dragging) point();
  });
  scroller.addEventListener("pointerup", (event) => {
    if (event.pointerId !== held?.pointer) return;
    const { item, isMoved } = held;
    const isDragged = dragging !== null;
    if (isDragged) point();
    release();
    if (!isDragged) return;
    if (!isMoved) item.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
    else if (item !== below) drop(item, below);
  });
  scroller.addEventListener("pointercancel", release);
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
    dragging = new AbortController();
    const { signal } = dragging;
    scroller.setPointerCapture(held.pointer);
    held.item.dataset.dragged = "";
    lift?.(held.item);
    scroller.append(line);
    y = held.y;
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

  function release() {
    clearTimeout(holding);
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
   * At the edge of the view the list goes on under a pointer that rests.
   * @param {AbortController} drag
   * @param {Element} view
   */
  function glide(drag, view) {
    if (dragging !== drag) return;
    const { top, bottom } = view.getBoundingClientRect();
    if (held?.isMoved && y < top + dragEdgePixels) view.scrollTop -= dragStepPixels;
    if (held?.isMoved && y > bottom - dragEdgePixels) view.scrollTop += dragStepPixels;
    point();
    requestAnimationFrame(() => glide(drag, view));
  }

  function point() {
    const area = scroller.getBoundingClientRect();
    const boxes = items().map((item) => ({ item, box: item.getBoundingClientRect() }));
    const above = boxes.filter(({ box }) => (box.top + box.bottom) / 2 < y);
    const last = above[above.length - 1];
    below = last?.item ?? null;
    const at = last ? last.box.bottom : (boxes[0]?.box.top ?? area.top);
    line.style.transform = `translateY(${Math.round(at - area.top + scroller.scrollTop)}px)`;
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
