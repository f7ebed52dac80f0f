import { h } from "./dom.js";

/**
 * Adds a style sheet to the page, after those that it has, and waits until it holds. One that cannot
 * be read leaves nothing behind, so that it can be tried again.
 * @param {string} path
 */
export async function addStyle(path) {
  /** @type {HTMLLinkElement|null} */
  const known = document.querySelector(`link[rel="stylesheet"][href="${CSS.escape(path)}"]`);
  if (known?.sheet) return;
  const link = h("link", { rel: "stylesheet", href: path });
  /** @type {Promise<unknown>} */
  const arrival = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`${path} cannot be read`));
    });
  });
  document.head.append(link);
  await arrival;
}
