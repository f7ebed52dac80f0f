/**
 * The actions of NAVIGATION §3.3 that views dispatch, by name.
 * @typedef {import("../navigation/action.js").Action} Action
 * @typedef {import("../navigation/types.js").Anchor} Anchor
 * @typedef {import("../navigation/types.js").Columns} Columns
 * @typedef {import("../navigation/types.js").Filters} Filters
 * @typedef {import("../navigation/types.js").ListRef} ListRef
 * @typedef {import("../navigation/types.js").Presentation} Presentation
 * @typedef {import("../navigation/types.js").Route} Route
 * @typedef {import("../navigation/types.js").Sort} Sort
 * @typedef {import("../navigation/types.js").Tab} Tab
 */

/** @param {Tab} tab @returns {Action} */
export const selectTab = (tab) => ({ t: "selectTab", tab });

/** @param {ListRef} list @returns {Action} */
export const selectList = (list) => ({ t: "selectList", list });

/** @param {Route} route @returns {Action} */
export const openItem = (route) => ({ t: "openItem", route });

/** @param {Route} route @returns {Action} */
export const push = (route) => ({ t: "push", route });

/** @returns {Action} */
export const back = () => ({ t: "back" });

/** @returns {Action} */
export const showSidebar = () => ({ t: "showSidebar" });

/** @param {Columns} columns @returns {Action} */
export const setColumns = (columns) => ({ t: "setColumns", columns });

/** @param {ListRef} list @param {string} q @returns {Action} */
export const setQuery = (list, q) => ({ t: "setQuery", list, q });

/** @param {ListRef} list @param {Filters} filters @returns {Action} */
export const setFilter = (list, filters) => ({ t: "setFilter", list, filters });

/** @param {ListRef} list @param {Sort} sort @returns {Action} */
export const setSort = (list, sort) => ({ t: "setSort", list, sort });

/** @param {ListRef} list @param {Anchor|null} anchor @returns {Action} */
export const scrolled = (list, anchor) => ({ t: "scrolled", list, anchor });

/** @param {Anchor|null} anchor @param {number} count covers loaded @returns {Action} */
export const feedMoved = (anchor, count) => ({ t: "feedMoved", anchor, count });

/** @returns {Action} */
export const showFilters = () => present({ style: "popover", dest: "filters" });

/** @returns {Action} */
export const showSort = () => present({ style: "popover", dest: "sort" });

/** @returns {Action} */
export const showDevices = () => present({ style: "popover", dest: "devices" });

/**
 * What the person says to a link that another device has sent.
 * @param {string} id
 * @param {"open"|"dismiss"} choice
 * @returns {Action}
 */
export const answer = (id, choice) => ({ t: "answer", id, answer: choice });

/** @returns {Action} */
export const stopFollowing = () => ({ t: "followStop", reason: "user" });

/**
 * A new book; there is one draft of it, which a second press resumes.
 * @returns {Action}
 */
export const newBook = () => present({
  style: "sheet",
  dest: "newBook",
  draft: "new",
  dirty: false,
});

/**
 * The editor of a book; its draft goes by the book's id.
 * @param {string} id
 * @returns {Action}
 */
export const editBook = (id) =>
  present({ style: "sheet", dest: "editBook", id, draft: id, dirty: false });

/** @param {string} id @returns {Action} */
export const showCover = (id) => present({ style: "cover", dest: "cover", id });

/** The devices that may open what is open here. @returns {Action} */
export const showSendTo = () => present({ style: "sheet", dest: "sendTo" });

/** @param {string} id of the book @returns {Action} */
export const addToShelf = (id) => present({ style: "sheet", dest: "addToShelf", id });

/** @returns {Action} */
export const showWelcome = () => present({ style: "cover", dest: "onboarding" });

/**
 * An editor that was left, with its draft.
 * @param {Presentation} presentation
 * @returns {Action}
 */
export const resume = (presentation) => present({ ...presentation, dirty: true });

/**
 * The draft of a book that was deleted meanwhile, as a new book.
 * @param {string} draft
 * @returns {Action}
 */
export const restoreAsNew = (draft) =>
  present({ style: "sheet", dest: "newBook", draft, dirty: true });

/** @param {string} id @returns {Action} */
export const askToDelete = (id) => present({ style: "alert", dest: "deleteBook", id });

/** @param {string} id @returns {Action} */
export const askToDeleteShelf = (id) => present({ style: "alert", dest: "deleteShelf", id });

/** @returns {Action} */
export const askToDiscard = () => present({ style: "dialog", dest: "discard" });

/** @returns {Action} */
export const dismiss = () => ({ t: "dismiss" });

/** @param {boolean} dirty @returns {Action} */
export const draft = (dirty) => ({ t: "draft", dirty });

/** @param {"delete"|"discard"|"retry"|"cancel"} choice @returns {Action} */
export const resolve = (choice) => ({ t: "resolve", choice });

/** @returns {Action} */
export const saved = () => ({ t: "saved" });

/**
 * @param {string} result
 * @param {string} book
 * @returns {Action}
 */
export const added = (result, book) => ({ t: "added", result, book });

/**
 * Something that a person asked for failed; `retry` names what to try again.
 * @param {string} code
 * @param {string|null} retry
 * @returns {Action}
 */
export const failed = (code, retry) => ({ t: "failed", code, retry });

/** @param {string} link @returns {Action} */
export const openLink = (link) => ({ t: "openLink", link, cold: false, lib: 0 });

/** @param {Presentation} presentation @returns {Action} */
function present(presentation) {
  return { t: "present", presentation };
}
