import { PublishPlan } from "./publish-plan.js";

/** @typedef {import("../transport/line.js").Line} Line */
/** @typedef {import("./publish-plan.js").Deed} Deed */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * Keeps the server told where this window is, as far as the person shares it: does what the plan
 * says when it says so, and tells it of the page's coming and going.
 * @param {{scene: Scene, library: {line: Line, cursor: number}, name: string,
 *   window: Window & typeof globalThis, isShared: () => boolean}} parts
 */
export function createPublisher({ scene, library, name, window, isShared }) {
  const { line } = library;
  const { epoch, rev } = scene.bearing;
  const plan = new PublishPlan({ id: scene.id, name, epoch, rev });
  const now = () => window.performance.now();
  let timer = 0;
  let isLooking = false;

  /** @param {readonly Deed[]} deeds */
  function perform(deeds) {
    for (const deed of deeds) {
      if (deed.type === "send") line.say(deed.message);
      else if (deed.type === "restore") scene.revive(deed.nav);
      else void fork();
    }
    scene.bear(plan.stamp);
    wait();
  }

  function wait() {
    window.clearTimeout(timer);
    const { due } = plan;
    if (due === null) return;
    if (due <= now()) lookSoon();
    else timer = window.setTimeout(() => perform(plan.tick(now())), due - now());
  }

  /** Several things may happen to the window at once: it is told of when they all have. */
  function lookSoon() {
    if (isLooking) return;
    isLooking = true;
    queueMicrotask(look);
  }

  function look() {
    isLooking = false;
    show();
    perform(plan.tick(now()));
  }

  function show() {
    const { layout, state: nav, local: { following } } = scene;
    plan.showed({ nav, layout, following, lib: library.cursor }, now());
  }

  async function fork() {
    perform(plan.renamed(await scene.fork()));
  }

  function leave() {
    show();
    perform(plan.leave(now()));
    window.clearTimeout(timer);
  }

  show();
  plan.share(isShared());
  scene.subscribe(lookSoon);
  line.subscribe({
    connected: (session) => perform(plan.connected(session)),
    heard: (message) => perform(plan.heard(message, now())),
  });
  // Before the connection is given up: it listens to the same event.
  window.addEventListener("pagehide", leave, { capture: true });
  window.addEventListener("pageshow", () => perform(plan.comeBack()));
  window.document.addEventListener("visibilitychange", () => {
    if (window.document.visibilityState !== "hidden") return;
    show();
    perform(plan.flush(now()));
  });

  return {
    /** What is shown has been seen: it is never exchanged for what the server has. */
    painted: () => plan.painted(),
    /** Whether this window is shared may have changed. */
    reconsider: () => perform(plan.share(isShared())),
  };
}
