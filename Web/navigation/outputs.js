/**
 * What a reduction asks of its caller, in order (NAVIGATION §3.3). Plain arrays, so that vectors
 * compare them and both languages print the same bytes.
 *
 * | output | means |
 * |---|---|
 * | `["history","push"\|"replace"\|"pop"]` | H+, H=, H− |
 * | `["history","go",1\|-1]` | the entry is dead: go on in the same direction |
 * | `["focus",target]` | one of the targets below |
 * | `["scroll","top"]` | the root list to its top |
 * | `["notice",code,detail?]` | tell the person; the codes are below |
 * | `["announce","count"]` | say how many rows the list now has |
 * | `["banner","follow"\|"inbox"\|"none"]` | show it, or stop showing the follow banner |
 * | `["stash",draft]`, `["discard",draft]` | keep a draft for Resume; erase it |
 * | `["delegate",name,argument]` | the library's part: delete an id, or `retry` |
 * | `["ack",incoming,state]` | answer the sender of a link |
 * | `["load","feed",count]` | the next page of the feed |
 * | `["reproject"]` | draw the same state in the new layout |
 * | `["exit"]` | Back at the root: leave |
 * | `["track",counter,properties?]` | count, with no ids, titles or text |
 *
 * Focus targets: `heading` (of the list), `h1` (of the detail), `inside` (what was presented),
 * `opener` (of what was closed), or an identifier: `row.<id>`, `sidebar.<key>`. Notices: `added` (a
 * book), `saved`, `failed` (a code), `link_invalid` (a reason), `gone` (an id), `filter` (a list's
 * key), `undo`. Delegates: `deleteBook`, `deleteShelf`, `retry`.
 */

/** @typedef {import("./types.js").Output} Output */

/** @param {"push"|"replace"|"pop"} kind @returns {Output} */
export const history = (kind) => ["history", kind];

/** @param {string} target @returns {Output} */
export const focus = (target) => ["focus", target];

/** @param {string} code @param {string} [detail] @returns {Output} */
export const notice = (code, detail) =>
  detail === undefined ? ["notice", code] : ["notice", code, detail];

/** @param {readonly string[]} drafts @returns {Output[]} */
export const stashes = (drafts) => drafts.map((draft) => ["stash", draft]);

/** @param {"follow"|"inbox"|"none"} kind @returns {Output} */
export const banner = (kind) => ["banner", kind];

/** @param {string} incoming @param {string} state @returns {Output} */
export const ack = (incoming, state) => ["ack", incoming, state];

/** @param {string} counter @param {{[key:string]: string|number}} [properties] @returns {Output} */
export const track = (counter, properties) =>
  properties === undefined ? ["track", counter] : ["track", counter, properties];
