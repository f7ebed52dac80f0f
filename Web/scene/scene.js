import { decode, localScene, print, reduce } from "../navigation/index.js";
import { followMerges } from "../navigation/repair-books.js";
import { beginningOf, linkOf, snapshotsOf } from "./beginning.js";
import { noBearing } from "./bearing.js";
import { createChronicle } from "./chronicle.js";
import { deepFreeze } from "./freeze.js";
import { ownScene } from "./identity.js";
import { layoutFor } from "./layout.js";
import { horizonOf, libraryEyes, noEyes } from "./library-eyes.js";
import * as limits from "./limits.js";
import { createMemory } from "./memory.js";
import { storageOf } from "./storages.js";
import { createTraveller } from "./traveller.js";

/** @typedef {import("../navigation/action.js").Action} Action */
/** @typedef {import("../navigation/types.js").Layout} Layout */
/** @typedef {import("../navigation/types.js").LocalScene} LocalScene */
/** @typedef {import("../navigation/types.js").NavState} NavState */
/** @typedef {import("../navigation/types.js").Output} Output */
/** @typedef {import("./bearing.js").Bearing} Bearing */
/** @typedef {import("./library-eyes.js").Library} Library */
/** @typedef {Window & typeof globalThis} BrowserWindow */
/**
 * @typedef {{library: Library, container: Element, window?: BrowserWindow,
 *   recalled?: ReturnType<typeof recallScene>}} Parts
 */

/**
 * What listeners get after every action that did anything: the state, and the outputs of the
 * reduction in order, for the views to carry out (focus, notices, drafts, the library's part). The
 * history is done already. `isDrawn`: the browser has drawn the way there, as for a swipe back, and
 * nothing must be drawn a second time.
 * @typedef {{state:NavState, layout:Layout, outputs:readonly Output[], isDrawn:boolean}} Change
 */

/**
 * Opens the window's scene: restored as it was left, or begun from the address, which wins where
 * the two differ. Waits only for the browser to say whether another tab is this scene already.
 * @param {Parts} parts
 * @returns {Promise<Scene>}
 */
export async function openScene({ library, container, window = globalThis.window, ...known }) {
  const { memory, left } = known.recalled ?? recallScene(window);
  const id = await ownScene(window, left?.id ?? null);
  return new Scene({ library, container, window, memory, left, id });
}

/**
 * The window as it was left.
 * @param {Pick<BrowserWindow, "sessionStorage"|"localStorage">} window
 */
export function recallScene(window) {
  const [session, shared] = [storageOf(window, "sessionStorage"), storageOf(window, "localStorage")];
  const memory = createMemory({ session, shared });
  return { memory, left: memory.recall() };
}

/**
 * What the window is going to show, if nothing of it has died meanwhile: known before the library.
 * @param {ReturnType<typeof recallScene>} recalled
 * @param {Pick<BrowserWindow, "history"|"location"|"performance">} window
 * @returns {NavState}
 */
export function foreseenScene({ memory, left }, window) {
  const fresh = memory.recallLists();
  const { nav } = beginningOf(left && { ...left, nav: left.local.nav }, window.history.state, fresh);
  const link = linkOf(left, window);
  const restoring = { t: "restore", nav, link, lib: Number.MAX_SAFE_INTEGER };
  const environment = { layout: /** @type {const} */ ("wide"), lib: noEyes, self: null };
  return reduce(localScene(fresh), restoring, environment).scene.nav;
}

/**
 * The one owner of a window's navigation state: reduces actions, keeps the browser's history and
 * address in step, repairs when the library changes, and comes back as it was left.
 */
export class Scene {
  /** The scene's id, which this browser tab alone has. */
  id;
  /** Whether the address the window opened with said something else than what it was left with. */
  isLinked;
  /**
   * What opening the window put out, before anybody listened: that its address led nowhere, say.
   * @type {readonly Output[]}
   */
  opening;
  #window;
  #container;
  #library;
  #eyes;
  #memory;
  #chronicle;
  #traveller;
  /** @type {LocalScene} */
  #local;
  /** @type {Layout} */
  #layout;
  /** @type {Set<(change: Change) => void>} */
  #listeners = new Set();
  /** @type {number|undefined} */
  #persisting;
  /** @type {number|undefined} */
  #patience;
  /** @type {Bearing} */
  #bearing;
  #touchedAt = -Infinity;
  #ending = new AbortController();

  /**
   * @param {Required<Omit<Parts, "recalled">> & {
   *   memory: ReturnType<typeof createMemory>,
   *   left: ReturnType<ReturnType<typeof createMemory>["recall"]>,
   *   id: string,
   * }} parts
   */
  constructor({ library, container, window, memory, left, id }) {
    this.id = id;
    this.#window = window;
    this.#container = container;
    this.#library = library;
    this.#eyes = libraryEyes(library);
    this.#memory = memory;
    this.#layout = layoutFor(null, container.clientWidth);
    const fresh = memory.recallLists();
    const isCopy = left !== null && left.id !== id;
    this.#bearing = left?.bearing ?? noBearing;
    this.#local = deepFreeze(left ? { ...left.local, nav: fresh } : localScene(fresh));
    if (isCopy) this.#unbind();
    const { history } = window;
    const beginning = beginningOf(left && { ...left, nav: left.local.nav }, history.state, fresh);
    this.#awaitUnknown();
    const link = linkOf(left, window);
    this.isLinked = link !== null && link !== print(beginning.nav);
    this.opening = this.#reduce({ t: "restore", nav: beginning.nav, link, lib: this.#horizon });
    this.#chronicle = createChronicle({
      window, scene: id, snapshots: snapshotsOf(beginning, this.state),
    });
    history.scrollRestoration = "manual";
    // What stood over the place is gone with the page, and so is its entry.
    this.#chronicle.record("pop", this.state);
    if (!this.#chronicle.isReturning) this.#chronicle.writeNow();
    this.#persist();
    this.#traveller = this.#listen();
  }

  /** The place; frozen. */
  get state() {
    return this.#local.nav;
  }

  /** The whole window: the place, whom it follows, its undo and inbox; frozen. */
  get local() {
    return this.#local;
  }

  /** By the container's width alone. */
  get layout() {
    return this.#layout;
  }

  /**
   * Does one action. Gives its outputs, which the listeners have had by then.
   * @param {Action} action
   * @returns {readonly Output[]}
   */
  dispatch(action) {
    const before = this.#local;
    if (this.#isOwnScroll(action)) return [];
    // Pressing Follow is no touch of what is shown then.
    if (action.t === "followStart") this.#touchedAt = -Infinity;
    const isLink = action.t === "openLink" || action.t === "answer";
    const isLoose = this.#traveller.isLoose && this.state.present.length === 0;
    if (leads(action) || (isLoose && elsewhere.includes(action.t))) this.#traveller.uncover();
    if (isLoose && action.t === "back") return [];
    if (isLink || this.#knowsMore(action)) this.#awaitUnknown();
    const outputs = this.#reduce(isLink ? { ...action, lib: this.#horizon } : action);
    if (this.#local === before && outputs.length === 0) return outputs;
    const kind = historyKind(outputs);
    if (kind !== null || this.#local.nav !== before.nav) this.#chronicle.record(kind, this.state);
    this.#tell(outputs);
    return outputs;
  }

  /**
   * Tells `listener` of every change until the function given back is called.
   * @param {(change: Change) => void} listener
   * @returns {() => void}
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Something that is no place, as a sheet of its own, stands over this one: the browser's Back calls
   * `leave` and moves nothing. So does ours where it is loose, as a selection is, and whatever else goes
   * to another place.
   * @param {() => void} leave
   * @param {boolean} [isLoose]
   * @returns {() => void} to be called once it has gone by itself
   */
  overlay(leave, isLoose = false) {
    const left = this.#traveller.overlay(leave, isLoose);
    this.#persistSoon();
    return () => {
      left();
      this.#persistSoon();
    };
  }

  /** Whether something that is no place stands over this one. */
  get isCovered() {
    return this.#traveller.isCovered;
  }

  /** How the window stands to others. */
  get bearing() {
    return this.#bearing;
  }

  /**
   * Keeps something of how the window stands to others, for a reload.
   * @param {Partial<Bearing>} change
   */
  bear(change) {
    const next = { ...this.#bearing, ...change };
    const isSame = Object.entries(next).every(([key, value]) =>
      this.#bearing[/** @type {keyof Bearing} */ (key)] === value);
    if (isSame) return;
    this.#bearing = next;
    this.#persistSoon();
  }

  /**
   * Shows what the server has of this window instead of what was kept here, which is older; but an
   * address that was opened meanwhile is newer than both.
   * @param {unknown} nav
   */
  revive(nav) {
    if (this.isLinked) return;
    this.dispatch({ t: "restore", nav: decode(nav), link: null, lib: this.#horizon });
  }

  /**
   * Leaves the scene to the window that has it: this one goes on where it is, as a new one.
   * @returns {Promise<string>} the new id
   */
  async fork() {
    const id = await ownScene(this.#window, null);
    this.id = id;
    const before = this.#local;
    this.#unbind();
    this.#chronicle.rename(id);
    this.#persist();
    if (this.#local !== before) this.#tell([]);
    return id;
  }

  /** For how many milliseconds the person has not touched this window. */
  get idleMilliseconds() {
    return this.#window.performance.now() - this.#touchedAt;
  }

  /** Writes what waits and stops listening to everything. */
  close() {
    this.#leave();
    this.#ending.abort();
    this.#listeners.clear();
    this.#window.clearTimeout(this.#patience);
  }

  get #environment() {
    const device = this.#library.device?.id;
    const self = device === undefined ? null : { device, scene: this.id };
    return { layout: this.#layout, lib: this.#eyes, self };
  }

  /** A copy follows nobody, and the links that were sent are its original's. */
  #unbind() {
    if (this.#local.following === null && this.#local.inbox.length === 0) return;
    this.#local = deepFreeze({ ...this.#local, following: null, inbox: [] });
  }

  /**
   * Whether another window's place may lead to what has not been synced to this one yet.
   * @param {Action} action
   */
  #knowsMore(action) {
    if (action.t !== "adopt" && action.t !== "followStart" && action.t !== "followUpdate") return false;
    return action.lib > this.#library.cursor;
  }

  /**
   * Whether a list merely says where it came to stand by following: no person has moved it, so it
   * does not end the following.
   * @param {Action} action
   */
  #isOwnScroll({ t }) {
    return (t === "scrolled" || t === "feedMoved") && this.#local.following !== null
      && this.idleMilliseconds > limits.inputMilliseconds;
  }

  /** What absent things are judged by; while somebody waits for one, none is dead. */
  get #horizon() {
    return this.#patience === undefined ? horizonOf(this.#library) : Number.MAX_SAFE_INTEGER;
  }

  /**
   * Reduces without telling anybody.
   * @param {unknown} action
   * @returns {readonly Output[]}
   */
  #reduce(action) {
    const done = reduce(this.#local, action, this.#environment);
    this.#local = deepFreeze(done.scene);
    return done.out;
  }

  /**
   * @param {readonly Output[]} outputs
   * @param {boolean} [isDrawn]
   */
  #tell(outputs, isDrawn = false) {
    this.#persistSoon();
    const change = Object.freeze({ state: this.state, layout: this.layout, outputs, isDrawn });
    for (const listener of [...this.#listeners]) listener(change);
  }

  /**
   * A link may lead to what has not been synced yet: for five seconds that is a skeleton, then it
   * is dead.
   */
  #awaitUnknown() {
    this.#window.clearTimeout(this.#patience);
    this.#patience = this.#window.setTimeout(() => {
      this.#patience = undefined;
      this.#libraryChanged(true);
    }, limits.patienceMilliseconds);
  }

  /** @param {boolean} remote */
  #libraryChanged(remote) {
    this.dispatch({ t: "libraryChanged", remote, lib: this.#horizon });
  }

  #measured() {
    const { document } = this.#window;
    // A hidden page may be measured at any size: a phone in the background flickers between two.
    if (document.visibilityState === "hidden") return;
    const next = layoutFor(this.#layout, this.#container.clientWidth);
    if (next === this.#layout) return;
    this.#layout = next;
    this.dispatch({ t: "layoutChanged" });
  }

  #persistSoon() {
    this.#persisting ??= this.#window.setTimeout(
      () => this.#persist(), limits.persistDelayMilliseconds);
  }

  #persist() {
    this.#window.clearTimeout(this.#persisting);
    this.#persisting = undefined;
    const { snapshots, late } = this.#chronicle;
    this.#memory.keep(this.id, this.#local, snapshots, this.#bearing, late);
  }

  /** The page may not come back: everything that waits is written now. */
  #leave() {
    this.#chronicle.flush();
    this.#persist();
  }

  #listen() {
    const window = this.#window;
    const { document } = window;
    const { signal } = this.#ending;
    const traveller = createTraveller({
      window,
      chronicle: this.#chronicle,
      scene: this,
      reduce: (action) => {
        if (action.t === "openLink") this.#awaitUnknown();
        // A book that was merged into another since has not died.
        const nav = action.nav && followMerges(action.nav, this.#eyes);
        return this.#reduce({ ...action, nav, lib: this.#horizon });
      },
      tell: (outputs, isDrawn) => this.#tell(outputs, isDrawn),
    });
    const observer = new window.ResizeObserver(() => this.#measured());
    observer.observe(this.#container);
    signal.addEventListener("abort", () => observer.disconnect());
    signal.addEventListener("abort", this.#library.subscribe(({ remote }) =>
      this.#libraryChanged(remote)));
    for (const type of ["pointerdown", "wheel", "touchmove", "keydown"]) {
      window.addEventListener(type, () => void (this.#touchedAt = window.performance.now()), {
        signal, capture: true, passive: true,
      });
    }
    window.addEventListener("popstate", (event) => {
      const { state, hasUAVisualTransition: isDrawn = false } =
        /** @type {PopStateEvent & {hasUAVisualTransition?: boolean}} */ (event);
      traveller.arrived(state, isDrawn);
    }, { signal });
    window.addEventListener("pagehide", () => this.#leave(), { signal });
    window.addEventListener("pageshow", ({ persisted }) => {
      if (persisted) this.#libraryChanged(true);
    }, { signal });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.#leave();
      else this.#measured();
    }, { signal });
    return traveller;
  }
}

/**
 * Whether a person goes to another place by it, which nothing may stand over: also from a notice or a
 * banner that stands in what does.
 * @param {Action} action
 */
function leads(action) {
  if (action.t === "answer") return action.answer === "open";
  return action.t === "openLink" || action.t === "adopt" || action.t === "undoAdopt";
}

/** What a person goes to another place by. */
const elsewhere = ["selectTab", "selectList", "openItem", "push", "back", "popTo", "popToRoot", "showSidebar"];

/**
 * @param {readonly Output[]} outputs
 * @returns {"push"|"replace"|"pop"|null}
 */
function historyKind(outputs) {
  const output = outputs.find(([kind]) => kind === "history");
  return output ? /** @type {"push"|"replace"|"pop"} */ (output[1]) : null;
}
