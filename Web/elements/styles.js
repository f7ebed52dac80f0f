import { h } from "./dom.js";

/**
 * Adds style sheets to the page, in this order after those that it has, and waits until they hold.
 * One that cannot be read leaves nothing behind, so that it can be tried again.
 * @param {readonly string[]} paths
 */
export async function addStyles(paths) {
  await Promise.all(paths.map(add));
}

/** @param {string} path */
function add(path) {
  const known = document.querySelector(`link[rel="stylesheet"][href="${CSS.escape(path)}"]`);
  if (known) return undefined;
  const link = h("link", { rel: "stylesheet", href: path });
  const arrival = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`${path} cannot be read`));
    });
  });
  document.head.append(link);
  return arrival;
}
