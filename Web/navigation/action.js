import { decodeAnchor } from "./anchor.js";
import * as limits from "./limits.js";
import { decodeListRef } from "./list-ref.js";
import { decodeFilters, decodeSort } from "./list-state.js";
import { decodeIncoming, decodeSceneRef } from "./local-scene.js";
import { columnChoices, decode } from "./nav-state.js";
import { decodePresentation } from "./presentation.js";
import { decodeRoute } from "./route.js";
import { tabs } from "./tab.js";
import { cleanInteger, cleanText, isIdentifier, isObject, oneOf } from "./text.js";

/** @typedef {import("./types.js").Anchor} Anchor */
/** @typedef {import("./types.js").Columns} Columns */
/** @typedef {import("./types.js").Filters} Filters */
/** @typedef {import("./types.js").Incoming} Incoming */
/** @typedef {import("./types.js").Layout} Layout */
/** @typedef {import("./types.js").ListRef} ListRef */
/** @typedef {import("./types.js").NavState} NavState */
/** @typedef {import("./types.js").Presentation} Presentation */
/** @typedef {import("./types.js").Route} Route */
/** @typedef {import("./types.js").SceneRef} SceneRef */
/** @typedef {import("./types.js").Sort} Sort */
/** @typedef {import("./types.js").Tab} Tab */

/**
 * Every action of NAVIGATION §3.3. `lib`, where there is one, is the library cursor of whoever made
 * the state or link: what they may know and this library does not yet is kept (0: nothing is).
 *
 * @typedef {{t:"selectTab", tab:Tab}
 *   |{t:"selectList", list:ListRef}
 *   |{t:"openItem", route:Route}
 *   |{t:"push", route:Route}
 *   |{t:"back"}
 *   |{t:"popTo", n:number}
 *   |{t:"popToRoot"}
 *   |{t:"showSidebar"}
 *   |{t:"setColumns", columns:Columns}
 *   |{t:"layoutChanged"}
 *   |{t:"setQuery", list:ListRef, q:string}
 *   |{t:"setFilter", list:ListRef, filters:Filters}
 *   |{t:"setSort", list:ListRef, sort:Sort}
 *   |{t:"scrolled", list:ListRef, anchor:Anchor|null}
 *   |{t:"feedMoved", anchor:Anchor|null, count:number|null}
 *   |{t:"present", presentation:Presentation}
 *   |{t:"dismiss"}
 *   |{t:"draft", dirty:boolean}
 *   |{t:"resolve", choice:"delete"|"discard"|"retry"|"cancel"}
 *   |{t:"saved"}
 *   |{t:"added", result:string, book:string}
 *   |{t:"failed", code:string, retry:string|null}
 *   |{t:"openLink", link:string, cold:boolean, lib:number}
 *   |{t:"traverse", nav:NavState, dir:1|-1|0, lib:number}
 *   |{t:"libraryChanged", remote:boolean, lib:number}
 *   |{t:"restore", nav:NavState, link:string|null, lib:number}
 *   |{t:"adopt", nav:NavState, lib:number}
 *   |{t:"undoAdopt"}
 *   |{t:"followStart", source:SceneRef, following:SceneRef|null, nav:NavState, lib:number}
 *   |{t:"followUpdate", source:SceneRef, nav:NavState, lib:number}
 *   |{t:"followStop", reason:"user"|"closed"|"private"}
 *   |{t:"incoming", incoming:Incoming, policy:"ask"|"auto"|"off", idle:boolean}
 *   |{t:"answer", id:string, answer:"open"|"dismiss"}} Action
 */

/** @typedef {{readonly [member:string]: (value: any) => unknown}} Readers */

/**
 * How each action's payload is read. A member under `needs` that spells nothing makes the whole
 * action none; one under `takes` may be missing and is then null, false or 0.
 * @type {{readonly [t:string]: {needs?:Readers, takes?:Readers}}}
 */
const payloads = {
  selectTab: { needs: { tab: (value) => oneOf(tabs, value) } },
  selectList: { needs: { list: decodeListRef } },
  openItem: { needs: { route: decodeRoute } },
  push: { needs: { route: decodeRoute } },
  back: {},
  popTo: { needs: { n: naturalNumber } },
  popToRoot: {},
  showSidebar: {},
  setColumns: { needs: { columns: (value) => oneOf(columnChoices, value) } },
  layoutChanged: {},
  setQuery: { needs: { list: decodeListRef, q: (value) => typed(value, limits.queryLength) } },
  setFilter: {
    needs: {
      list: decodeListRef,
      filters: (value) => (isObject(value) ? decodeFilters(value) : null),
    },
  },
  setSort: { needs: { list: decodeListRef, sort: decodeSort } },
  scrolled: { needs: { list: decodeListRef }, takes: { anchor: decodeAnchor } },
  feedMoved: { takes: { anchor: decodeAnchor, count: naturalNumber } },
  present: { needs: { presentation: decodePresentation } },
  dismiss: {},
  draft: { needs: { dirty: (value) => (typeof value === "boolean" ? value : null) } },
  resolve: { needs: { choice: (value) => oneOf(["delete", "discard", "retry", "cancel"], value) } },
  saved: {},
  added: { needs: { result: identifier, book: identifier } },
  failed: {
    needs: { code: (value) => typed(value, limits.codeLength) || null },
    takes: { retry: identifier },
  },
  openLink: { needs: { link: text }, takes: { cold: flag, lib: cursor } },
  traverse: { needs: { nav: decode }, takes: { dir: direction, lib: cursor } },
  libraryChanged: { takes: { remote: flag, lib: cursor } },
  restore: { needs: { nav: decode }, takes: { link: text, lib: cursor } },
  adopt: { needs: { nav: decode }, takes: { lib: cursor } },
  undoAdopt: {},
  followStart: {
    needs: { source: decodeSceneRef, nav: decode },
    takes: { following: decodeSceneRef, lib: cursor },
  },
  followUpdate: { needs: { source: decodeSceneRef, nav: decode }, takes: { lib: cursor } },
  followStop: {
    takes: { reason: (value) => oneOf(["user", "closed", "private"], value) ?? "user" },
  },
  incoming: {
    needs: { incoming: decodeIncoming },
    takes: { policy: (value) => oneOf(["ask", "auto", "off"], value) ?? "ask", idle: flag },
  },
  answer: { needs: { id: identifier, answer: (value) => oneOf(["open", "dismiss"], value) } },
};

/**
 * The action that `raw` spells, or null. Total; what comes out holds legal values only.
 * @param {unknown} raw
 * @returns {Action|null}
 */
export function decodeAction(raw) {
  if (!isObject(raw) || typeof raw.t !== "string" || !Object.hasOwn(payloads, raw.t)) return null;
  const { needs = {}, takes = {} } = payloads[raw.t];
  /** @type {Record<string, unknown>} */
  const action = { t: raw.t };
  for (const member of Object.keys(needs)) {
    action[member] = needs[member](raw[member]);
    if (action[member] === null) return null;
  }
  for (const member of Object.keys(takes)) action[member] = takes[member](raw[member]);
  return /** @type {Action} */ (action);
}

/** @param {unknown} value @param {number} max */
function typed(value, max) {
  return typeof value === "string" ? cleanText(value, max) : null;
}

/** @param {unknown} value */
function identifier(value) {
  return isIdentifier(value) ? value : null;
}

/** @param {unknown} value */
function text(value) {
  return typeof value === "string" ? value : null;
}

/** @param {unknown} value */
function flag(value) {
  return value === true;
}

/** @param {unknown} value */
function cursor(value) {
  return cleanInteger(value);
}

/** @param {unknown} value */
function naturalNumber(value) {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** @param {unknown} value */
function direction(value) {
  return value === 1 || value === -1 ? value : 0;
}
