/** What a dialog tells the page before it goes, so that what stands in it for a while moves out. */
export const leaving = "dialogleaving";

/** The dialog that is open on top of all others. */
export function topDialog() {
  return [...document.querySelectorAll("dialog[open]")].pop() ?? null;
}

/**
 * Has a node stand where it is seen and heard, in the dialog on top, and at home when that goes.
 * @param {HTMLElement} node
 * @param {HTMLElement} home
 * @returns {() => void} brings it there; done before each use
 */
export function standOnTop(node, home) {
  home.append(node);
  home.addEventListener(leaving, (event) => {
    if (/** @type {Element} */ (event.target).contains(node)) home.append(node);
  });
  return () => {
    const host = topDialog() ?? home;
    if (!node.parentElement?.isSameNode(host)) host.append(node);
  };
}
