/**
 * Refuses files that are dropped where nobody takes them: the browser would open them in place of the
 * page. Whoever takes one has said so by the time the window hears of it.
 * @param {Window} window
 */
export function refuseStrayFiles(window) {
  for (const name of /** @type {const} */ (["dragover", "drop"])) {
    window.addEventListener(name, (event) => {
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
    });
  }
}

/** @param {DataTransfer|null} data */
export function hasFiles(data) {
  return data?.types.includes("Files") ?? false;
}
