import { h, plainButton, setAttribute, setText } from "../elements/dom.js";
import { icon, setIcon } from "../elements/icon.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Status} Status */

const symbols = {
  saved: "check",
  saving: "cloud",
  offline: "cloudOff",
  problem: "problem",
  unpaired: "lock",
  starting: "cloud",
};

/**
 * The one small honest word about where this device's edits are; a tap says more.
 * @param {Context} context
 */
export function createSyncState({ library, messages, panels }) {
  const symbol = icon("check");
  const words = h("span", { class: "sync-words" });
  const node = plainButton("sync-state", "sync.state", () => panels.open("sync"), symbol, words);
  return {
    node,
    render() {
      const status = library.status();
      setAttribute(node, "data-state", status.state);
      setIcon(symbol, symbols[status.state]);
      setText(words, syncWords(status, messages));
    },
  };
}

/**
 * "Saved", "Saving 3", "Updating…", "Offline, 12 waiting", "2 problems", "Offline, 12 waiting, 2 problems".
 * @param {Status} status
 * @param {Context["messages"]} messages
 * @returns {string}
 */
export function syncWords({ state, waiting, problems, isOffline }, messages) {
  const { t } = messages;
  // With nothing of its own on the way, it hears what others have changed.
  if (state === "saving") return t(waiting > 0 ? "sync.saving" : "sync.receiving", { count: waiting });
  if (state === "offline" && waiting > 0) return t("sync.offlineWaiting", { count: waiting });
  if (state !== "problem" || problems === 0) return t(`sync.${state}`);
  const words = t("sync.problems", { count: problems });
  if (!isOffline) return words;
  return t("sync.offlineProblems", {
    offline: syncWords({ state: "offline", waiting, problems }, messages), problems: words,
  });
}

/**
 * Whether the server cannot be reached, whatever else there is to say.
 * @param {Pick<Status, "state"|"isOffline">} status
 */
export function isOutOfReach({ state, isOffline = state === "offline" }) {
  return isOffline;
}

/**
 * What is read out of the state once it is another: neither what passes, nor how many edits wait. That this
 * device is not paired has words of its own, where it comes to that.
 * @param {Status} status
 * @returns {string} empty for what is not
 */
export function audibleState(status) {
  const { state, waiting } = status;
  if (["saving", "starting", "unpaired"].includes(state)) return "";
  return isOutOfReach(status) ? `${state} ${waiting > 0}` : state;
}

/**
 * Whether a person has to hear of it, wherever they are.
 * @param {Status} status
 */
export function isTroubled(status) {
  const { state, waiting, problems } = status;
  const isWaiting = isOutOfReach(status) && waiting > 0;
  return state === "unpaired" || isWaiting || (state === "problem" && problems === 0);
}

/**
 * Whether this device had a part in the library that was taken from it, on another device or the server.
 * @param {Pick<Context["library"], "status"|"device">} library
 */
export function isRemoved(library) {
  return library.status().state === "unpaired" && library.device !== null;
}

/**
 * Why the server gave nothing: it is out of reach, as `key` says, or knows this browser no more.
 * @param {string} key
 * @param {Pick<Context, "library"|"messages">} context
 * @param {Record<string, string>} [values]
 */
export function outOfReach(key, { library, messages }, values) {
  if (isRemoved(library)) return messages.t("removed.more");
  return messages.t(library.status().state === "unpaired" ? "sync.unpaired.more" : key, values);
}

/**
 * A count of books, which says so where it cannot be the last word: the first sync is under way.
 * @param {string} books
 * @param {Pick<Context, "library"|"messages">} context
 */
export function soFar(books, { library, messages }) {
  return library.status().progress ? messages.t("list.soFar", { books }) : books;
}
