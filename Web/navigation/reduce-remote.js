import * as limits from "./limits.js";
import { sameScene } from "./local-scene.js";
import { ack, banner, history, notice, stashes, track } from "./outputs.js";
import { parse } from "./parse.js";
import { dirtyDrafts, isLeaf, topEditor } from "./presentation.js";
import { follow, openLink } from "./reduce-links.js";
import { repair } from "./repair.js";
import { step } from "./step.js";
import { translate } from "./translate.js";

/** @typedef {import("./step.js").Step} Step */
/** @typedef {import("./types.js").Environment} Environment */
/** @typedef {import("./types.js").Incoming} Incoming */
/** @typedef {import("./types.js").LocalScene} LocalScene */
/** @typedef {import("./types.js").NavState} NavState */
/** @typedef {import("./types.js").Output} Output */
/** @typedef {import("./types.js").SceneRef} SceneRef */

/**
 * Continue here: the place that another device's card showed, with the own one kept for Undo.
 * @param {LocalScene} scene
 * @param {{nav:NavState, lib:number}} action
 * @param {Environment} env
 * @returns {Step}
 */
export function adopt(scene, { nav, lib }, env) {
  const adopted = translate(nav, scene.nav, env.lib, lib);
  return {
    scene: { ...scene, nav: adopted, undo: scene.nav },
    out: [
      history("push"), notice("undo"), ...stashes(dirtyDrafts(scene.nav.present, 0)),
      track("adopt"),
    ],
  };
}

/**
 * Back to the place before Continue, repaired, for the library has moved on. Its editors are not
 * reopened: their drafts were stashed.
 * @param {LocalScene} scene
 * @param {object} action
 * @param {Environment} env
 * @returns {Step|null}
 */
export function undoAdopt(scene, action, env) {
  if (!scene.undo) return null;
  const { nav } = repair({ ...scene.undo, present: [] }, env.lib);
  return {
    scene: { ...scene, nav, undo: null },
    out: [history("push"), ...stashes(dirtyDrafts(scene.nav.present, 0))],
  };
}

/**
 * Follow another window. Whoever follows is resolved to the one they follow; refused while an
 * editor is open, and where it would run in a circle.
 * @param {LocalScene} scene
 * @param {{source:SceneRef, following:SceneRef|null, nav:NavState, lib:number}} action
 * @param {Environment} env
 * @returns {Step|null}
 */
export function followStart(scene, { source, following, nav, lib }, env) {
  const leader = following ?? source;
  if (topEditor(scene.nav.present) >= 0) return null;
  if (sameScene(leader, env.self) || sameScene(source, env.self)) return null;
  return {
    scene: { ...scene, nav: mirrored(scene.nav, nav, lib, env), following: leader },
    out: [history("replace"), banner("follow")],
  };
}

/**
 * The leader moved. Anybody else's update is ignored.
 * @param {LocalScene} scene
 * @param {{source:SceneRef, nav:NavState, lib:number}} action
 * @param {Environment} env
 * @returns {Step|null}
 */
export function followUpdate(scene, { source, nav, lib }, env) {
  if (!sameScene(scene.following, source)) return null;
  return step(scene, mirrored(scene.nav, nav, lib, env), [history("replace")]);
}

/**
 * @param {LocalScene} scene
 * @param {{reason:"user"|"closed"|"private"}} action
 * @returns {Step|null}
 */
export function followStop(scene, { reason }) {
  if (!scene.following) return null;
  return {
    scene: { ...scene, following: null },
    out: [banner("none"), track("follow_stop", { reason })],
  };
}

/**
 * The leader's place; presentations are ignored both ways.
 * @param {NavState} own
 * @param {NavState} leader
 * @param {number} lib
 * @param {Environment} env
 * @returns {NavState}
 */
function mirrored(own, leader, lib, env) {
  return { ...translate({ ...leader, present: [] }, own, env.lib, lib), present: own.present };
}

/**
 * A link from another device. By policy it is refused, opened at once (only where nobody is in the
 * middle of anything), or put into the inbox.
 * @param {LocalScene} scene
 * @param {{incoming:Incoming, policy:"ask"|"auto"|"off", idle:boolean}} action
 * @param {Environment} env
 * @returns {Step}
 */
export function incoming(scene, { incoming: message, policy, idle }, env) {
  if (policy === "off") return step(scene, scene.nav, told(message.id, "blocked"));
  if (scene.inbox.some((each) => isRepeat(each, message))) {
    return step(scene, scene.nav, told(message.id, "delivered"));
  }
  const { present } = scene.nav;
  const destination = parse(message.link);
  const isFree = topEditor(present) < 0 && !present.some(isLeaf);
  if (policy === "auto" && idle && isFree && !("error" in destination)) {
    // New history never follows remote causes.
    const opened = follow(scene, destination, history("replace"), message.lib, env);
    return { scene: opened.scene, out: [...opened.out, ...told(message.id, "opened")] };
  }
  const expired = scene.inbox.slice(0, Math.max(0, scene.inbox.length + 1 - limits.inboxLength));
  return {
    scene: { ...scene, inbox: [...scene.inbox.slice(expired.length), message] },
    out: [
      banner("inbox"), ...expired.flatMap((each) => told(each.id, "expired")),
      ...told(message.id, "delivered"),
    ],
  };
}

/**
 * What the person says to a link in the inbox. Opening it is their own doing: drafts are stashed,
 * and it makes history like any link they press.
 * @param {LocalScene} scene
 * @param {{id:string, answer:"open"|"dismiss"}} action
 * @param {Environment} env
 * @returns {Step|null}
 */
export function answer(scene, { id, answer: choice }, env) {
  const message = scene.inbox.find((each) => each.id === id);
  if (!message) return null;
  const rest = { ...scene, inbox: scene.inbox.filter((each) => each.id !== id) };
  if (choice === "dismiss") return { scene: rest, out: told(id, "dismissed") };
  const opened = openLink(rest, { link: message.link, cold: false, lib: message.lib }, env);
  return { scene: opened.scene, out: [...opened.out, ...told(id, "opened")] };
}

/**
 * @param {string} id
 * @param {"delivered"|"opened"|"dismissed"|"expired"|"blocked"} state
 * @returns {Output[]}
 */
function told(id, state) {
  return [ack(id, state), track("remote_open", { state })];
}

/**
 * @param {Incoming} earlier
 * @param {Incoming} message
 */
function isRepeat(earlier, message) {
  if (earlier.id === message.id) return true;
  return earlier.from === message.from && earlier.link === message.link
    && Math.abs(message.at - earlier.at) <= limits.incomingRepeatMilliseconds;
}
