/**
 * Lets a link act in place when it is simply pressed; with a modifier it opens as links do.
 * @param {HTMLAnchorElement} link
 * @param {() => void} act
 */
export function followsLink(link, act) {
  link.addEventListener("click", (event) => {
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (event.button !== 0 || isModified) return;
    event.preventDefault();
    act();
  });
}
