/**
 * Boxes that are as high as what is written in them, in browsers whose style sheets cannot say so
 * (`field-sizing: content`).
 */

/**
 * How wide a box was when its height was set; 0: nobody could see it.
 * @type {WeakMap<Element, number>}
 */
const widths = new WeakMap();
/** @type {ResizeObserver|undefined} */
let observer;

/** Follows what is typed; whoever else changes such a box calls `grow`. */
export function followTyping() {
  document.addEventListener("input", ({ target }) => {
    if (target instanceof Element) grow(target);
  });
}

/**
 * Makes a box as high as its words, now and whenever it becomes visible or another width breaks its
 * lines elsewhere.
 * @param {Element} area
 */
export function grow(area) {
  if (!area.matches(".text-grow > textarea") || CSS.supports("field-sizing", "content")) return;
  // A height that was set while sizes are told would have to be told in the same frame.
  observer ??= new ResizeObserver((entries) => requestAnimationFrame(() => {
    for (const { target } of entries) if (target.clientWidth !== widths.get(target)) fit(target);
  }));
  observer.observe(area);
  fit(area);
}

/** @param {Element} area */
function fit(area) {
  const { style } = /** @type {HTMLElement} */ (area);
  const place = /** @type {HTMLElement} */ (area.parentElement);
  widths.set(area, area.clientWidth);
  // Its place keeps its height meanwhile: nothing that scrolls comes to its end for a moment.
  place.style.minHeight = `${place.offsetHeight}px`;
  style.height = "";
  const { offsetHeight, clientHeight, scrollHeight } = /** @type {HTMLElement} */ (area);
  style.height = `${scrollHeight + offsetHeight - clientHeight}px`;
  place.style.minHeight = "";
}
