import { h } from "./dom.js";

/**
 * What a list of which only the rows in view have nodes hears before it is printed, and after: paper
 * cannot be scrolled.
 */
export const beforePrint = "beforelistprint";
export const afterPrint = "afterlistprint";

/**
 * Makes the page ready for paper when it is about to be printed, and as it was afterwards: lists have as
 * many rows as are printed, and what is written in a box stands beside it in full, for a box ends with its
 * page. What is left out, and how the rest looks, is the style sheet's business.
 * @param {(count: number) => string} restWords says of a list how many rows are more than are printed
 */
export function followPrinting(restWords) {
  /** @type {HTMLElement[]} */
  let copies = [];

  /**
   * @param {Element} beside
   * @param {string} text
   */
  function copy(beside, text) {
    const node = h("div", { class: "printed-words", dir: "auto" }, text);
    beside.after(node);
    return node;
  }

  /** @param {string} type */
  function tell(type) {
    for (const canvas of document.querySelectorAll(".virtual-canvas")) {
      // What lies in another tab, or under a book, is not printed.
      const isSeen = getComputedStyle(canvas).visibility !== "hidden";
      if (isSeen || type === afterPrint) canvas.parentElement?.dispatchEvent(new CustomEvent(type));
    }
  }

  function clear() {
    for (const copy of copies) copy.remove();
    copies = [];
  }

  window.addEventListener("beforeprint", () => {
    clear();
    tell(beforePrint);
    const areas = [...document.querySelectorAll("textarea")];
    const lists = [...document.querySelectorAll("[data-left-out]")];
    copies = [
      ...areas.map((area) => copy(area, area.value)),
      ...lists.map((list) => copy(list, restWords(Number(list.getAttribute("data-left-out"))))),
    ];
  });
  window.addEventListener("afterprint", () => {
    clear();
    tell(afterPrint);
  });
}
