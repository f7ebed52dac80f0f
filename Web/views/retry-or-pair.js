import { h, plainButton, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { isRemoved } from "./sync-state.js";

/**
 * What to do where the server gave nothing: try again, or where it does not know this browser, pair it.
 * @param {Pick<import("./context.js").Context, "library"|"messages">} context
 * @param {{name: string, look?: string, act: () => void}} options `name` is the test id of the way to try
 *   again
 */
export function createRetryOrPair({ library, messages: { t } }, { name, look = "", act }) {
  const className = `button ${look}`.trim();
  const retry = plainButton(className, name, act, t("retry"));
  const words = h("span", null);
  const pair = h(
    "a", { class: `${className} primary`, href: "/pair", "data-testid": `${name}.pair` }, icon("link"), words,
  );
  return {
    nodes: [retry, pair],
    /** @param {boolean} hasFailed */
    render(hasFailed) {
      const isUnpaired = library.status().state === "unpaired";
      setText(words, t(isRemoved(library) ? "removed.pair" : "sync.pair"));
      show(retry, hasFailed && !isUnpaired);
      show(pair, hasFailed && isUnpaired);
    },
  };
}
