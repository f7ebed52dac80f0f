import { statuses } from "../navigation/list-ref.js";
import * as actions from "./actions.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./shell.js").Shell} Shell */

const tabKeys = /** @type {const} */ ({ l: "library", s: "search", f: "feed", ",": "settings" });

/** Milliseconds in which a letter after `g` still names a tab. */
const goMilliseconds = 1_500;

/**
 * The keyboard of the whole window (BOOKS §6, NAVIGATION §3.10). Keys without a modifier are
 * silent while a field has the focus, and can be switched off.
 * @param {Context} context
 * @param {{shell: Shell, isModal: () => boolean}} parts
 */
export function createKeyboard(context, { shell, isModal }) {
  const { scene, library, deeds, preferences, panels } = context;
  let wentAt = -Infinity;

  /** The book that keys act on: the one opened, else the current row. */
  function book() {
    const { tab, tabs } = scene.state;
    const { path } = tabs[tab];
    const top = path[path.length - 1];
    const row = scene.layout === "wide" || path.length === 0 ? activeRow() : null;
    const id = row ?? (top && "id" in top ? top.id : null);
    return id === null ? undefined : library.get("book", id);
  }

  function activeRow() {
    const focused = document.activeElement;
    const name = focused instanceof HTMLElement ? focused.dataset.testid : undefined;
    return focused?.getAttribute("role") === "option" && name ? name.slice("row.".length) : null;
  }

  /** @param {string} key */
  function status(key) {
    const found = book();
    if (!found) return false;
    const wanted = statuses[Number(key) - 1];
    deeds.status(found, found.fields.status === wanted ? null : wanted);
    return true;
  }

  /** @type {Record<string, () => boolean|void>} */
  const plain = {
    "/": () => shell.root().focusSearch?.(),
    e: () => on(book(), ({ id }) => void scene.dispatch(actions.editBook(id))),
    n: () => void scene.dispatch(actions.newBook()),
    p: () => on(book(), ({ id }) => panels.open("progress", id)),
    r: () => rate(),
    z: () => deeds.undo(),
    Z: () => deeds.redo(),
    f: () => void scene.dispatch(actions.selectTab("feed")),
    "?": () => panels.open("help"),
    Delete: () => on(book(), ({ id }) => scene.dispatch(actions.askToDelete(id))),
  };

  function rate() {
    const stars = shell.top()?.node.querySelector('[data-testid="rating"]');
    if (!(stars instanceof HTMLElement)) return false;
    stars.focus();
    return true;
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (isModal() || event.defaultPrevented) return;
    if (take(event)) event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was ours
   */
  function take(event) {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key === "[") return scene.dispatch(actions.back()), true;
    if (isCommand && !event.altKey && !isTyping(event.target)) return command(event);
    if (isCommand || event.altKey) return false;
    if (event.key === "F6") return nextColumn(event.shiftKey ? -1 : 1);
    if (event.key === "Escape") return leave();
    if (isTyping(event.target)) return false;
    if (event.key === "ArrowRight" && isIn("list")) return focusDetail();
    if (event.key === "ArrowLeft" && isIn("detail")) return shell.root().focus(), true;
    if (!preferences.shortcuts) return false;
    return shortcut(event);
  }

  /** @param {KeyboardEvent} event */
  function command({ key, shiftKey }) {
    if (key.toLowerCase() !== "z") return false;
    if (shiftKey) deeds.redo();
    else deeds.undo();
    return true;
  }

  /** @param {KeyboardEvent} event */
  function shortcut(event) {
    if (event.timeStamp - wentAt < goMilliseconds) {
      wentAt = -Infinity;
      const tab = tabKeys[/** @type {keyof typeof tabKeys} */ (event.key)];
      if (tab) return scene.dispatch(actions.selectTab(tab)), true;
    }
    if (event.key === "g") return (wentAt = event.timeStamp), true;
    if (/^[1-5]$/.test(event.key)) return status(event.key);
    const act = plain[event.key];
    return act ? act() !== false : false;
  }

  /** Escape: what is innermost first. */
  function leave() {
    const { tab, tabs } = scene.state;
    if (scene.local.following) return scene.dispatch(actions.stopFollowing()), true;
    if (scene.layout === "narrow") {
      if (tabs[tab].path.length === 0) return false;
      scene.dispatch(actions.back());
      return true;
    }
    if (!isIn("detail")) return false;
    shell.root().focus();
    return true;
  }

  /** @param {number} by */
  function nextColumn(by) {
    if (scene.layout === "narrow") return false;
    shell.root().follow?.();
    const { tab, tabs } = scene.state;
    const detail = { focus: focusDetail, node: shell.detail };
    const all = [shell.sidebar, shell.root(), ...(tabs[tab].path.length > 0 ? [detail] : [])];
    const columns = all.filter(({ node }) => !node.closest("[inert]"));
    const at = columns.findIndex(({ node }) => node.contains(document.activeElement));
    columns[(at + by + columns.length) % columns.length].focus();
    return true;
  }

  /** The detail of what the list has come to, also where it has not followed yet. */
  function focusDetail() {
    shell.root().follow?.();
    const { tab, tabs } = scene.state;
    if (tabs[tab].path.length === 0) return false;
    // What was just opened is drawn before this.
    queueMicrotask(() => shell.top()?.heading.focus());
    return true;
  }

  /** @param {"list"|"detail"} column */
  function isIn(column) {
    const node = column === "detail" ? shell.detail : shell.root().node;
    return scene.layout === "wide" && node.contains(document.activeElement);
  }

  return { pressed };
}

/**
 * @param {{id: string}|undefined} found
 * @param {(book: {id: string}) => void} act
 */
function on(found, act) {
  if (found) act(found);
  return found !== undefined;
}

/** @param {EventTarget|null} target */
function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches("input, textarea, select, [contenteditable]");
}
