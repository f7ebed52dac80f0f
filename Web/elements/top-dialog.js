/** What a dialog tells the page once it is open, and before it goes: what stands on top moves along. */
export const opened = "dialogopened";
export const leaving = "dialogleaving";

/**
 * The dialog that is open on top of all others.
 * @param {EventTarget|null} [except] one that is about to go
 */
export function topDialog(except) {
  return [...document.querySelectorAll("dialog[open]")].filter((each) => each !== except).pop() ?? null;
}

/**
 * Has a node stand where it is seen, heard and pressed: in the dialog on top, whichever opens and
 * goes, and at home without one.
 * @param {HTMLElement} node
 * @param {HTMLElement} home
 * @returns {() => void} makes sure of it; done before each use
 */
export function standOnTop(node, home) {
  /** @param {EventTarget|null} [except] */
  const rise = (except) => {
    const host = topDialog(except) ?? home;
    if (node.parentElement !== host) host.append(node);
  };
  home.append(node);
  home.addEventListener(opened, () => rise());
  home.addEventListener(leaving, ({ target }) => rise(target));
  return rise;
}
