/**
 * The navigation model (NAVIGATION.md): one state, two projections. Pure: no DOM, clock, network or
 * randomness.
 *
 *     decode(raw) → NavState             encode(nav) → canonical text
 *     reduce(scene, action, env) → {scene, out}      (what is in them: action.js, outputs.js)
 *     stack(nav) → Entry[]               columns(nav, width) → {sidebar, content, detail, …}
 *     resolve(anchor, rows) → {index, off}
 *     parse(link) → Destination|{error}  print(nav) → link
 *     repair(nav, library, lib) → {nav, out}
 *     translate(source, own, library, lib) → NavState
 */
export { decodeAction } from "./action.js";
export { feedPages, resolve } from "./anchor.js";
export { canonical } from "../library/canonical.js";
export { same } from "./same.js";
export { libraryView } from "./library-view.js";
export { isSameList, listKey, listOfKey, statuses } from "./list-ref.js";
export { defaultSort, listState, sortKeys } from "./list-state.js";
export { decodeLocalScene, localScene } from "./local-scene.js";
export { core, decode, encode, initialState } from "./nav-state.js";
export { parse } from "./parse.js";
export { drawnAs, isEditor, isLeaf } from "./presentation.js";
export { focus } from "./outputs.js";
export { print } from "./print.js";
export { columns, stack } from "./projection.js";
export { reduce } from "./reduce.js";
export { repair } from "./repair.js";
export { pages, routeKey, sameRoute } from "./route.js";
export { decodeScene, publishable } from "./scene-record.js";
export { accept, attach, takesServer } from "./stamp.js";
export { tabRules, tabs } from "./tab.js";
export { isIdentifier } from "./text.js";
export { translate } from "./translate.js";
