import { decodeAction } from "./action.js";
import { banner, track } from "./outputs.js";
import { topEditor } from "./presentation.js";
import {
  adopt, answer, followStart, followStop, followUpdate, incoming, undoAdopt,
} from "./reduce-remote.js";
import { feedMoved, scrolled, setFilter, setQuery, setSort } from "./reduce-lists.js";
import { libraryChanged, openLink, restore, traverse } from "./reduce-links.js";
import { added, dismiss, draft, failed, present, resolve, saved } from "./reduce-modals.js";
import {
  back, layoutChanged, openItem, popTo, popToRoot, push, selectList, selectTab, setColumns,
  showSidebar,
} from "./reduce-places.js";

/** @typedef {import("./action.js").Action} Action */
/** @typedef {import("./step.js").Step} Step */
/** @typedef {import("./types.js").Environment} Environment */
/** @typedef {import("./types.js").LocalScene} LocalScene */

/**
 * @type {{[t in Action["t"]]:
 *   (scene: LocalScene, action: any, env: Environment) => Step|null}}
 */
const handlers = {
  selectTab, selectList, openItem, push, back, popTo, popToRoot, showSidebar, setColumns,
  layoutChanged,
  setQuery, setFilter, setSort, scrolled, feedMoved,
  present, dismiss, draft, resolve, saved, added, failed,
  openLink, traverse, libraryChanged, restore,
  adopt, undoAdopt, followStart, followUpdate, followStop, incoming, answer,
};

/**
 * The actions marked † in NAVIGATION §3.3: whoever does one has taken the wheel, so following
 * stops.
 */
const endsFollowing = new Set([
  "selectTab", "selectList", "openItem", "push", "back", "popTo", "popToRoot", "setQuery",
  "setFilter", "setSort", "scrolled", "feedMoved", "openLink", "traverse", "adopt",
  "undoAdopt", "answer",
]);

/**
 * Does one action to a window: the whole of NAVIGATION §3.3. Pure and total; from a legal state it
 * gives a legal state whatever `rawAction` is, and refuses what it cannot do: same state, no
 * outputs.
 * @param {LocalScene} scene
 * @param {unknown} rawAction
 * @param {Environment} env
 * @returns {Step}
 */
export function reduce(scene, rawAction, env) {
  const action = decodeAction(rawAction);
  const done = action && handlers[action.t](scene, action, env);
  if (!done) return { scene, out: [] };
  return takesTheWheel(scene, action, done) ? withoutFollowing(done) : done;
}

/**
 * @param {LocalScene} before
 * @param {Action} action
 * @param {Step} done
 */
function takesTheWheel(before, action, done) {
  if (!before.following || !done.scene.following) return false;
  if (action.t === "present") return topEditor(done.scene.nav.present) >= 0;
  if (action.t === "answer" && action.answer === "dismiss") return false;
  // A link that leads nowhere moves nothing, so it stops nothing.
  if (action.t === "openLink" && done.out.some((each) => each[1] === "link_invalid")) return false;
  return endsFollowing.has(action.t);
}

/**
 * @param {Step} done
 * @returns {Step}
 */
function withoutFollowing(done) {
  return {
    scene: { ...done.scene, following: null },
    out: [banner("none"), track("follow_stop", { reason: "action" }), ...done.out],
  };
}
