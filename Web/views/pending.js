import { h, plainButton, show } from "../elements/dom.js";
import { createBookSkeleton } from "./book-skeleton.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * Stands where something will be as soon as the rest of the client is read: an outline, or a
 * sentence with the way on where it cannot be read.
 * @param {Pick<Context, "rest"|"messages">} context
 * @param {string} [name] its `data-testid`
 */
export function createPending({ rest, messages }, name = "detail.pending") {
  const { t } = messages;
  const outline = createBookSkeleton(messages);
  const heading = h("h2", { tabindex: -1 }, t("rest.failed"));
  const failure = h(
    "div",
    { class: "empty", role: "status" },
    heading,
    h("p", { class: "empty-text" }, t("rest.failed.text")),
    plainButton("button", "rest.retry", askAgain, t("retry")),
  );
  const node = h(
    "section",
    { class: "detail-pane", tabindex: -1, "aria-label": t("app.name"), "data-testid": name },
    outline,
    failure,
  );

  function askAgain() {
    // The button goes while it comes.
    node.focus();
    rest.again();
  }

  function render() {
    rest.want();
    show(outline, !rest.isMissing);
    show(failure, rest.isMissing);
  }

  show(failure, false);
  return { node, heading: node, isPending: true, show() {}, render, focus: () => node.focus() };
}
