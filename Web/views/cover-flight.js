import { flightName } from "./limits.js";

/**
 * @typedef {{skipTransition(): void, ready: Promise<void>,
 *   finished: Promise<void>}} Transition
 * @typedef {Document & {startViewTransition?: (update: () => void) => Transition}} FlightDocument
 */

/**
 * Lets the cover that was tapped grow into the one of the book it opens (NAVIGATION §3.10). The book
 * is drawn first and has the focus already: only its cover waits, for the one frame in which the
 * browser takes the picture of where it comes from. Nobody waits for the flight: what happens
 * meanwhile ends it. Without View Transitions, with reduced motion or unseen there is none.
 * @param {{document: FlightDocument, isStill: () => boolean}} parts
 */
export function createCoverFlight({ document, isStill }) {
  /** @type {HTMLElement|null} */
  let start = null;
  let shown = "";
  /** @type {Transition|null} */
  let flight = null;
  /** @type {HTMLElement[]} */
  let named = [];

  function end() {
    const ending = flight;
    flight = null;
    for (const node of named) settle(node);
    named = [];
    ending?.skipTransition();
  }

  return {
    /**
     * Something was pressed: the cover of the row or page that it was, if it was one.
     * @param {EventTarget|null} pressed
     */
    begin(pressed) {
      const whole = pressed instanceof Element ? pressed.closest(".row, .feed-page") : null;
      const cover = whole?.querySelector(".cover");
      start = cover instanceof HTMLElement ? cover : null;
    },

    /**
     * Everything is drawn.
     * @param {string} place what is open on top, or nothing
     * @param {HTMLElement|null} to its cover
     */
    land(place, to) {
      const from = start;
      start = null;
      if (place === shown) return;
      shown = place;
      end();
      if (!from?.isConnected || !to || !document.startViewTransition || isStill()) return;
      named = [from, to];
      from.style.setProperty("view-transition-name", flightName);
      to.style.visibility = "hidden";
      const own = document.startViewTransition(() => {
        settle(from);
        if (flight !== own) return;
        to.style.visibility = "";
        to.style.setProperty("view-transition-name", flightName);
      });
      flight = own;
      // A flight that was skipped, which `ready` tells as a failure, ends as one that has arrived.
      const arrived = () => {
        if (flight === own) end();
      };
      own.finished.then(arrived, arrived);
      own.ready.catch(arrived);
    },
  };
}

/** @param {HTMLElement} node */
function settle(node) {
  node.style.removeProperty("view-transition-name");
  node.style.visibility = "";
}
