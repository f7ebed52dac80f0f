/** @typedef {import("./context.js").Library} Library */

/**
 * While only a glimpse of the library is here, what a tap opens is drawn when the rest has come; but
 * what keys and drags do with books needs all of them. So those begin then, and what is typed into
 * a field meanwhile is taken as if it had been typed then.
 * @param {Window & typeof globalThis} window
 * @param {Pick<Library, "glimpse"|"subscribe">} library
 */
export function holdInput(window, library) {
  if (!library.glimpse) return;
  const ending = new AbortController();
  const { signal } = ending;
  /** @type {Set<EventTarget>} */
  const typedInto = new Set();
  for (const type of ["keydown", "pointerdown", "contextmenu", "input"]) {
    window.addEventListener(type, hold, { capture: true, signal });
  }
  const end = library.subscribe(() => {
    end();
    ending.abort();
    for (const field of typedInto) field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  /** @param {Event} event */
  function hold(event) {
    event.stopImmediatePropagation();
    const { target, type } = event;
    const isTyped = target instanceof HTMLInputElement;
    if (type === "input" && target) typedInto.add(target);
    else if (type !== "pointerdown" && !isTyped) event.preventDefault();
  }
}
