import { h, setAttribute, setChildren, setText, show } from "./dom.js";
import { railBooksMin, railLetterLine, railLetterPixels, railLettersMin } from "./limits.js";

/** @typedef {import("../library/query-letters.js").LetterMark} LetterMark */

/**
 * The letters beside a long list that is sorted by names: a press, or a finger that runs along them,
 * goes to where they begin. By keyboard it is a slider that a letter's key moves, too.
 * @param {{label: string, place: () => number, go: (at: number) => void, enter: (at: number) => void}}
 *   options `place` is that of the first book in view; `enter` goes on in the list itself
 */
export function createLetterRail({ label, place, go, enter }) {
  const bubble = h("span", { class: "rail-bubble", "aria-hidden": "true", hidden: true });
  const letters = h("span", { class: "rail-letters", "aria-hidden": "true" });
  const node = h(
    "div",
    {
      class: "rail",
      role: "slider",
      tabindex: 0,
      hidden: true,
      "aria-label": label,
      "aria-orientation": "vertical",
      "aria-valuemin": 0,
      "data-testid": "list.rail",
    },
    letters,
    bubble,
  );
  /** @type {readonly LetterMark[]} */
  let marks = [];
  /** @type {unknown} what the letters were drawn from */
  let drawn;
  let drawnHeight = 0;
  /** What was gone to, and where that led: a row of covers begins earlier, and so may the last screen. */
  let gone = { index: 0, place: -1 };

  /** The letter that was gone to; else the one that the first book in view is filed under. */
  function current() {
    const at = place();
    if (at === gone.place) return gone.index;
    let best = 0;
    for (const [index, mark] of marks.entries()) {
      if (mark.at <= at && mark.at >= marks[best].at) best = index;
    }
    return best;
  }

  /** @param {number} index */
  function tell(index) {
    setAttribute(node, "aria-valuenow", index);
    setAttribute(node, "aria-valuetext", marks[index]?.letter ?? "");
  }

  /** @param {number} index */
  function choose(index) {
    const mark = marks[index];
    if (!mark) return;
    go(mark.at);
    gone = { index, place: place() };
    tell(index);
  }

  /** @param {PointerEvent} event */
  function point({ clientY }) {
    const { top, height } = letters.getBoundingClientRect();
    const share = Math.min(Math.max((clientY - top) / height, 0), 1);
    const index = Math.min(Math.floor(share * marks.length), marks.length - 1);
    choose(index);
    setText(bubble, marks[index].letter);
    bubble.style.top = `${share * height}px`;
  }

  /** Draws as many of the letters as can be told from each other. */
  function draw() {
    const height = node.clientHeight;
    if (height === 0 || (drawn === marks && drawnHeight === height)) return;
    drawn = marks;
    drawnHeight = height;
    const room = Math.max(railLetterPixels, parseFloat(getComputedStyle(node).fontSize) * railLetterLine);
    const step = Math.ceil(marks.length / Math.max(1, Math.floor(height / room)));
    setChildren(letters, marks.map(({ letter }, index) =>
      h("span", null, index % step === 0 ? letter : "")));
  }

  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    // Whoever uses a pointer goes on where they were.
    event.preventDefault();
    node.setPointerCapture(event.pointerId);
    point(event);
    show(bubble, true);
    const end = () => {
      node.removeEventListener("pointermove", point);
      show(bubble, false);
    };
    node.addEventListener("pointermove", point);
    node.addEventListener("lostpointercapture", end, { once: true });
  });
  node.addEventListener("focus", () => tell(current()));
  node.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = current();
    const last = marks.length - 1;
    /** @type {Record<string, number>} */
    const moves = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: last };
    const named = marks.findIndex(({ letter }) => letter === event.key.toUpperCase());
    const next = moves[event.key] ?? (named < 0 ? undefined : named);
    if (event.key === "Enter") enter(marks[at].at);
    else if (next === undefined) return;
    else choose(Math.min(Math.max(next, 0), last));
    event.preventDefault();
    event.stopPropagation();
  });
  new ResizeObserver(draw).observe(node);

  return {
    node,
    /**
     * @param {readonly LetterMark[]} next
     * @param {number} count of the books
     */
    render(next, count) {
      if (marks !== next) gone.place = -1;
      marks = next;
      show(node, count >= railBooksMin && marks.length >= railLettersMin);
      setAttribute(node, "aria-valuemax", marks.length - 1);
      if (!node.hidden) tell(current());
      draw();
    },
  };
}
