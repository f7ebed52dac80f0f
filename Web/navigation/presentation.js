import * as limits from "./limits.js";
import { cleanText, isIdentifier, isObject } from "./text.js";

/** @typedef {import("./types.js").Layout} Layout */
/** @typedef {import("./types.js").Presentation} Presentation */
/** @typedef {import("./types.js").Style} Style */

/**
 * What each destination needs beside its style.
 * @type {Record<string, Record<string, readonly string[]>>}
 */
const destinations = {
  sheet: {
    editBook: ["id", "draft", "dirty"], newBook: ["draft", "dirty"], addToShelf: ["id"], sendTo: [],
  },
  cover: { cover: ["id"], onboarding: [] },
  popover: { filters: [], sort: [], devices: [] },
  alert: { deleteBook: ["id"], deleteShelf: ["id"], error: ["code", "retry"] },
  dialog: { discard: [] },
};

/** Destinations whose `id` is a book's. */
const aboutBooks = ["editBook", "addToShelf", "cover", "deleteBook"];

/**
 * The presentation that `raw` spells, or null: an unknown destination, one under the wrong style,
 * or one without its book, draft or code is none.
 * @param {unknown} raw
 * @returns {Presentation|null}
 */
export function decodePresentation(raw) {
  if (!isObject(raw) || typeof raw.style !== "string" || typeof raw.dest !== "string") return null;
  const { style, dest } = raw;
  if (!Object.hasOwn(destinations, style) || !Object.hasOwn(destinations[style], dest)) return null;
  /** @type {Presentation} */
  const presentation = { style: /** @type {Style} */ (style), dest };
  for (const member of destinations[style][dest]) {
    if (member === "id" || member === "draft") {
      if (!isIdentifier(raw[member])) return null;
      presentation[member] = raw[member];
    } else if (member === "code") {
      presentation.code = cleanText(raw.code, limits.codeLength);
      if (presentation.code === "") return null;
    } else if (member === "retry") {
      if (isIdentifier(raw.retry)) presentation.retry = raw.retry;
    } else {
      presentation.dirty = raw.dirty === true;
    }
  }
  return presentation;
}

/**
 * Whether `presentation` may open above `present`: cover and popover only at the bottom, nothing
 * above an alert or a dialog, three levels in all.
 * @param {readonly Presentation[]} present
 * @param {Presentation} presentation
 */
export function mayPresent(present, presentation) {
  if (present.length >= limits.presentationLevels) return false;
  if (present.length === 0) return true;
  if (presentation.style === "cover" || presentation.style === "popover") return false;
  return !isLeaf(present[present.length - 1]);
}

/**
 * The legal presentations nearest to `raw`: it ends before the first that is none or may not stand
 * there.
 * @param {unknown} raw
 * @returns {Presentation[]}
 */
export function decodePresentations(raw) {
  /** @type {Presentation[]} */
  const present = [];
  if (!Array.isArray(raw)) return present;
  for (const each of raw) {
    const presentation = decodePresentation(each);
    if (!presentation || !mayPresent(present, presentation)) break;
    present.push(presentation);
  }
  return present;
}

/**
 * Whether it asks a question that must be answered before anything else: an alert or a dialog.
 * @param {Presentation} presentation
 */
export function isLeaf(presentation) {
  return presentation.style === "alert" || presentation.style === "dialog";
}

/**
 * Whether it holds a draft.
 * @param {Presentation} presentation
 */
export function isEditor(presentation) {
  return presentation.draft !== undefined;
}

/**
 * The level of the topmost editor, or −1.
 * @param {readonly Presentation[]} present
 */
export function topEditor(present) {
  return present.map(isEditor).lastIndexOf(true);
}

/**
 * The book a presentation is about, or null.
 * @param {Presentation} presentation
 */
export function bookOf(presentation) {
  return aboutBooks.includes(presentation.dest) ? presentation.id ?? null : null;
}

/**
 * The shelf a presentation is about, or null.
 * @param {Presentation} presentation
 */
export function shelfOf(presentation) {
  return presentation.dest === "deleteShelf" ? presentation.id ?? null : null;
}

/**
 * Drafts with unsaved edits from `level` up, lowest first: what a cut there must stash.
 * @param {readonly Presentation[]} present
 * @param {number} level
 * @returns {string[]}
 */
export function dirtyDrafts(present, level) {
  /** @type {string[]} */
  const drafts = [];
  for (const presentation of present.slice(level)) {
    if (presentation.dirty && presentation.draft !== undefined) drafts.push(presentation.draft);
  }
  return drafts;
}

/**
 * How a style is drawn in a layout (NAVIGATION §3.2).
 * @param {Style} style
 * @param {Layout} layout
 * @returns {"centredSheet"|"bottomSheet"|"window"|"anchoredPopover"|"buttonPopover"|"actionSheet"|
 *   "modal"}
 */
export function drawnAs(style, layout) {
  switch (style) {
    case "sheet":
      return layout === "wide" ? "centredSheet" : "bottomSheet";
    case "cover":
      return "window";
    case "popover":
      return layout === "wide" ? "anchoredPopover" : "bottomSheet";
    case "dialog":
      return layout === "wide" ? "buttonPopover" : "actionSheet";
    case "alert":
      return "modal";
  }
}
