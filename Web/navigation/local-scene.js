import * as limits from "./limits.js";
import { decode } from "./nav-state.js";
import { cleanInteger, isIdentifier, isObject, scalarCount } from "./text.js";

/** @typedef {import("./types.js").Incoming} Incoming */
/** @typedef {import("./types.js").LocalScene} LocalScene */
/** @typedef {import("./types.js").NavState} NavState */
/** @typedef {import("./types.js").SceneRef} SceneRef */

/**
 * The window state nearest to `raw`; total, as `decode` is.
 * @param {unknown} raw
 * @returns {LocalScene}
 */
export function decodeLocalScene(raw) {
  const source = isObject(raw) ? raw : {};
  const inbox = Array.isArray(source.inbox) ? source.inbox.map(decodeIncoming) : [];
  return {
    nav: decode(source.nav),
    following: decodeSceneRef(source.following),
    undo: isObject(source.undo) ? decode(source.undo) : null,
    inbox: inbox.flatMap((each) => (each ? [each] : [])).slice(-limits.inboxLength),
  };
}

/**
 * A window that shows `nav` and is bound to nothing.
 * @param {NavState} nav
 * @returns {LocalScene}
 */
export function localScene(nav) {
  return { nav, following: null, undo: null, inbox: [] };
}

/**
 * The scene that `raw` names, or null.
 * @param {unknown} raw
 * @returns {SceneRef|null}
 */
export function decodeSceneRef(raw) {
  if (!isObject(raw) || !isIdentifier(raw.device) || !isIdentifier(raw.scene)) return null;
  return { device: raw.device, scene: raw.scene };
}

/**
 * Whether two names are of one scene.
 * @param {SceneRef|null|undefined} a
 * @param {SceneRef|null|undefined} b
 */
export function sameScene(a, b) {
  return !!a && !!b && a.device === b.device && a.scene === b.scene;
}

/**
 * The link sent by another device that `raw` spells, or null when it lacks an id, a sender or a
 * link.
 * @param {unknown} raw
 * @returns {Incoming|null}
 */
export function decodeIncoming(raw) {
  if (!isObject(raw) || !isIdentifier(raw.id) || !isIdentifier(raw.from)) return null;
  if (typeof raw.link !== "string" || /\p{Cs}/u.test(raw.link)) return null;
  if (scalarCount(raw.link) > limits.linkLength) return null;
  return {
    id: raw.id,
    from: raw.from,
    link: raw.link,
    lib: cleanInteger(raw.lib),
    at: cleanInteger(raw.at),
  };
}
