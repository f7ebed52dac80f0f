/** @typedef {import("./context.js").Context} Context */
/**
 * @typedef {{title: string, node: HTMLElement, render?: () => void, focus?: () => void,
 *   left?: () => void}} Panel what it is told when it is `left`
 */

/**
 * Sheets that hold no place in the library and so none in the navigation state: what asks for
 * attention, a book's history, the trash, import, the state of sync, help. One is open at a time. The
 * browser's Back closes it and moves nothing; what was begun in it can then be gone on with.
 * @param {{messages: Context["messages"], notify: Context["notify"], rest: Context["rest"],
 *   scene: Pick<import("../scene/scene.js").Scene, "overlay">,
 *   make: (rest: import("./rest-loader.js").Rest) => Record<string, (about: string) => Panel>}} parts
 */
export function createPanels({ messages: { t }, notify, rest, scene, make }) {
  /** @type {ReturnType<typeof import("./panel-sheet.js").openPanelSheet>|null} */
  let shown = null;
  let left = () => {};

  function close() {
    const closing = shown;
    shown = null;
    closing?.close();
    if (closing) left();
  }

  /**
   * @param {import("./rest-loader.js").Rest} parts
   * @param {string} name
   * @param {Panel|undefined} panel
   */
  function present(parts, name, panel) {
    if (!panel) throw new RangeError(`no panel is called ${name}`);
    close();
    const sheet = (shown = parts.openPanelSheet({ panel, name, t, leave: close }));
    left = scene.overlay(() => {
      const { isBegun } = sheet;
      close();
      const act = () => present(parts, name, panel);
      const kept = "notice.draftKept";
      if (isBegun) notify(t(kept), { action: t("resume"), act, name: kept });
    });
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
    render: () => shown?.render(),
    get isOpen() {
      return shown !== null;
    },
  };
}
