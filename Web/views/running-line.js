import { h, setText, show } from "../elements/dom.js";
import { countSpokenMilliseconds } from "./limits.js";

/**
 * A line that says how far something has come. All that it says is read out, but of a count that runs only
 * where it begins and ends, and where it stands now and then: each number would be said long after it is over.
 * @param {Pick<import("./context.js").Context, "announce"|"now">} context
 * @param {Record<string, string>} attributes
 */
export function createRunningLine({ announce, now }, attributes) {
  const node = h("p", { ...attributes, hidden: true });
  /** Whether a count is running of which something was said. */
  let isBegun = false;
  let spokenAt = 0;

  return {
    node,
    /**
     * @param {string} text nothing takes the line away
     * @param {boolean} [isRunning] whether another number of the same count is to come
     */
    tell(text, isRunning = false) {
      const isNews = setText(node, text) && text !== "";
      show(node, text !== "");
      isBegun &&= isRunning;
      const isDue = !isBegun || now() - spokenAt >= countSpokenMilliseconds;
      // Who has gone elsewhere hears of what is there.
      if (!isNews || !isDue || !node.isConnected) return;
      isBegun = isRunning;
      spokenAt = now();
      announce(text);
    },
  };
}
