import { h, plainButton, setAttribute, setText, show } from "../elements/dom.js";
import { pacedMilliseconds, waitingMilliseconds } from "./limits.js";
import { createRunningLine } from "./running-line.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * How far an import has come, how fast it goes and how long it will take, and the way out of it. What is over
 * at once shows none of it.
 * @param {Context} context
 * @param {() => void} cancel
 */
export function createImportRunning(context, cancel) {
  const { messages, now } = context;
  const { t } = messages;
  const bar = h("progress", { "aria-label": t("import.progress") });
  const line = createRunningLine(context, { class: "import-count" });
  const pace = h("p", { class: "quiet", "data-testid": "import.pace" });
  const button = plainButton("button", "import.cancel", cancel, t("cancel"));
  const node = h(
    "div",
    { class: "import-running", hidden: true },
    bar,
    h("div", { class: "import-far" }, line.node),
    h("div", { class: "import-way" }, pace, button),
  );
  let timer = 0;
  let startedAt = 0;

  return {
    node,
    begin() {
      this.end();
      startedAt = now();
      setAttribute(button, "aria-disabled", null);
      timer = window.setTimeout(() => show(node, true), waitingMilliseconds);
    },

    /**
     * @param {number} done
     * @param {number} total
     * @param {string} words of both
     */
    count(done, total, words) {
      if (total === 0) return;
      bar.max = total;
      bar.value = done;
      line.tell(words, done < total);
      setText(pace, paceWords(done, total, now() - startedAt, messages));
    },

    /** What is counted next begins now. */
    again: () => void (startedAt = now()),

    /** It was cancelled, and is not over yet: another press would do nothing. */
    stops: () => setAttribute(button, "aria-disabled", true),

    /** Returns whether the focus was in it. */
    end() {
      clearTimeout(timer);
      const had = node.contains(document.activeElement);
      bar.removeAttribute("value");
      line.tell("");
      setText(pace, "");
      show(node, false);
      return had;
    },
  };
}

/**
 * How fast something goes, and how long it goes on; nothing before that can be told.
 * @param {number} done
 * @param {number} total
 * @param {number} milliseconds since it began
 * @param {Pick<Context["messages"], "t"|"lasting"|"number">} messages
 */
export function paceWords(done, total, milliseconds, { t, lasting, number }) {
  if (done === 0 || done >= total || milliseconds < pacedMilliseconds) return "";
  const rate = (done * 1_000) / milliseconds;
  const left = ((total - done) * 1_000) / rate;
  const whole = rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate);
  return t("import.pace", { rate: number(whole), left: lasting(left) });
}

/**
 * Counts the books that the server brings, as they come.
 * @param {Pick<Context["library"], "list"|"trash"|"get"|"subscribe">} library as it is before
 * @param {(count: number) => void} tell
 * @returns {() => void} ends it
 */
export function countArrivals(library, tell) {
  const known = new Set([...library.list("book"), ...library.trash()].map(({ id }) => id));
  const come = new Set();
  return library.subscribe(({ keys }) => {
    const before = come.size;
    const touched = keys ? [...keys].filter((key) => key.startsWith("book/")).map((key) => key.slice(5))
      : library.list("book").map(({ id }) => id);
    for (const id of touched) {
      if (!known.has(id) && library.get("book", id)?.by === "server") come.add(id);
    }
    if (come.size > before) tell(come.size);
  });
}
