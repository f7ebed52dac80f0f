import { h, plainButton, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import * as actions from "./actions.js";
import { createBackButton } from "./back-button.js";
import { conflictNotices } from "./book-conflicts.js";
import { createFacts } from "./book-facts.js";
import { createHero } from "./book-hero.js";
import { createBookLoans } from "./book-loans.js";
import { createNotes } from "./book-notes.js";
import { createBookProgress } from "./book-progress.js";
import { createReadings } from "./book-readings.js";
import { createBookSets } from "./book-sets.js";
import { createBookSkeleton } from "./book-skeleton.js";
import { createText } from "./book-text.js";
import { createColumnButtons } from "./column-buttons.js";
import { iconButton } from "./icon-button.js";
import { bookNotices, createNotices } from "./notices.js";
import { twinNotice, twinsOf } from "./twins.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Entity} Entity */
/** @typedef {import("./context.js").Pass} Pass */
/** @typedef {import("../navigation/types.js").Route} Route */

/**
 * A book, whole. One view shows one book after another: nodes are made once and patched, so that
 * stepping through a list neither flickers nor loses the scroll position of what stays open.
 * @param {Context} context
 * @param {Route} route
 * @returns {import("./detail.js").RouteView}
 */
export function createBookView(context, route) {
  const { scene, library, messages } = context;
  const { t } = messages;
  let id = "id" in route ? route.id : "";
  let shownId = "";
  const current = () => library.resolve("book", id);

  const notices = createNotices({ isNamed: false });
  const hero = createHero(context, current);
  const sets = createBookSets(context, current);
  const progress = createBookProgress(context, current);
  const readings = createReadings(context, current);
  const loans = createBookLoans(context, current, hero.heading);
  hero.progressPlace.after(loans.line);
  const review = createText(context, { field: "review", current });
  const note = createText(context, { field: "note", current });
  const notes = createNotes(context, current);
  const facts = createFacts(context, current);
  const same = plainButton(
    "button book-send", "detail.same", () => context.panels.open("same", current()?.id), icon("link"),
    t("same.open"),
  );
  const send = plainButton(
    "button book-send", "detail.sendTo", () => void scene.dispatch(actions.showSendTo()), icon("devices"),
    t("send.title"),
  );
  const bar = createBar(context, () => id, current);
  const late = h("p", { class: "empty-text" });
  const missing = createBookSkeleton(messages, late);
  const article = h(
    "article",
    { class: "book" },
    notices.node,
    hero.node,
    sets.node,
    readings.node,
    loans.node,
    review.node,
    note.node,
    notes.node,
    facts.node,
    h("div", { class: "book-deeds" }, send, same),
  );
  hero.listen(article);
  const scroll = h("div", { class: "detail-scroll" }, missing, article);
  const node = h(
    "section",
    { class: "detail-pane", "aria-labelledby": hero.heading.id },
    bar.node,
    scroll,
  );

  /**
   * How far the book has come stands beside its status while it is being read, else with the read-throughs.
   * @param {Entity} book
   */
  function placeProgress({ fields: { status } }) {
    const place = status === "reading" || status === "paused" ? hero.progressPlace : readings.progressPlace;
    if (progress.node.parentElement !== place) setChildren(place, [progress.node]);
  }

  /** @param {Entity} book */
  function tell(book) {
    const twins = twinsOf(context, book, () => {
      const now = current();
      if (now && !now.deleted) tell(now);
    });
    notices.render([
      ...conflictNotices(context, book), ...bookNotices(context, book),
      ...twins.map((twin) => twinNotice(context, book, twin)),
    ]);
  }

  /** @param {Pass} pass */
  function render(pass) {
    const book = current();
    const same = shownId === id;
    setAttribute(node, "data-testid", `detail.book.${id}`);
    bar.render();
    show(article, book !== undefined && !book.deleted);
    show(missing, book === undefined);
    const { state, progress: part } = library.status();
    setText(late, !book && part && state === "offline" ? t("book.late") : "");
    if (!book) return;
    if (!same) scroll.scrollTop = 0;
    shownId = id;
    const glows = same && pass.changed.has(`book/${id}`);
    tell(book);
    hero.render(book, glows, same);
    sets.render(book);
    // Somebody else's edit moves nothing under the reader's finger.
    if (!glows) placeProgress(book);
    progress.render(book);
    readings.render(book);
    loans.render(book, pass.changed);
    review.render(book, glows, same);
    note.render(book, glows, same);
    notes.render(book, pass.changed);
    facts.render(book);
  }

  return {
    node,
    heading: hero.heading,
    render,
    show(next) {
      if (!("id" in next) || next.id === id) return;
      // What is being typed there is of this book.
      /** @type {HTMLElement|null} */ (sets.node.querySelector("input:focus"))?.blur();
      review.flush();
      note.flush();
      notes.flush();
      id = next.id;
    },
  };
}

/**
 * Above the book: back by name, the neighbours in the list, edit and delete.
 * @param {Context} context
 * @param {() => string} id
 * @param {() => Entity|undefined} current
 */
function createBar(context, id, current) {
  const { scene, messages } = context;
  const { t } = messages;
  const back = createBackButton(context);
  const columns = createColumnButtons(context);
  const previous = iconButton("up", t("book.previous"), "detail.previous", () => step(-1));
  const next = iconButton("down", t("book.next"), "detail.next", () => step(1));
  const history = iconButton("history", t("book.history"), "detail.history", () =>
    context.panels.open("history", id()),
  );
  const devices = iconButton("devices", t("devices.title"), "detail.devices", () =>
    scene.dispatch(actions.showDevices()),
  );
  const edit = iconButton("edit", t("book.edit"), "detail.edit", () =>
    scene.dispatch(actions.editBook(id())),
  );
  const remove = iconButton("trash", t("delete"), "detail.delete", () =>
    scene.dispatch(actions.askToDelete(id())),
  );

  /** The list that the book was opened from: the root's, or the one below it on the path. */
  function home() {
    const { tab, tabs } = scene.state;
    const { list, path } = tabs[tab];
    const below = path[path.length - 2];
    if (below?.k === "list") return below.list;
    return path.length <= 1 ? list : null;
  }

  /**
   * The list as it was when it last had the book.
   * @type {readonly string[]}
   */
  let known = [];

  /**
   * The next book of the list, or the one before; beside the place where this one stood, if it has left.
   * @param {number} by
   */
  function beside(by) {
    const list = home();
    const ids = list ? context.books.result(scene.state, list).ids : [];
    const at = ids.indexOf(id());
    if (at >= 0) return (known = ids)[at + by];
    const stood = known.indexOf(id());
    if (stood < 0) return undefined;
    const left = new Set(ids);
    const others = by > 0 ? known.slice(stood) : known.slice(0, stood).reverse();
    return others.find((other) => left.has(other));
  }

  /** @param {number} by */
  function step(by) {
    const neighbour = beside(by);
    if (neighbour === undefined) return;
    const { tab, tabs } = scene.state;
    const route = { k: /** @type {const} */ ("book"), id: neighbour };
    if (tabs[tab].path.length <= 1) scene.dispatch(actions.openItem(route));
    else {
      scene.dispatch(actions.back());
      scene.dispatch(actions.push(route));
    }
    // The focus stays on the button, and another book is above it.
    context.announce(context.books.index.get(neighbour)?.fields.title ?? "");
  }

  return {
    node: h(
      "header",
      { class: "pane-header detail-header" },
      columns.sidebar,
      back.node,
      h("div", { class: "bar-tools" }, columns.alone, previous, next, devices, history, edit, remove),
    ),
    render() {
      back.render();
      columns.render();
      const focused = document.activeElement;
      setAttribute(previous, "disabled", beside(-1) === undefined);
      setAttribute(next, "disabled", beside(1) === undefined);
      // At either end of the list the way back has the focus.
      if (focused === next && next.disabled) previous.focus();
      if (focused === previous && previous.disabled) next.focus();
      const alive = current() !== undefined;
      setAttribute(history, "disabled", !alive);
      setAttribute(edit, "disabled", !alive);
      setAttribute(remove, "disabled", !alive);
    },
  };
}
