import { h, plainButton, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { asPlace, wholePercent } from "./progress-of.js";
import { percentWords, progressWords, shortPlace } from "./progress-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./progress-of.js").Progress} Progress */

/**
 * How far the book has come: a bar, where that is, and a way to say more. Where devices disagree,
 * both places are offered and neither is overwritten.
 * @param {Context} context
 * @param {() => Entity|undefined} current
 */
export function createBookProgress(context, current) {
  const { messages, panels } = context;
  const { t } = messages;
  const bar = h("span", { class: "progress-bar" }, h("span", { class: "progress-done" }));
  const meter = h(
    "div",
    { class: "progress-meter", role: "progressbar", "aria-label": t("progress.label") },
    bar,
  );
  const words = h("p", { class: "progress-words" });
  const update = plainButton(
    "button small", "detail.progress",
    () => {
      const book = current();
      if (book) panels.open("progress", book.id);
    },
    icon("book"), t("progress.update"),
  );
  const goTo = createGoTo(context, current);
  const node = h(
    "div",
    { class: "book-progress" },
    meter,
    words,
    goTo.node,
    update,
  );
  return {
    node,
    /** @param {Entity} book */
    render(book) {
      const progress = context.books.progress(book.id);
      show(meter, progress !== undefined);
      show(words, progress !== undefined);
      goTo.render(progress);
      if (!progress) return;
      const share = progress.latest.share ?? 0;
      setText(words, progressWords(progress, context));
      setAttribute(meter, "aria-valuenow", wholePercent(share));
      setAttribute(meter, "aria-valuetext", percentWords(share, messages));
      setProgress(bar, share);
    },
  };
}

/**
 * Two ways on where the devices disagree: from where somebody read last, or from the furthest.
 * @param {Context} context
 * @param {() => Entity|undefined} current
 * @param {() => void} [gone] called when one was taken
 */
export function createGoTo({ library, messages, deeds }, current, gone = () => {}) {
  const { t } = messages;
  const node = h("div", { class: "progress-choices", role: "group", "aria-label": t("progress.goTo") });
  let drawn = "";

  /**
   * @param {"latest"|"furthest"} which
   * @param {import("../library/reading-progress.js").ReadingPlace} place
   */
  function choice(which, place) {
    const words = t(`progress.goTo.${which}`, {
      percent: shortPlace(place, messages),
      device: library.deviceName(place.device) ?? t("device.another"),
    });
    const go = () => {
      const book = current();
      if (book) void deeds.progress(book, asPlace(place), null);
      gone();
    };
    return plainButton("button small", `progress.${which}`, go, words);
  }

  return {
    node,
    /** @param {Progress|undefined} progress */
    render(progress) {
      const isApart = progress !== undefined && progress.differ;
      show(node, isApart);
      const devices = isApart ? [progress.latest, progress.furthest] : [];
      const names = devices.map(({ device }) => library.deviceName(device));
      const written = JSON.stringify([devices, names]);
      if (written === drawn) return;
      drawn = written;
      setChildren(node, isApart
        ? [choice("latest", progress.latest), choice("furthest", progress.furthest)]
        : []);
    },
  };
}

/**
 * @param {HTMLElement} bar
 * @param {number} fraction
 */
export function setProgress(bar, fraction) {
  const done = /** @type {HTMLElement} */ (bar.firstElementChild);
  const width = `${Math.round(fraction * 1000) / 10}%`;
  if (done.style.width !== width) done.style.width = width;
}
