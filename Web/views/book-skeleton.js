import { h } from "../elements/dom.js";

/**
 * The outline of a book that a link names and this device does not have yet: for a few seconds it
 * may still come (NAVIGATION §3.4).
 * @param {import("./context.js").Context["messages"]} messages
 * @param {Node[]} more what stands under it
 */
export function createBookSkeleton({ t }, ...more) {
  const line = (/** @type {string} */ length) => h("span", { class: `bone bone-${length}` });
  return h(
    "div",
    { class: "skeleton", role: "status", "data-testid": "detail.skeleton" },
    h("span", { class: "visually-hidden" }, t("book.loading")),
    h("span", { class: "bone bone-cover" }),
    h("span", { class: "bones" }, line("title"), line("short"), line("long"), line("long"), ...more),
  );
}
