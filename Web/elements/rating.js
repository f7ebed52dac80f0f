import { h, setAttribute } from "./dom.js";
import { icon } from "./icon.js";

/** Hundredths of a star: BOOKS §5 stores 1…500. */
const most = 500;

/**
 * Five stars that show a rating and nothing more.
 * @param {string} [extraClass]
 */
export function createStars(extraClass = "") {
  const full = h("span", { class: "stars-full" }, row());
  const node = h(
    "span",
    { class: `stars ${extraClass}`.trim(), "aria-hidden": "true" },
    row(),
    full,
  );
  return {
    node,
    /** @param {number|null|undefined} hundredths */
    show(hundredths) {
      full.style.width = `${((hundredths ?? 0) / most) * 100}%`;
      node.dataset.value = String(hundredths ?? 0);
    },
  };
}

/**
 * A slider of five stars. A tap gives half stars, a drag quarter stars; arrows move by a half,
 * with Shift by a quarter, digits set whole stars, Delete or 0 clears.
 * @param {{
 *   label: string,
 *   describe: (hundredths: number|null) => string,
 *   change: (hundredths: number|null) => void,
 * }} options
 */
export function createRating({ label, describe, change }) {
  const stars = createStars();
  const node = h(
    "div",
    {
      class: "rating",
      role: "slider",
      tabindex: 0,
      "aria-label": label,
      "aria-valuemin": 0,
      "aria-valuemax": 5,
      "data-testid": "rating",
    },
    stars.node,
  );
  /** @type {number|null} */
  let value = null;
  /** @type {number|null} */
  let dragged = null;

  /** @param {number|null} hundredths */
  function draw(hundredths) {
    stars.show(hundredths);
    setAttribute(node, "aria-valuenow", (hundredths ?? 0) / 100);
    setAttribute(node, "aria-valuetext", describe(hundredths));
  }

  /** @param {number|null} hundredths */
  function set(hundredths) {
    if (hundredths === value) return;
    value = hundredths;
    draw(value);
    change(value);
  }

  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    node.setPointerCapture(event.pointerId);
    node.focus({ preventScroll: true });
    dragged = at(stars.node, event.clientX, 50);
    draw(dragged);
    const from = event.clientX;
    let moved = false;
    const move = (/** @type {PointerEvent} */ step) => {
      moved ||= Math.abs(step.clientX - from) > 4;
      dragged = at(stars.node, step.clientX, moved ? 25 : 50);
      draw(dragged);
    };
    const finish = (/** @type {PointerEvent} */ end) => {
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", finish);
      node.removeEventListener("pointercancel", finish);
      if (end.type === "pointerup") set(dragged);
      else draw(value);
      dragged = null;
    };
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", finish);
    node.addEventListener("pointercancel", finish);
  });

  node.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = keyed(event, value);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(next);
  });

  return {
    node,
    /** @param {number|null|undefined} hundredths */
    show(hundredths) {
      value = hundredths ?? null;
      if (dragged === null) draw(value);
    },
  };
}

/**
 * @param {Element} stars
 * @param {number} x
 * @param {number} step in hundredths
 */
function at(stars, x, step) {
  const box = stars.getBoundingClientRect();
  const share = Math.min(1, Math.max(0, (x - box.left) / box.width));
  const hundredths = Math.ceil((share * most) / step) * step;
  return hundredths === 0 ? null : hundredths;
}

/**
 * @param {KeyboardEvent} event
 * @param {number|null} value
 * @returns {number|null|undefined} undefined when the key is not ours
 */
function keyed(event, value) {
  const step = event.shiftKey ? 25 : 50;
  const now = value ?? 0;
  if (event.key === "ArrowRight" || event.key === "ArrowUp") return Math.min(most, now + step);
  if (event.key === "ArrowLeft" || event.key === "ArrowDown") return Math.max(0, now - step) || null;
  if (event.key === "End") return most;
  if (["0", "Delete", "Backspace", "Home"].includes(event.key)) return null;
  if (/^[1-5]$/.test(event.key)) return Number(event.key) * 100;
  return undefined;
}

function row() {
  return h("span", { class: "stars-row" }, [1, 2, 3, 4, 5].map(() => icon("star")));
}
