import { linkByteCountMax } from "./limits.js";
import { choice, identifier, int, list, object, optional, text } from "./readers.js";

// Messages about windows and links (NAVIGATION §3.6–§3.8, SYNC §3); the words for what each means
// are in Sources/Wire/Scenes.

/** Why something asked for a scene was not done; nothing of it was kept. */
const SCENE_REFUSALS = Object.freeze([
  "busy",
  "tooMany",
  "stale",
  "unattached",
  "tooLarge",
  "malformed",
  "tooFast",
]);

/** Why a scene is no more to be seen. */
const SCENE_ENDS = Object.freeze(["closed", "private", "expired", "removed"]);

/** How much of a device's windows others see (NAVIGATION §3.8). */
const SHARES = Object.freeze(["full", "place", "off"]);

/** How far a link has come that was sent to another device (NAVIGATION §3.7). */
const LINK_STATES = Object.freeze([
  "sent",
  "delivered",
  "opened",
  "dismissed",
  "expired",
  "blocked",
]);

/** Why a link was not taken; nothing of it was kept. */
const LINK_REFUSALS = Object.freeze(["link", "device"]);

/** @typedef {import("./readers.js").Reader} Reader */

/** @type {Reader} Whatever it is: whether it is a state, the hub asks. */
export const anything = (value) => value ?? null;

/** @type {Reader} An object, whatever it holds: navigation decodes it. */
const navState = (value, path) => {
  object({})(value, path);
  return value;
};

export const layout = choice(["wide", "narrow"]);
export const address = { device: identifier, scene: identifier };
export const link = text(linkByteCountMax);
export const share = object({ share: choice(SHARES) });

const scene = object({
  v: int(1, 1),
  ...address,
  name: text(),
  epoch: int(),
  rev: int(),
  lib: int(),
  seen: int(),
  layout,
  following: optional(object(address), null),
  nav: navState,
});

/**
 * What a server says about windows and links, by type.
 * @type {Record<string, Reader>}
 */
export const sceneNotices = {
  "scene.attached": object({ scene: identifier, epoch: int(), rev: int(), nav: anything }),
  "scene.refused": object({ scene: identifier, reason: choice(SCENE_REFUSALS) }),
  scenes: object({ scenes: list(scene) }),
  "scene.update": scene,
  "scene.gone": object({ ...address, reason: choice(SCENE_ENDS) }),
  "scenes.share": share,
  "link.incoming": object({ id: identifier, from: identifier, link, lib: int(), at: int() }),
  "link.state": object({ id: identifier, state: choice(LINK_STATES) }),
  "link.refused": object({ id: identifier, reason: choice(LINK_REFUSALS) }),
};
