import * as actions from "./actions.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("../navigation/types.js").Tab} Tab */

/**
 * What stands after `g` for each tab.
 * @type {Readonly<Record<string, Tab>>}
 */
export const tabKeys = Object.freeze({ l: "library", s: "search", f: "feed", ",": "settings" });

/**
 * What a key does, and the command palette by the same functions: whichever way it is asked for,
 * the same happens.
 * @param {Context} context
 * @param {{shell: Shell}} parts
 */
export function createCommands(context, { shell }) {
  const { scene, library, deeds, panels, rest } = context;

  /** What is open on top in the tab on screen. */
  function top() {
    const { tab, tabs } = scene.state;
    return tabs[tab].path[tabs[tab].path.length - 1];
  }

  function activeRow() {
    const focused = document.activeElement;
    const name = focused instanceof HTMLElement ? focused.dataset.testid : undefined;
    return focused?.getAttribute("role") === "option" && name ? name.slice("row.".length) : null;
  }

  /**
   * Whether it was come upon in the root list, though another one stands beside that.
   * @param {string} id
   */
  function isInRoot(id) {
    const { node } = shell.root();
    return scene.layout === "wide" && activeRow() === id && node.contains(document.activeElement);
  }

  /**
   * Opens a book where it was come upon, unless it is what is open.
   * @param {string} id
   */
  function open(id) {
    const opened = top();
    const route = { k: /** @type {const} */ ("book"), id };
    if (opened?.k === "list" && !isInRoot(id)) scene.dispatch(actions.push(route));
    else if (!opened || !("id" in opened) || opened.id !== id) scene.dispatch(actions.openItem(route));
  }

  /**
   * Opens a book and does something with a part of its page.
   * @param {string} id
   * @param {string} name of the part
   * @param {(part: HTMLElement) => void} act
   */
  function inBook(id, name, act) {
    shell.uncover();
    open(id);
    // What was just opened is drawn before this.
    queueMicrotask(() => {
      const part = shell.top()?.node.querySelector(`[data-testid="${name}"]`);
      if (part instanceof HTMLElement) act(part);
    });
  }

  return {
    /** The book that keys act on: the current row, else the one opened. */
    book() {
      const opened = top();
      const row = scene.layout === "wide" || !opened || opened.k === "list" ? activeRow() : null;
      const id = row ?? (opened && "id" in opened ? opened.id : null);
      return id === null ? undefined : library.get("book", id);
    },
    open,

    /**
     * Goes to a book from what lay over the lists: in the list on screen, where that has books of the
     * library. Its name has the focus.
     * @param {string} id
     */
    visit(id) {
      shell.uncover();
      if (scene.state.tab === "library") open(id);
      else scene.dispatch(actions.openLink(`/library/all/book/${id}`));
      // What was just opened is drawn before this.
      queueMicrotask(() => shell.top()?.heading?.focus({ preventScroll: true }));
    },
    edit: (/** @type {{id: string}} */ { id }) => void scene.dispatch(actions.editBook(id)),
    progress: (/** @type {{id: string}} */ { id }) => panels.open("progress", id),
    remove: (/** @type {{id: string}} */ { id }) => void scene.dispatch(actions.askToDelete(id)),

    /**
     * Goes to the stars of the book, which is opened for that.
     * @param {{id: string}} book
     */
    rate: ({ id }) => inBook(id, "rating", (stars) => stars.focus()),
    /**
     * Begins a quote of the book, which is opened for that, or a note about it.
     * @param {{id: string}} book
     * @param {"quote"|"note"} form
     */
    write: ({ id }, form) => inBook(id, `detail.notes.add.${form}`, (button) => button.click()),

    /**
     * Asks for another cover of the book, which is opened for that.
     * @param {{id: string}} book
     */
    cover: ({ id }) => inBook(id, "detail.changeCover", (button) => {
      // Where a menu opens it gives the focus back there.
      button.focus();
      button.click();
    }),

    /** Searches the list in view: narrow, what is on top hides all others. */
    search() {
      shell.uncover();
      const top = scene.layout === "narrow" ? shell.top() : null;
      // What was covered is drawn before this.
      queueMicrotask(() => (top ?? shell.root()).focusSearch?.());
    },
    newBook: () => void scene.dispatch(actions.newBook()),
    undo: deeds.undo,
    redo: deeds.redo,
    help: () => panels.open("help"),
    back: () => void scene.dispatch(actions.back()),
    /** @param {Tab} tab */
    tab: (tab) => void scene.dispatch(actions.selectTab(tab)),

    /** Opens the palette over the book that keys act on now, as soon as it is read. */
    palette() {
      shell.root().follow?.();
      if (rest.parts) return rest.parts.openPalette(context, { shell });
      // Where it cannot be read, the window says so.
      rest.load().then(({ openPalette }) => openPalette(context, { shell }), () => {});
    },
  };
}

/** @typedef {ReturnType<typeof createCommands>} Commands */
