import { print } from "../navigation/print.js";
import { listTitle } from "./list-title.js";
import { clipped } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").NavState} NavState */
/** @typedef {import("../navigation/types.js").Route} Route */

/**
 * Where a window is, in words: the list and what is opened from it, "Reading › Dune". What neither
 * this library nor the catalogue as far as it was seen here has is left out.
 * @param {NavState} nav
 * @param {Pick<Context, "messages"|"books"|"catalog">} context
 * @returns {string}
 */
export function placeWords(nav, context) {
  const { t } = context.messages;
  const { list, path } = nav.tabs[nav.tab];
  const root = nav.tab === "library" && list ? listTitle(list, context) : t(`tab.${nav.tab}`);
  const top = path[path.length - 1] ?? feedBook(nav);
  const words = top && routeWords(top, context);
  const q = list && path.length === 0 ? nav.lists[list.k]?.q : "";
  if (words) return t("place.of", { list: root, what: words });
  return q ? t("place.of", { list: root, what: t("quoted", { title: q }) }) : root;
}

/**
 * What another device would be sent of this window: what is open, or, from the settings, what is open
 * in the library; with its name.
 * @param {NavState} nav
 * @param {Pick<Context, "messages"|"books"|"catalog">} context
 * @returns {{link: string, words: string}}
 */
export function sendable(nav, context) {
  const sent = nav.tab === "settings" ? { ...nav, tab: /** @type {const} */ ("library") } : nav;
  const { path } = sent.tabs[sent.tab];
  const top = path[path.length - 1];
  const title = top && "id" in top ? routeWords(top, context) : "";
  const words = title ? context.messages.t("quoted", { title }) : placeWords(sent, context);
  return { link: print(sent), words };
}

/**
 * The book whose cover the feed shows.
 * @param {NavState} nav
 * @returns {Route|null}
 */
function feedBook({ tab, feed }) {
  return tab === "feed" && feed.at?.id ? { k: "book", id: feed.at.id } : null;
}

/**
 * What an opened route is called; nothing where nobody here knows.
 * @param {Route} route
 * @param {Pick<Context, "messages"|"books"|"catalog">} context
 * @returns {string}
 */
function routeWords(route, context) {
  switch (route.k) {
    case "list":
      return listTitle(route.list, context);
    case "page":
      return context.messages.t(`page.${route.v}`);
    case "device":
      return context.messages.t("page.device");
    default:
      return clipped(titleOf(route.id, context));
  }
}

/**
 * @param {string} id of a book, or of one in the catalogue
 * @param {Pick<Context, "books"|"catalog">} context
 * @returns {string}
 */
function titleOf(id, { books, catalog }) {
  return books.index.get(id)?.fields.title ?? catalog.known(id)?.book.fields.title ?? "";
}
