import { firstRootList } from "./list-ref.js";
import { withTab } from "./nav-state.js";
import { focus, history, notice, stashes, track } from "./outputs.js";
import { decodePresentation, isEditor, isLeaf, mayPresent, topEditor } from "./presentation.js";
import { cut, step } from "./step.js";

/** @typedef {import("./step.js").Step} Step */
/** @typedef {import("./types.js").LocalScene} LocalScene */
/** @typedef {import("./types.js").Output} Output */
/** @typedef {import("./types.js").Presentation} Presentation */

/**
 * Refused where the presentation may not stand above what is presented.
 * @param {LocalScene} scene
 * @param {{presentation:Presentation}} action
 * @returns {Step|null}
 */
export function present(scene, { presentation }) {
  const { nav } = scene;
  if (!mayPresent(nav.present, presentation)) return null;
  const isPlace = presentation.style === "sheet" || presentation.style === "cover";
  return step(scene, { ...nav, present: [...nav.present, presentation] }, [
    ...(isPlace ? [history("push")] : []), focus("inside"), track("present"),
  ]);
}

/**
 * @param {LocalScene} scene
 * @returns {Step|null}
 */
export function dismiss(scene) {
  if (scene.nav.present.length === 0) return null;
  const lower = cut(scene.nav, scene.nav.present.length - 1);
  return step(scene, lower.nav, [focus("opener"), ...stashes(lower.drafts)]);
}

/**
 * The top editor now has, or has no longer, edits that are not saved.
 * @param {LocalScene} scene
 * @param {{dirty:boolean}} action
 * @returns {Step|null}
 */
export function draft(scene, { dirty }) {
  const level = topEditor(scene.nav.present);
  if (level < 0) return null;
  const present = scene.nav.present.map((each, i) => (i === level ? { ...each, dirty } : each));
  return step(scene, { ...scene.nav, present });
}

/**
 * The answer to the alert or dialog on top. Refused where none asks that question.
 * @param {LocalScene} scene
 * @param {{choice:"delete"|"discard"|"retry"|"cancel"}} action
 * @returns {Step|null}
 */
export function resolve(scene, { choice }) {
  const { present } = scene.nav;
  const leaf = present[present.length - 1];
  if (!leaf || !isLeaf(leaf)) return null;
  switch (choice) {
    case "delete":
      return confirmDelete(scene, leaf);
    case "discard":
      return leaf.dest === "discard" ? discard(scene) : null;
    case "retry":
      if (leaf.retry === undefined) return null;
      return step(scene, cut(scene.nav, present.length - 1).nav, [
        ["delegate", "retry", leaf.retry],
      ]);
    case "cancel":
      return step(scene, cut(scene.nav, present.length - 1).nav);
  }
}

/**
 * Everything presented closes; the library deletes, and its change repairs the path.
 * @param {LocalScene} scene
 * @param {Presentation} alert
 * @returns {Step|null}
 */
function confirmDelete(scene, { dest, id }) {
  if (id === undefined) return null;
  const bare = cut(scene.nav, 0);
  return step(scene, bare.nav, [...stashes(bare.drafts), ["delegate", dest, id]]);
}

/**
 * The dialog goes, and the editor under it with its draft.
 * @param {LocalScene} scene
 * @returns {Step}
 */
function discard(scene) {
  const { present } = scene.nav;
  const below = present[present.length - 2];
  if (!below || !isEditor(below)) return step(scene, cut(scene.nav, present.length - 1).nav);
  /** @type {Output[]} */
  const out = below.draft === undefined ? [] : [["discard", below.draft]];
  return step(scene, cut(scene.nav, present.length - 2).nav, out);
}

/**
 * The top editor's save succeeded: it closes, with what stands above it.
 * @param {LocalScene} scene
 * @returns {Step|null}
 */
export function saved(scene) {
  const level = topEditor(scene.nav.present);
  if (level < 0) return null;
  return step(scene, cut(scene.nav, level).nav, [notice("saved")]);
}

/**
 * A result was added as a book. Whoever still looks at the result goes to the book; whoever has
 * moved on only hears of it. Repair may have made the result its book before this is told (R6).
 * @param {LocalScene} scene
 * @param {{result:string, book:string}} action
 * @returns {Step}
 */
export function added(scene, { result, book }) {
  const { nav } = scene;
  const { path } = nav.tabs.search;
  const top = path[path.length - 1];
  const isResult = top?.k === "result" && top.id === result;
  const isItsBook = top?.k === "book" && top.id === book;
  if (nav.tab !== "search" || !(isResult || isItsBook) || topEditor(nav.present) >= 0) {
    return step(scene, nav, [notice("added", book)]);
  }
  const left = withTab(cut(nav, 0).nav, "search", { path: [] });
  const shown = withTab({ ...left, tab: "library" }, "library", {
    list: firstRootList("library"), path: [{ k: "book", id: book }], compact: "content",
  });
  return step(scene, shown, [history("push")]);
}

/**
 * Something failed: an alert with Retry, or a notice where no alert may stand.
 * @param {LocalScene} scene
 * @param {{code:string, retry:string|null}} action
 * @returns {Step}
 */
export function failed(scene, { code, retry }) {
  const alert = decodePresentation({ style: "alert", dest: "error", code, retry });
  if (!alert || !mayPresent(scene.nav.present, alert)) {
    return step(scene, scene.nav, [notice("failed", code)]);
  }
  return step(scene, { ...scene.nav, present: [...scene.nav.present, alert] });
}
