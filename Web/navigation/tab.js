import { tabConfiguration } from "./tabs.js";

/** @typedef {import("./types.js").Tab} Tab */
/** @typedef {"any"|"first"|"afterDevices"} Placement */
/**
 * @typedef {{tab:Tab, label:string, icon:string, segment:string, identifier:string,
 *   sidebar:boolean, lists:readonly string[], routes:{readonly [kind:string]: Placement}}} TabRules
 */

const rules = /** @type {readonly TabRules[]} */ (/** @type {unknown} */ (tabConfiguration));

/** The four tabs, in the order of the tab bar. */
export const tabs = Object.freeze(rules.map((each) => each.tab));

/**
 * The configuration of `tab`.
 * @param {Tab} tab
 * @returns {TabRules}
 */
export function tabRules(tab) {
  const found = rules.find((each) => each.tab === tab);
  if (!found) throw new RangeError(`no tab is called ${tab}`);
  return found;
}

/**
 * The tab that a link's first segment names, or null.
 * @param {string} segment
 * @returns {Tab|null}
 */
export function tabOfSegment(segment) {
  return rules.find((each) => each.segment === segment)?.tab ?? null;
}
