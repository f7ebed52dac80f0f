import { statuses } from "../navigation/list-ref.js";
import * as actions from "./actions.js";
import { isApple } from "./command-key.js";
import { tabKeys } from "./commands.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./shell.js").Shell} Shell */

/** Milliseconds in which a letter after `g` still names a tab. */
const goMilliseconds = 1_500;

/**
 * The keyboard of the whole window (BOOKS §6, NAVIGATION §3.10). Keys without a modifier are
 * silent while a field has the focus, and can be switched off.
 * @param {Context} context
 * @param {{shell: Shell, isModal: () => boolean}} parts
 */
export function createKeyboard(context, { shell, isModal }) {
  const { scene, commands, deeds, preferences, selecting } = context;
  const { book } = commands;
  let wentAt = -Infinity;

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
    "/": commands.search,
    e: () => on(book(), commands.edit),
    n: commands.newBook,
    p: () => on(book(), commands.progress),
    r: () => on(book(), commands.rate),
    z: commands.undo,
    Z: commands.redo,
    f: () => commands.tab("feed"),
    "?": commands.help,
    Delete: () => on(book(), commands.remove),
  };

  /**
   * Takes what follows a `g` and names a tab, before a list takes it for the beginning of a title.
   * @param {KeyboardEvent} event
   */
  function going(event) {
    const tab = event.timeStamp - wentAt < goMilliseconds && tabKeys[event.key];
    wentAt = -Infinity;
    if (!tab || isModal() || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    commands.tab(tab);
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    // A word that is being composed has its keys for itself.
    if (isModal() || event.defaultPrevented || event.isComposing) return;
    if (take(event)) event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was ours
   */
  function take(event) {
    if (selecting.current?.pressed(event, isTyping(event.target))) return true;
    const isCommand = event.ctrlKey || event.metaKey;
    // With Alt it is the bracket of some keyboards.
    if (isCommand && event.key === "[" && !event.altKey) return commands.back(), true;
    if (isCommand && isForPalette(event)) return commands.palette(), true;
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
    if (shiftKey) commands.redo();
    else commands.undo();
    return true;
  }

  /** @param {KeyboardEvent} event */
  function shortcut(event) {
    if (event.key === "g") return (wentAt = event.timeStamp), true;
    const act = /^[1-5]$/.test(event.key) ? () => status(event.key) : plain[event.key];
    if (!act) return false;
    // One press is one deed, however long the key is held.
    return event.repeat || act() !== false;
  }

  /** Escape: what is innermost first. */
  function leave() {
    const { tab, tabs } = scene.state;
    if (shell.uncover()) return true;
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

  return { going, pressed };
}

/**
 * @param {{id: string}|undefined} found
 * @param {(book: {id: string}) => void} act
 */
function on(found, act) {
  if (found) act(found);
  return found !== undefined;
}

/** @param {KeyboardEvent} event */
export function isForPalette({ key, altKey, shiftKey, ctrlKey, target }) {
  if (key.toLowerCase() !== "k" || altKey || shiftKey) return false;
  // There a field has it for deleting to the end of the line.
  return !(ctrlKey && isTyping(target) && isApple());
}

/**
 * Whether what has the focus takes keys for itself.
 * @param {EventTarget|null} target
 */
export function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches("input, textarea, select, [contenteditable]");
}
