/**
 * Boxes that are as high as what is written in them, in browsers whose style sheets cannot say so
 * (`field-sizing: content`).
 */

/** @type {ResizeObserver|undefined} */
let observer;

/** Follows what is typed; whoever else changes such a box calls `grow`. */
export function followTyping() {
  document.addEventListener("input", ({ target }) => grow(/** @type {Element} */ (target)));
}

/**
 * Makes a box as high as its words, now and whenever it becomes visible or another width breaks its
 * lines elsewhere.
 * @param {Element} area
 */
export function grow(area) {
  if (CSS.supports("field-sizing", "content") || !area.matches(".text-grow > textarea")) return;
  // A height that was set while sizes are told would have to be told in the same frame.
  observer ??= new ResizeObserver((entries) => requestAnimationFrame(() => {
    for (const { target } of entries) fit(/** @type {HTMLElement} */ (target));
  }));
  observer.observe(area);
  fit(/** @type {HTMLElement} */ (area));
}

/** @param {HTMLElement} area */
function fit(area) {
  const place = /** @type {HTMLElement} */ (area.parentElement).style;
  // Its place keeps its height meanwhile: nothing that scrolls comes to its end for a moment.
  place.minHeight = `${area.offsetHeight}px`;
  area.style.height = "";
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
  place.minHeight = "";
}
