import { anchorAt } from "../elements/anchor.js";
import { h, plainButton, setAttribute, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { resolve } from "../navigation/anchor.js";
import { feedAhead } from "../navigation/limits.js";
import * as actions from "./actions.js";
import { feedKeys, feedSwipes } from "./feed-keys.js";
import { createFeedEnd } from "./feed-end.js";
import { createFeedPage, emptyFeedPage, fillFeedPage } from "./feed-page.js";
import { createFeedSequence } from "./feed-sequence.js";
import { feedSettleMilliseconds, feedWindow } from "./limits.js";
import { createRetryOrPair } from "./retry-or-pair.js";
import { outOfReach } from "./sync-state.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../catalog/identity.js").Item} Item */

/**
 * The catalogue as covers, one a page (NAVIGATION §3.3 and §4, BOOKS §6). Pages snap; only those
 * around the one in view are drawn. What is in the library already is marked; what was skipped does
 * not come back. Whoever comes back finds the same cover. It can be shuffled: by what, is in the state,
 * so that Back, a reload and another device have the same order.
 * @param {Context} context
 */
export function createFeedView(context) {
  const { scene, library, books, messages, deeds, skipped, preferences } = context;
  const { t } = messages;
  const heading = h("h2", { class: "visually-hidden", tabindex: -1 }, t("tab.feed"));
  const scroller = h("div", {
    class: "feed-scroll", role: "feed", "aria-label": t("tab.feed"), "aria-busy": "false",
    tabindex: -1, "data-testid": "list.feed",
  });
  const words = h("span", null);
  const again = createRetryOrPair(context, { name: "feed.retry", act: () => sequence.retry() });
  const search = () => scene.dispatch(actions.selectTab("search"));
  const usual = () => order("");
  const last = createFeedEnd(messages, "end", { search, first: () => go(0) });
  const none = createFeedEnd(messages, "none", { search, sort: usual });
  let end = last;
  const tool = (/** @type {string} */ symbol, /** @type {string} */ name, /** @type {() => void} */ act) =>
    Object.assign(plainButton("feed-button", `feed.${symbol}`, act, icon(symbol)), { title: t(name) });
  const shuffle = tool("shuffle", "feed.shuffle", () => order(context.newId()));
  const sort = tool("sort", "feed.end.sort", usual);
  const note = h("div", { class: "feed-note", role: "status" }, icon("feed"), words, ...again.nodes);
  const tools = h("div", { class: "feed-tools" }, sort, shuffle);
  const node = h("section", { class: "feed" }, heading, tools, scroller, note);
  const sequence = createFeedSequence(context, take);
  /** @type {HTMLElement[]} */
  let pages = [];
  /** @type {string|null} */
  let seed = null;
  let at = 0;
  /** @type {import("../navigation/types.js").Anchor|null} where the state said that the feed stands */
  let heeded = null;
  let height = 0;
  let settle = 0;
  /** Where to stand as soon as what stood there has come. */
  let isArriving = false;
  /** @type {import("../navigation/types.js").Anchor|null} where the usual order was left */
  let left = null;
  /** The page it stood at has not come yet; until somebody turns a page, its place is kept. */
  let isHeld = false;
  let said = "feed.loading";

  const ids = () => sequence.items.map(({ id }) => id);
  /** Where the feed can rest: the covers, and once there are no more the page that says so. */
  const stops = () => (end.isConnected ? [...pages, end] : pages);

  scroller.addEventListener("scroll", () => {
    // A change of size moves what is scrolled; the page in view stays the same.
    if (isArriving || pages.length === 0 || scroller.getBoundingClientRect().height !== height) return;
    reach(Math.min(stops().length - 1, Math.round(scroller.scrollTop / Math.max(1, height))));
  });
  new ResizeObserver(() => {
    height = scroller.getBoundingClientRect().height;
    stand();
  }).observe(scroller);
  feedKeys(scroller, {
    step(by) {
      isHeld = false;
      go(at + by);
    },
    open: () => open(sequence.items[at]),
    act: (name) => act(name),
    hasShortcuts: () => preferences.shortcuts,
  });
  feedSwipes(scroller, (name) => act(name));
  for (const event of ["wheel", "touchmove", "keydown"]) {
    scroller.addEventListener(event, () => (isHeld = false), { passive: true });
  }
  scroller.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest("button") && target.closest(".feed-page")) open(sequence.items[at]);
  });

  /** @param {number} index of the page that is in view by now */
  function reach(index) {
    if (index !== at) {
      at = index;
      draw();
      // Who leafs fast reaches the end before it was ever still.
      if (isNearEnd()) return tell();
    }
    clearTimeout(settle);
    settle = window.setTimeout(tell, feedSettleMilliseconds);
  }

  /** Whether it is time to ask for the next covers. */
  function isNearEnd() {
    return at >= pages.length - feedAhead;
  }

  /** Tells where the feed stands, which near the end asks for more. */
  function tell() {
    clearTimeout(settle);
    const { at: known } = scene.state.feed;
    // Where another place was taken over meanwhile, that is the place, also before its covers are there.
    if (isArriving || isHeld || known !== heeded) return;
    const anchor = anchorAt(ids(), Math.min(at, pages.length - 1), 0);
    const isSame = known?.id === anchor?.id && known?.idx === anchor?.idx;
    if (!isSame || isNearEnd()) {
      scene.dispatch(actions.feedMoved(anchor, pages.length));
      heeded = scene.state.feed.at;
    }
  }

  /** Scrolls to the page in view, where it is by now. */
  function stand() {
    if (height > 0) scroller.scrollTop = at * height;
  }

  /**
   * Turns to a page. It is the one in view at once: the next key may come before the browser tells of
   * the scrolling.
   * @param {number} index
   */
  function go(index) {
    const all = stops();
    const target = Math.min(all.length - 1, Math.max(0, index));
    all[target]?.focus({ preventScroll: true });
    all[target]?.scrollIntoView({ block: "start", behavior: "auto" });
    if (!isArriving && all.length > 0) reach(target);
  }

  /** @param {Item|undefined} item */
  function open(item) {
    if (!item) return;
    const own = books.owned(item);
    const route = own
      ? { k: /** @type {const} */ ("book"), id: own.id }
      : { k: /** @type {const} */ ("result"), id: item.id };
    scene.dispatch(actions.openItem(route));
  }

  /** What the heart took from books that are wanted now. @type {Map<string, string|null>} */
  const statusBefore = new Map();

  const pageDeeds = {
    open,
    /**
     * Wanted, or wanted no more: then a book is again what it was before, as far as this window knows.
     * @param {Item} item
     */
    like(item) {
      const own = books.owned(item);
      if (!own) return void deeds.takeItem(item, "toRead");
      const { status = null } = own.fields;
      const isWanted = status === "toRead";
      deeds.status(own, isWanted ? (statusBefore.get(own.id) ?? null) : "toRead");
      if (isWanted) statusBefore.delete(own.id);
      else statusBefore.set(own.id, status);
    },
    /** @param {Item} item */
    add: (item) => void deeds.takeItem(item),
    /**
     * Away with it, or not after all.
     * @param {Item} item
     */
    skip({ id }) {
      const isSkipped = !skipped.all().has(id);
      skipped.set(id, isSkipped);
      draw();
      if (isSkipped) go(ids().indexOf(id) + 1);
    },
  };

  /**
   * Shows all covers in another order, from its beginning; the usual one from where it was left.
   * @param {string} next seed, empty for the usual one
   */
  function order(next) {
    if (next === seed) return;
    flush();
    if (seed === "") left = scene.state.feed.at;
    // What has the focus goes, but for the button that shuffles again.
    if (document.activeElement !== shuffle) heading.focus({ preventScroll: true });
    if (scene.local.following) scene.dispatch(actions.stopFollowing());
    // The actions are the same in every client and none is for this alone: it is a state that comes back
    // with another feed. What else is in it is judged by nobody.
    const nav = { ...scene.state, feed: { seed: next, at: next ? null : left } };
    scene.dispatch({ t: "restore", nav, link: null, lib: Number.MAX_SAFE_INTEGER });
    context.announce(t(next ? "feed.shuffled" : "feed.end.sort"));
  }

  /** @param {import("./feed-keys.js").Deed} name */
  function act(name) {
    if (name === "shuffle") return shuffle.click();
    if (name === "sort") return usual();
    const item = sequence.items[at];
    if (!item) return;
    if (name === "heart") pageDeeds.like(item);
    else if (name === "skip") pageDeeds.skip(item);
    else if (!books.owned(item)) pageDeeds.add(item);
  }

  /** Fills the pages near the one in view and empties the others. */
  function draw() {
    const gone = skipped.all();
    for (const [index, page] of pages.entries()) {
      const item = sequence.items[index];
      if (Math.abs(index - at) > feedWindow) emptyFeedPage(page);
      else {
        const how = { messages, own: books.owned(item), isSkipped: gone.has(item.id) };
        fillFeedPage(page, item, { ...how, deeds: pageDeeds });
      }
    }
    // Another page's buttons would take the feed there as the focus comes by.
    for (const [index, page] of stops().entries()) {
      for (const button of page.querySelectorAll("button")) button.tabIndex = index === at ? 0 : -1;
    }
    setText(words, outOfReach(said, context));
    again.render(sequence.state === "failed");
  }

  /** What has come is appended: nothing above it moves. */
  function take() {
    const { items, state } = sequence;
    const fresh = items.slice(pages.length).map((item, i) => createFeedPage(item, pages.length + i));
    pages = [...pages, ...fresh];
    scroller.append(...fresh);
    if (sequence.isComplete && state === "idle") {
      end = seed && pages.length === 0 ? none : last;
      scroller.append(end);
    }
    const isEmpty = stops().length === 0;
    // Before it goes to its place, for which it has to have a height.
    show(scroller, !isEmpty);
    if ((isArriving || isHeld) && state !== "busy") arrive();
    setAttribute(scroller, "aria-busy", state === "busy");
    said = noteKey(state, isEmpty);
    draw();
    show(note, state === "failed" || (isEmpty && state !== "idle"));
    setAttribute(note, "data-empty", isEmpty);
    if (document.activeElement === heading) focus();
  }

  /** On the page in view, which has the keys; on the name of the feed while it is empty. */
  function focus() {
    (stops()[at] ?? heading).focus({ preventScroll: true });
  }

  function arrive() {
    const place = scene.state.feed.at;
    isArriving = false;
    isHeld = sequence.state === "failed" && place !== null && !ids().includes(place.id ?? "");
    at = resolve(place, ids()).index;
    height = scroller.getBoundingClientRect().height;
    stand();
  }

  /** @param {string} nextSeed */
  function begin(nextSeed) {
    seed = nextSeed;
    pages = [];
    scroller.replaceChildren();
    at = 0;
    isArriving = true;
    show(sort, nextSeed !== "");
    sequence.begin(nextSeed, scene.state.feed.at);
  }

  function flush() {
    if (!isArriving && pages.length > 0) tell();
  }

  // What failed while the server was away is asked for again when it is back.
  let wasAway = false;
  library.subscribeStatus(({ state, isOffline = state === "offline" }) => {
    if (isOffline) {
      wasAway = true;
    } else if (wasAway && state !== "starting") {
      wasAway = false;
      sequence.retry();
    }
  });

  return {
    node,
    heading: { focus },
    render() {
      const { at: place, seed: next } = scene.state.feed;
      // Another window's place was taken over, or left again.
      const here = ids()[Math.min(at, pages.length - 1)];
      // At the first cover there is no place to name.
      const isMoved = place !== heeded && (place ? place.id !== here : at > 0);
      heeded = place;
      if (seed !== next || (isMoved && place && !ids().includes(place.id ?? ""))) begin(next);
      else if (isMoved) arrive();
      draw();
    },
    /** The next covers, as the reduction asked. */
    load() {
      sequence.next();
    },
    toTop: () => go(0),
    flush,
    focus,
  };
}

/**
 * @param {"idle"|"busy"|"failed"} state
 * @param {boolean} isEmpty
 */
function noteKey(state, isEmpty) {
  if (state === "failed") return isEmpty ? "feed.unreachable" : "feed.moreUnreachable";
  return "feed.loading";
}
