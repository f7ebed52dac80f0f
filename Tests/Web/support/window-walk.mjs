import { JOINED_FIELD, restoringChange } from "../../../Web/library/joined.js";
import { ChangingLibrary } from "./changing-library.mjs";
import { PlayedWindow } from "./played-window.mjs";
import { seeded } from "./random.mjs";

const people = ["Ada Fenn", "Mara Quill"];
const tags = ["cosy", "sea", "gift"];
const bookCount = 24;

/**
 * A window in which somebody does what the seed says, while another device changes the library under it.
 * What cannot be done just now does nothing, and says so by `false`.
 */
export class WindowWalk {
  library = new ChangingLibrary();
  /** What was done so far. */
  steps = [];
  random;
  #fresh = 0;

  /** @param {number} seed */
  constructor(seed) {
    this.random = seeded(seed);
  }

  async open() {
    const { library, random } = this;
    for (let at = 0; at < bookCount; at += 1) library.come({
      e: "book", id: `b${at}`, create: true,
      set: { title: `Title ${at}`, added: at, contributors: [{ name: random.pick(people), role: "author" }] },
      add: {
        tags: { [random.pick(tags)]: null },
        ...(random.chance(0.5) && { shelves: { [random.pick(["s1", "s2"])]: { position: `V${at}` } } }),
      },
    });
    for (const id of ["s1", "s2"]) library.come({ e: "shelf", id, create: true, set: { name: `Shelf ${id}` } });
    const rule = { q: "", filters: { tag: ["sea"] } };
    library.come({ e: "shelf", id: "r1", create: true, set: { name: "By the sea", rule } });
    this.window = await PlayedWindow.open(library, { width: random.pick([390, 1280]) });
  }

  get state() {
    return this.window.scene.state;
  }

  get list() {
    return this.state.tabs[this.state.tab].list;
  }

  get top() {
    return this.state.tabs[this.state.tab].path.at(-1);
  }

  /** @param {string} selector */
  all(selector) {
    return this.window.page.document.querySelectorAll(selector);
  }

  get dialog() {
    return this.all("dialog[open]").at(-1) ?? null;
  }

  /** @param {any} node */
  isInReach(node) {
    const { dialog } = this;
    return Boolean(node?.isSeen) && !node.closest("[inert]") && (!dialog || dialog.contains(node));
  }

  /** One that a person can reach, of those that a selector names. @param {string} selector */
  any(selector) {
    const nodes = this.all(selector).filter((node) => this.isInReach(node));
    return nodes.length > 0 ? this.random.pick(nodes) : null;
  }

  /** @param {string} selector */
  press(selector) {
    const node = this.any(selector);
    node?.click();
    return node !== null;
  }

  /** @param {string[]} names the first that is in reach */
  named(...names) {
    return names.some((name) => this.press(`[data-testid="${name}"]`));
  }

  /** @param {string} selector @param {string} text */
  write(selector, text) {
    const field = this.any(selector);
    if (!field) return false;
    field.focus();
    field.value = text;
    return field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Does something in the place itself, where nothing stands over it. @param {any} action */
  does(action) {
    if (this.dialog) return false;
    if (typeof action === "function") action(this.window.context);
    else this.window.scene.dispatch(action);
    return true;
  }

  /** Changes how the books of the library are shown. @param {any} action */
  shows(action) {
    return this.state.tab === "library" && this.does({ ...action, list: this.list });
  }

  word() {
    this.#fresh += 1;
    return `word${this.#fresh}`;
  }

  /** @param {(book: any, other: any) => void} act */
  onBook(act) {
    const { library, random, state: { present } } = this;
    const all = library.list("book");
    if (all.length < 2) return false;
    const open = all.filter(({ id }) => id === this.top?.id || present.some((each) => each.id === id));
    const book = random.pick(open.length > 0 && random.chance(0.6) ? open : all);
    act(book, random.pick(all.filter((each) => each !== book)));
    return true;
  }

  /** @param {(book: any) => void} act */
  onDead(act) {
    const dead = this.library.trash().filter(({ kind }) => kind === "book");
    if (dead.length > 0) act(this.random.pick(dead));
    return dead.length > 0;
  }

  /** What filters can be chosen from: what books have. */
  filters() {
    const { library, random } = this;
    const tag = tags.find((each) => library.list("book").some(({ fields }) => Object.hasOwn(fields.tags ?? {}, each)));
    const [shelf] = library.list("shelf");
    return random.pick([{}, ...(tag ? [{ tag: [tag] }, { noTag: [tag] }] : []), ...(shelf ? [{ shelf: [shelf.id] }] : [])]);
  }

  /** @type {Record<string, [number, () => boolean]>} what a person does, and how often */
  person = {
    open: [8, () => this.press(".row[data-testid]")],
    back: [6, () => this.named("detail.back") || this.does({ t: "back" })],
    browserBack: [3, () => (this.window.browser.travel(-1), true)],
    browserForward: [1, () => (this.window.browser.travel(1), true)],
    tab: [1, () => this.named(`tabBar.${this.random.pick(["library", "search", "feed", "settings"])}Tab`)],
    list: [3, () => this.named(`sidebar.${this.random.pick(["all", "shelf:s1", "shelf:r1", "status:read"])}`)],
    author: [3, () => this.top?.k === "book"
      && this.does({ t: "push", route: { k: "list", list: { k: "author", v: this.random.pick(people) } } })],
    filter: [2, () => this.shows({ t: "setFilter", filters: this.filters() })],
    search: [1, () => this.shows({ t: "setQuery", q: this.random.pick(["", "1", "Title"]) })],
    sort: [1, () => this.shows({ t: "setSort", sort: { by: this.random.pick(["added", "title"]), desc: true } })],
    scroll: [5, () => {
      const list = this.any(".list");
      if (list) list.scrollTop = this.random.below(bookCount * 72);
      return list !== null;
    }],
    select: [5, () => {
      const row = this.any(".row[data-testid]");
      const press = new Event("click", { bubbles: true, cancelable: true });
      return row?.dispatchEvent(Object.assign(press, { ctrlKey: true, shiftKey: this.random.chance(0.3) })) !== undefined;
    }],
    selected: [4, () => this.named(`selection.${this.random.pick(["all", "done", "status", "join", "delete"])}`)],
    choose: [4, () => this.press('[role="menuitem"]')],
    edit: [12, () => this.named("detail.edit")],
    add: [1, () => this.does(({ commands }) => commands.newBook())],
    type: [16, () => this.write('[data-testid="field.title"]', this.word())],
    save: [4, () => this.named("sheet.editBook.save", "sheet.newBook.save", "progress.save", "join.act", "loan.save", "reading.save")],
    discard: [2, () => this.named("sheet.editBook.discard", "dialog.discard.discard")],
    leave: [6, () => this.dialog?.dispatchEvent(new Event("cancel", { cancelable: true })) !== undefined],
    review: [6, () => this.write(".text-area", this.word())],
    blur: [2, () => (this.window.page.document.activeElement.blur(), true)],
    progress: [3, () => this.top?.k === "book" && this.does(({ panels }) => panels.open("progress", this.top.id))],
    page: [8, () => this.write('[data-testid="progress.value"]', String(1 + this.random.below(99)))],
    panel: [4, () => this.named(`detail.${this.random.pick(
      ["history", "cover", "shelve", "same", "delete", "addReading", "loans.lent", "favourite"])}`)],
    note: [3, () => this.named(`detail.notes.add.${this.random.pick(["note", "quote"])}`)],
    press: [6, () => this.press(this.random.pick([".facet-option", ".join-book", ".toast-action"]))],
    confirm: [4, () => this.named("alert.deleteBook.delete", "alert.deleteShelf.delete")],
    undo: [2, () => this.does(({ deeds }) => deeds[this.random.pick(["undo", "redo"])]())],
    sheet: [2, () => this.does(({ panels }) => panels.open(
      this.random.pick(["trash", "twins", "loans", "stats", "conflicts", "notices", "problems", "help"])))],
    lend: [2, () => this.write('[data-testid="loan.person"]', this.word())],
    removeShelf: [1, () => this.library.list("shelf").length > 0 && this.does({
      t: "present",
      presentation: { style: "alert", dest: "deleteShelf", id: this.random.pick(this.library.list("shelf")).id },
    })],
    wait: [2, () => (this.window.browser.advance(this.random.pick([100, 500, 6_000, 12_000])), true)],
    key: [2, () => {
      const key = this.random.pick(["ArrowDown", "ArrowUp", "Escape", "x", "End", "Enter", "1", "z"]);
      const event = Object.assign(new Event("keydown", { bubbles: true, cancelable: true }), { key });
      this.window.page.document.activeElement.dispatchEvent(event);
      return true;
    }],
    turn: [1, () => {
      const { browser, page } = this.window;
      page.width = page.width === 390 ? 1280 : 390;
      browser.resize(page.width);
      return true;
    }],
  };

  /** @type {Record<string, [number, () => boolean]>} what the other device and the server do */
  elsewhere = {
    delete: [6, () => this.onBook(({ id }) => this.library.come({ e: "book", id, delete: true }))],
    restore: [6, () => this.onDead((book) => this.library.come(restoringChange(book)))],
    purge: [1, () => this.onDead(({ id }) => this.library.purge("book", id))],
    alias: [4, () => this.onBook(({ id }, other) => this.library.alias(id, other.id))],
    join: [4, () => this.onBook(({ id }, other) =>
      this.library.come({ e: "book", id, set: { [JOINED_FIELD]: other.id }, delete: true }))],
    rename: [2, () => this.onBook(({ id }) => this.library.come({ e: "book", id, set: { title: this.word() } }))],
    retag: [2, () => this.onBook(({ id, fields }) => this.library.come({
      e: "book", id, del: { tags: Object.keys(fields.tags ?? {}) }, add: { tags: { [this.random.pick(tags)]: null } },
    }))],
    untag: [1, () => this.without("tags", this.random.pick(tags))],
    unshelve: [2, () => this.without("shelves", this.random.pick(["s1", "s2"]))],
    shelf: [2, () => {
      const id = this.random.pick(["s1", "s2", "r1"]);
      const { deleted } = this.library.get("shelf", id);
      const change = this.random.pick([{ delete: true }, { set: { name: this.word() } }]);
      this.library.come({ e: "shelf", id, ...(deleted ? { restore: true } : change) });
      return true;
    }],
    rule: [1, () => {
      const rule = { q: "", filters: { tag: [this.random.pick(tags)] } };
      if (!this.library.get("shelf", "r1").deleted) this.library.come({ e: "shelf", id: "r1", set: { rule } });
      return true;
    }],
    come: [4, () => {
      this.library.come({ e: "book", id: this.word(), create: true, set: { title: "Another", added: 1_000 } });
      return true;
    }],
    many: [1, () => {
      const some = this.library.list("book").filter(() => this.random.chance(0.4));
      this.library.come(...some.map(({ id }) => ({ e: "book", id, delete: true })));
      return true;
    }],
    welcome: [1, () => {
      const gone = new Set(this.library.list("book").filter(() => this.random.chance(0.3)));
      this.library.welcome((entity) => !gone.has(entity));
      return true;
    }],
  };

  /** @param {"tags"|"shelves"} field @param {string} element that no book has any more */
  without(field, element) {
    const some = this.library.list("book").filter(({ fields }) => Object.hasOwn(fields[field] ?? {}, element));
    this.library.come(...some.map(({ id }) => ({ e: "book", id, del: { [field]: [element] } })));
    return true;
  }

  /** Does something that can be done, and gives its name and whether it was done elsewhere. */
  async step() {
    for (;;) {
      const isElsewhere = this.random.chance(0.25);
      const acts = Object.entries(isElsewhere ? this.elsewhere : this.person);
      const [name, [, act]] = this.random.pick(acts.flatMap((each) => Array(each[1][0]).fill(each)));
      if (!act()) continue;
      this.steps.push(isElsewhere ? `(${name})` : name);
      await this.window.settle();
      return { name, isElsewhere };
    }
  }
}
