/** @typedef {import("./context.js").Context} Context */
/**
 * @typedef {{title: string, node: HTMLElement, render?: () => void, focus?: () => void,
 *   left?: () => void, givenUp?: () => void, isBegun?: () => boolean, isKept?: () => boolean,
 *   begunWords?: () => string}} Panel what it is told when it is `left`, or `givenUp` by its own button
 *   before, and whether something in it would be lost by that, where its fields alone do not say so; of one
 *   that keeps a draft, whether that outlives the page; of one that keeps none, what is said of it
 */

/**
 * Sheets that hold no place in the library and so none in the navigation state: what asks for
 * attention, a book's history, the trash, import, the state of sync, help. One is open at a time. The
 * browser's Back closes it and moves nothing. What was begun in it can be gone on with, unless it was
 * closed by its own button.
 * @param {{messages: Context["messages"], notify: Context["notify"], rest: Context["rest"],
 *   scene: Pick<import("../scene/scene.js").Scene, "overlay">,
 *   make: (rest: import("./rest-loader.js").Rest) => Record<string, (about: string) => Panel>}} parts
 */
export function createPanels({ messages: { t }, notify, rest, scene, make }) {
  /**
   * `resume` opens it again; `isBegun`: whether it holds something.
   * @type {{sheet: ReturnType<typeof import("./panel-sheet.js").openPanelSheet>, resume: () => void,
   *   isBegun: () => boolean, words: () => string}|null}
   */
  let shown = null;
  let left = () => {};

  function close() {
    const closing = shown;
    shown = null;
    closing?.sheet.close();
    if (closing) left();
  }

  /** Goes without having been closed: what was begun can be gone on with. */
  function leave() {
    // What is closed shows no field any more.
    const begun = shown?.isBegun() ? { act: shown.resume, words: shown.words() } : null;
    close();
    if (begun) notify(begun.words, { action: t("resume"), act: begun.act, name: "notice.draftKept" });
  }

  /**
   * @param {import("./rest-loader.js").Rest} parts
   * @param {string} name
   * @param {Panel|undefined} panel
   * @param {boolean} [isResumed]
   */
  function present(parts, name, panel, isResumed = false) {
    if (!panel) throw new RangeError(`no panel is called ${name}`);
    leave();
    // Its button hands on the press of it; Escape, a press beside it and a drag have nothing to say.
    const goes = (/** @type {Event|undefined} */ press) => {
      if (press) panel.givenUp?.();
      (press ? close : leave)();
    };
    const sheet = parts.openPanelSheet({ panel, name, t, leave: goes });
    // One that was begun before holds something still, though nothing was typed since.
    const isBegun = panel.isBegun ?? (() => isResumed || sheet.isBegun);
    const kept = panel.isKept && (() => t(panel.isKept?.() ? "notice.draftKept" : "notice.draftHeld"));
    // What no draft holds stands in its fields alone, which are made anew when it is opened another way.
    const words = kept ?? panel.begunWords ?? (() => t("notice.begun"));
    shown = { sheet, resume: () => present(parts, name, panel, true), isBegun, words };
    left = scene.overlay(leave);
  }

  return {
    /**
     * Opens a panel, as soon as its view is read.
     * @param {string} name
     * @param {string} [about] the id of what it is about
     */
    open(name, about = "") {
      if (rest.parts) return present(rest.parts, name, make(rest.parts)[name]?.(about));
      // Where it cannot be read, the window says so.
      rest.load().then((parts) => present(parts, name, make(parts)[name]?.(about)), () => {});
    },
    close,
    /** Whether one is open, be it under an editor. */
    get isOpen() {
      return shown !== null;
    },
    render: () => shown?.sheet.render(),
  };
}
