import { print } from "../navigation/index.js";
import { planFor } from "./chronicle-plan.js";
import * as limits from "./limits.js";
import { movedTo, pushed, replaced, startedAt } from "./snapshots.js";

/** @typedef {import("../navigation/types.js").NavState} NavState */
/** @typedef {import("./snapshots.js").Snapshots} Snapshots */
/** @typedef {import("./chronicle-plan.js").Kind} Kind */

/**
 * Keeps the browser's history in step with the state (NAVIGATION §3.10): one entry for each H+, its
 * address always the link of what is shown, and a snapshot of each in memory.
 *
 * The history is written by nobody else. A step back that the window makes itself is asynchronous;
 * what happens before the browser has arrived waits for it, so that no entry is written over
 * another.
 * @param {{
 *   window: Pick<Window, "history"|"location"|"setTimeout"|"clearTimeout">,
 *   scene: string,
 *   snapshots: Snapshots,
 * }} parts
 */
export function createChronicle({ window, scene: own, snapshots: first }) {
  const { history } = window;
  let scene = own;
  let snapshots = first;
  /** @type {number|undefined} */
  let replacing;
  /** @type {string|null} */
  let late = null;
  /** @type {number|undefined} */
  let returning;
  /** @type {[Kind, NavState][]} */
  let waiting = [];

  function current() {
    const entry = snapshots.entries.find(({ n }) => n === snapshots.n);
    if (!entry) throw new RangeError("the current entry has no snapshot");
    return entry.nav;
  }

  function write(/** @type {"pushState"|"replaceState"} */ method) {
    const nav = current();
    const state = { scene, n: snapshots.n, depth: nav.present.length };
    try {
      history[method](state, "", print(nav));
    } catch {
      // Safari refuses the 101st call in 30 seconds; the next change writes the address.
    }
  }

  function replaceSoon() {
    if (replacing === undefined) {
      late = window.location.pathname + window.location.search;
      replacing = window.setTimeout(flush, limits.replaceDelayMilliseconds);
    }
  }

  /** Writes a replacement that still waits. */
  function flush() {
    if (replacing === undefined) return;
    window.clearTimeout(replacing);
    replacing = undefined;
    write("replaceState");
  }

  /** Forgets a replacement that still waits: the entry it was for is the current one no more. */
  function forgetReplacement() {
    window.clearTimeout(replacing);
    replacing = undefined;
  }

  /** The browser has made the step back asked for; what happened meanwhile is recorded now. */
  function arrived() {
    window.clearTimeout(returning);
    returning = undefined;
    const entries = waiting;
    waiting = [];
    for (const [kind, nav] of entries) record(kind, nav);
  }

  /**
   * The state became `nav` by an action whose history output was `kind`.
   * @param {Kind} kind
   * @param {NavState} nav
   */
  function record(kind, nav) {
    if (returning !== undefined) {
      waiting.push([kind, nav]);
      return;
    }
    switch (planFor(snapshots, kind, nav)) {
      case "push":
        flush();
        snapshots = pushed(snapshots, nav);
        write("pushState");
        break;
      case "back":
        flush();
        snapshots = replaced(movedTo(snapshots, snapshots.n - 1), nav);
        returning = window.setTimeout(arrived, limits.traversalMilliseconds);
        history.back();
        break;
      case "replace":
        snapshots = replaced(snapshots, nav);
        replaceSoon();
        break;
      case "none":
        snapshots = replaced(snapshots, nav);
    }
  }

  return {
    record,
    flush,
    forgetReplacement,
    arrived,
    /**
     * The address that was replaced last, or is going to be: where a page is loaded again, and its server
     * takes its time, it has the one of when that was asked for.
     */
    get late() {
      return late;
    },
    get isReturning() {
      return returning !== undefined;
    },
    get snapshots() {
      return snapshots;
    },
    /** The number that the next entry gets, after those that wait. */
    get next() {
      return snapshots.n + 1 + waiting.filter(([kind]) => kind === "push" || kind === "over").length;
    },
    /**
     * The browser went to entry `n`, which shows `nav` now.
     * @param {number} n
     * @param {NavState} nav
     */
    land(n, nav) {
      snapshots = replaced(movedTo(snapshots, n), nav);
      write("replaceState");
    },
    /**
     * The browser went to an entry that is not known; it shows `nav`, and what is known begins with
     * it.
     * @param {NavState} nav
     */
    begin(nav) {
      snapshots = startedAt(snapshots.n + 1, nav);
      write("replaceState");
    },
    /**
     * The window has another id from here on; entries of the former one are strangers.
     * @param {string} id
     */
    rename(id) {
      scene = id;
      write("replaceState");
    },
    /** Writes the current entry at once, as a window that opens must. */
    writeNow() {
      forgetReplacement();
      write("replaceState");
    },
  };
}
