import { joinedInto, restoringChange } from "../../../Web/library/joined.js";
import { decodeLocalScene, print, repair, same } from "../../../Web/navigation/index.js";
import { followMerges } from "../../../Web/navigation/repair-books.js";
import { libraryEyes } from "../../../Web/scene/library-eyes.js";
import { isSamePlace } from "../../../Web/scene/snapshots.js";

const [rowHeight, viewHeight] = [72, 360];

/**
 * What is noted of a window before a step, and compared with it afterwards.
 * @param {import("./window-walk.mjs").WindowWalk} walk
 */
export function noted(walk) {
  const { window, state, library } = walk;
  const back = walk.any('[data-testid="detail.back"]');
  return {
    state,
    drafts: draftsOf(walk),
    texts: textsOf(walk),
    top: shownOnTop(state),
    rows: rowsOf(walk),
    books: new Set(library.list("book")),
    back: back && back.getAttribute("aria-label").replace(/^Back to /, ""),
    entry: window.browser.history.state.n,
    isCovered: window.scene.isCovered || state.present.length > 0,
  };
}

/** @typedef {ReturnType<typeof noted>} Noted */
/** @typedef {{name: string, isElsewhere: boolean}} Done */

/**
 * What must hold of a window whatever befalls its library. Each gives what contradicts it, or nothing.
 * @type {Record<string, (walk: any, before: Noted, done: Done) => string|undefined|false>}
 */
export const properties = {
  "the state is legal (NAVIGATION P6)": ({ window: { scene } }) =>
    !same(decodeLocalScene(scene.local), scene.local) && "decoding mends it",

  "nothing dead is left (NAVIGATION P3)": ({ library, state }) => {
    const { nav, out } = repair(state, libraryEyes(library));
    return !same(nav, state) && JSON.stringify(out);
  },

  "what is open is shown, as it is now": (walk) => {
    const { top, library } = walk;
    if (top?.k !== "book") return undefined;
    const view = walk.window.$(`detail.book.${top.id}`);
    if (!view || view.querySelector(".book").hidden) return `${top.id} is not`;
    const title = view.querySelector("h1, h2").textContent;
    return title !== (library.get("book", top.id).fields.title ?? "") && `it says ${title}`;
  },

  "a row is a book of the library": (walk) =>
    walk.all(".row[data-testid]").filter((row) => row.isSeen && !row.closest("[inert]"))
      .map((row) => row.dataset.testid.slice("row.".length))
      .find((id) => !isAlive(walk.library.get("book", id))),

  "every presentation stands open (NAVIGATION 3.1)": (walk) => {
    const open = new Set(walk.all("dialog[open]").map(({ dataset }) => dataset.testid));
    return walk.state.present.map(({ style, dest }) => `${style}.${dest}`).find((name) => !open.has(name));
  },

  "of what was open and is gone it is said (NAVIGATION 3.3, library Δ)": (walk, { top }, { isElsewhere }) => {
    const entity = top && walk.library.get(top.kind, top.id);
    if (!isElsewhere || !entity?.deleted || entity.alias || joinedInto(entity)) return undefined;
    const isTold = walk.all('[data-testid="notice.gone"], [data-testid="sheet.newBook.resumed"]').length > 0;
    return !isTold && top.id;
  },

  "no word goes but into the library (NAVIGATION P10)": (walk, before, { name }) => {
    if (["type", "review", "discard"].includes(name)) return undefined;
    const { library } = walk;
    const entities = [...library.list("book"), ...library.list("note"), ...library.trash()];
    const said = entities.flatMap(({ fields }) => Object.values(fields));
    const kept = new Set([...said, ...draftsOf(walk).values(), ...textsOf(walk).values()]);
    return [...before.drafts, ...before.texts].find(([, word]) => !kept.has(word))?.join(": ");
  },

  "the list stays where it is when others change it (BOOKS 2)": (walk, { rows: was, books }, { isElsewhere }) => {
    const now = rowsOf(walk);
    if (!isElsewhere || !was || !now || was.list !== now.list || was.top <= 0) return undefined;
    const { ids } = walk.window.context.books.result(walk.state, walk.state.tabs.library.list);
    const left = was.seen.filter(({ id }) => ids.includes(id));
    const held = left.find(({ id }) => books.has(walk.library.get("book", id))) ?? left[0];
    if (!held) return undefined;
    const y = ids.indexOf(held.id) * rowHeight - now.top;
    // At either end there may be nothing more to scroll by.
    const isAtEnd = now.top <= 0 || now.top >= ids.length * rowHeight - viewHeight;
    const wanted = was.seen[0].y + left.indexOf(held) * rowHeight;
    const isHeld = isAtEnd ? y > -rowHeight && y < viewHeight : Math.abs(y - wanted) <= 1;
    return !isHeld && `${held.id} was to be at ${wanted} and is at ${y}`;
  },

  "Back leads where it says (NAVIGATION 4.1)": (walk, before, { name }) => {
    if (name !== "back" || !before.back || before.isCovered) return undefined;
    const { title } = walk.window.page.document;
    const isSidebar = walk.state.tabs[walk.state.tab].compact === "sidebar";
    return !isSidebar && !title.startsWith(`${before.back} ·`) && `to ${before.back}, and led to ${title}`;
  },

  "the browser's Back passes over nothing but what died (NAVIGATION 3.10)": (walk, before, { name }) => {
    const { window: { browser, scene }, library, state } = walk;
    const { n } = browser.history.state;
    const known = (walk.entries ??= new Map());
    const wanted = name === "browserBack" && !before.isCovered && !scene.isCovered
      ? entryBefore(known, before, library) : null;
    // Of entries that were made and left within one step nothing is known.
    for (const entry of [...known.keys()]) if (entry > before.entry && entry < n) known.delete(entry);
    for (let entry = before.entry + 1; entry < n; entry += 1) known.delete(entry);
    if (scene.isCovered) known.delete(n);
    else known.set(n, state);
    const place = ({ tab, tabs }) => ({ tab, shown: tabs[tab] });
    return wanted && !same(place(wanted), place(state)) && `to ${print(state)}, and not to ${print(wanted)}`;
  },

  "no more is selected than the list has": (walk) => {
    const count = walk.any(".selection-count");
    if (!count) return undefined;
    const selected = Number(/\d+/.exec(count.textContent)?.[0] ?? 0);
    const lists = [walk.top?.list, walk.list].filter(Boolean);
    const sizes = lists.map((list) => walk.window.context.books.result(walk.state, list).ids.length);
    return selected > Math.max(...sizes) && `${selected} of ${sizes}`;
  },
};

/**
 * Where the browser's Back must lead: to the last entry before whose top lives and which shows another place.
 * @param {Map<number, any>} known
 * @param {Noted} before
 * @param {any} library
 */
function entryBefore(known, { entry, state }, library) {
  const eyes = libraryEyes(library);
  for (let n = entry - 1; known.has(n); n -= 1) {
    const nav = followMerges(known.get(n), eyes);
    const [now, later] = [Number.MAX_SAFE_INTEGER, 0].map((lib) => repair(nav, eyes, lib).nav);
    if (!same(now, later)) return null; // something may come still
    if (same(topOf(nav), topOf(now)) && !isSamePlace(now, state)) return now;
  }
  return null;
}

const topOf = ({ tab, tabs }) => tabs[tab].path.at(-1) ?? tabs[tab].list;

/**
 * Every word that is a draft still is come to where a person would look for it (NAVIGATION 3.3).
 * @param {any} walk
 * @returns {Promise<string|undefined>} one that is not
 */
export async function lostDraft(walk) {
  const { window, library } = walk;
  const { context, scene } = window;
  const shows = (word) => walk.all('[data-testid="field.title"]').some(({ value }) => value === word);
  for (const [name, word] of draftsOf(walk)) {
    if (shows(word)) continue;
    while (scene.state.present.length > 0) scene.dispatch({ t: "dismiss" });
    context.panels.close();
    const [editor] = name.split("/");
    const entity = library.get("book", editor);
    if (entity?.deleted && !entity.purged && !joinedInto(entity)) library.come(restoringChange(entity));
    const id = context.books.idOf(editor);
    if (editor !== "new" && !isAlive(library.get("book", id))) continue;
    await window.settle();
    if (editor === "new") context.commands.newBook();
    else context.commands.edit(library.get("book", id));
    for (let turn = 0; turn < 4; turn += 1) await window.settle();
    if (!shows(word)) return `${word} of ${editor}, which is ${id} now`;
  }
  return undefined;
}

const isAlive = (entity) => entity !== undefined && !entity.deleted && !entity.alias;

/** The titles that stand in drafts of books, by the drafts' names. */
function draftsOf({ window: { browser } }) {
  const kept = JSON.parse(browser.shared.get("dogear.drafts") ?? "[]");
  return new Map(kept.map(([name, { form }]) => [name, form.title]));
}

/** The words that were written in place, by their drafts' names. */
function textsOf({ window: { browser } }) {
  const kept = JSON.parse(browser.shared.get("dogear.texts") ?? "[]");
  return new Map(kept.flatMap(([name, { text }]) => (name.split("/").length === 3 ? [[name, text]] : [])));
}

/** What is on top, if that can die. */
function shownOnTop({ tab, tabs, present }) {
  const modal = present.at(-1);
  if (modal) return modal.id ? { kind: modal.dest === "deleteShelf" ? "shelf" : "book", id: modal.id } : null;
  const top = topOf({ tab, tabs });
  const list = top?.k === "list" ? top.list : top;
  return list?.k === "book" || list?.k === "shelf" ? { kind: list.k, id: list.id } : null;
}

/** The library's list as it stands: which it is, how far it is scrolled, and the rows in view. */
function rowsOf(walk) {
  const { state } = walk;
  const scroller = walk.all(".layer-root .list").find((node) => node.isSeen);
  if (!scroller || state.tab !== "library") return null;
  const key = (scroller.dataset.testid ?? scroller.dataset.aside).slice("list.".length);
  const { q, filters, sort } = state.lists[key] ?? {};
  const seen = scroller.querySelectorAll(".row").filter((row) => !row.hidden).map((row) => ({
    id: (row.dataset.testid ?? row.dataset.aside)?.slice("row.".length),
    y: (Number(row.getAttribute("aria-posinset")) - 1) * rowHeight - scroller.scrollTop,
  })).filter(({ y }) => y > -rowHeight && y < viewHeight);
  seen.sort((a, b) => a.y - b.y);
  return { list: JSON.stringify([key, q, filters, sort]), top: scroller.scrollTop, seen };
}
