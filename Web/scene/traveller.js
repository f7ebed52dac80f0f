import { arrivalAt, nextEntry } from "./chronicle-plan.js";
import * as limits from "./limits.js";
import { isSamePlace } from "./snapshots.js";
import { traversalFocus } from "./traversal-focus.js";

/** @typedef {import("../navigation/types.js").Layout} Layout */
/** @typedef {import("../navigation/types.js").NavState} NavState */
/** @typedef {import("../navigation/types.js").Output} Output */

/**
 * Carries out what the browser's Back and Forward mean (NAVIGATION §3.10): the entry's snapshot
 * becomes the place. An entry whose book has died, or that now shows what is shown already, is
 * passed over in the same direction; at the end of what is known it is shown repaired.
 * @param {{
 *   window: Pick<Window, "history"|"location">,
 *   chronicle: ReturnType<typeof import("./chronicle.js").createChronicle>,
 *   scene: {readonly id: string, readonly state: NavState, readonly layout: Layout},
 *   reduce: (action: any) => readonly Output[],
 *   tell: (outputs: readonly Output[], isDrawn: boolean) => void,
 * }} parts
 */
export function createTraveller({ window, chronicle, scene, reduce, tell }) {
  let passed = 0;
  /**
   * The place before the first entry that was passed over.
   * @type {NavState|null}
   */
  let origin = null;
  let isDrawn = false;
  /**
   * What stands over the place, on top of what it stands over itself; the entry `n` is for it. One that
   * has gone has its entry for as long as another stands on it.
   * @typedef {{n:number, leave: () => void, below: Overlay|null, isGone: boolean, isLoose: boolean}} Overlay
   * @type {Overlay|null}
   */
  let overlay = null;

  /**
   * Back from the entry of what stands over the place, to what it stands over: it goes, and nothing
   * else changes. Whatever else is gone to from there, it goes first.
   * @param {number} n
   * @param {NavState} [nav]
   */
  function uncovers(n, nav) {
    let own = 0;
    while (overlay && n < overlay.n) {
      const { leave } = overlay;
      own = overlay.n;
      overlay = overlay.below;
      leave();
    }
    if (n !== own - 1 || !nav || !isSamePlace(nav, scene.state)) return false;
    chronicle.land(n, scene.state);
    return true;
  }

  /**
   * @param {NavState} before
   * @param {readonly Output[]} outputs
   */
  function settle(before, outputs) {
    passed = 0;
    origin = null;
    tell([...outputs, ...traversalFocus(before, scene.state, scene.layout)], isDrawn);
  }

  /**
   * @param {{n:number, dir:1|-1, nav:NavState}} arrival
   */
  function visit({ n, dir, nav }) {
    const before = origin ?? scene.state;
    const next = passed < limits.snapshotCount ? nextEntry(chronicle.snapshots, n, dir) : null;
    const outputs = reduce({ t: "traverse", nav, dir: next === null ? 0 : dir });
    const isDead = outputs.some(([kind, what]) => kind === "history" && what === "go");
    chronicle.land(n, isDead ? nav : scene.state);
    const passes = next !== null && (isDead || isSamePlace(before, scene.state));
    if (!passes) return settle(before, outputs);
    passed += 1;
    origin = before;
    window.history.go(dir);
  }

  return {
    /**
     * Something that is no place stands over this one, with an entry of its own. A loose one lets a person
     * go elsewhere, which ends it.
     * @param {() => void} leave
     * @param {boolean} isLoose
     * @returns {() => void} to be called once it has gone by itself
     */
    overlay(leave, isLoose) {
      /** @type {Overlay} */
      const own = { n: chronicle.next, leave, below: overlay, isGone: false, isLoose };
      overlay = own;
      chronicle.record("over", scene.state);
      return () => {
        own.isGone = true;
        while (overlay?.isGone) {
          overlay = overlay.below;
          chronicle.record("pop", scene.state);
        }
      };
    },

    get isCovered() {
      return overlay !== null;
    },

    /** Whether what stands on top lets a person go elsewhere. */
    get isLoose() {
      return overlay?.isLoose ?? false;
    },

    /** What stands over the place goes, for the person goes elsewhere. */
    uncover() {
      for (let each = overlay; each; each = each.below) each.leave();
    },

    /**
     * The browser has arrived at an entry with this state.
     * @param {unknown} entry
     * @param {boolean} wasDrawn whether the browser has drawn the way there itself
     */
    arrived(entry, wasDrawn) {
      isDrawn = wasDrawn;
      chronicle.forgetReplacement();
      const arrival = arrivalAt(chronicle.snapshots, scene.id, entry);
      switch (arrival.at) {
        case "here":
          return chronicle.arrived();
        case "snapshot":
          if (chronicle.isReturning) chronicle.arrived();
          return uncovers(arrival.n, arrival.nav) ? undefined : visit(arrival);
        case "address": {
          uncovers(-1);
          const before = scene.state;
          const { pathname, search } = window.location;
          const outputs = reduce({ t: "openLink", link: pathname + search, cold: true });
          chronicle.begin(scene.state);
          return settle(before, outputs);
        }
      }
    },
  };
}
