import { setAttribute } from "../elements/dom.js";
import { pushMilliseconds } from "./limits.js";

/**
 * The order of the mounted columns. In a narrow window they lie on each other: what is below the
 * top one is `before`, what has been taken away is `after`, and the style sheet slides between
 * them. In a wide window they stand side by side, and where there is no room for the sidebar it lies
 * over the others. Whatever cannot be seen, or lies under another, is inert.
 * @param {HTMLElement} shell carries `data-moving` while something slides
 */
export function createLayers(shell) {
  /** @type {Map<string, HTMLElement>} */
  const layers = new Map();
  let settledTab = "";
  let settledLayout = "";
  let settledTop = "";
  let stopping = 0;

  /** @type {WeakSet<HTMLElement>} */
  const parked = new WeakSet();

  /**
   * Identifiers name what a person can reach: a column of another tab, or one below another entry,
   * keeps its own aside, so that each stands in the page once.
   * @param {HTMLElement} node
   * @param {boolean} isNamed
   */
  function name(node, isNamed) {
    if (isNamed !== parked.has(node)) return;
    if (isNamed) parked.delete(node);
    else parked.add(node);
    const [from, to] = isNamed ? ["data-aside", "data-testid"] : ["data-testid", "data-aside"];
    for (const child of node.querySelectorAll(`[${from}]`)) {
      child.setAttribute(to, child.getAttribute(from) ?? "");
      child.removeAttribute(from);
    }
  }

  /** @param {boolean} moves */
  function move(moves) {
    clearTimeout(stopping);
    setAttribute(shell, "data-moving", moves);
    if (moves) stopping = window.setTimeout(() => move(false), pushMilliseconds + 40);
  }

  return {
    /**
     * @param {string} key
     * @param {HTMLElement} node
     */
    add(key, node) {
      setAttribute(node, "data-place", "after");
      layers.set(key, node);
    },

    /**
     * Takes a column away, after it has slid out where it was on top of a narrow window.
     * @param {string} key
     * @param {boolean} slides
     */
    remove(key, slides) {
      const node = layers.get(key);
      layers.delete(key);
      if (!node) return;
      const seen = node.dataset.place === "current" && shell.dataset.layout === "narrow";
      if (!slides || !seen || prefersStillness()) {
        node.remove();
        return;
      }
      node.inert = true;
      move(true);
      setAttribute(node, "data-place", "after");
      node.addEventListener("transitionend", () => node.remove(), { once: true });
      setTimeout(() => node.remove(), pushMilliseconds + 80);
    },

    /**
     * @param {"wide"|"narrow"} layout
     * @param {string} tab
     * @param {readonly string[]} visible keys, bottom first; a narrow window shows the last
     * @param {boolean} slides false where the browser has drawn the way itself, as for a swipe
     */
    arrange(layout, tab, visible, slides) {
      const top = visible[visible.length - 1] ?? "";
      const steady = layout === settledLayout && tab === settledTab;
      if (!steady || !slides) move(false);
      else if (layout === "narrow" && top !== settledTop && !prefersStillness()) {
        void shell.offsetWidth; // lets a new column start from outside
        move(true);
      }
      const isCovered = layout === "wide" && visible[0] === `${tab}/sidebar`
        && matchMedia("(max-width: 1079px)").matches; // as layout.css says
      for (const [key, node] of layers) {
        const at = visible.indexOf(key);
        const place = layout === "wide" ? besides(at) : stacked(key, at, key === top, tab);
        setAttribute(node, "data-place", place);
        node.inert = place !== "current" || (isCovered && at > 0);
        const isEntry = !/\/(root|sidebar)$/.test(key);
        name(node, key.startsWith(`${tab}/`) && (!isEntry || key === top));
      }
      settledTab = tab;
      settledLayout = layout;
      settledTop = top;
    },
  };
}

/**
 * Whether nothing is to move: motion explains something to whoever looks on and does not mind it.
 */
export function prefersStillness() {
  const isUnseen = document.visibilityState === "hidden";
  return isUnseen || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {number} at index among the visible columns, -1 for none */
function besides(at) {
  return at < 0 ? "away" : "current";
}

/**
 * @param {string} key
 * @param {number} at
 * @param {boolean} isTop
 * @param {string} tab
 */
function stacked(key, at, isTop, tab) {
  if (isTop) return "current";
  if (at >= 0) return "before";
  return key.startsWith(`${tab}/`) ? "after" : "away";
}
