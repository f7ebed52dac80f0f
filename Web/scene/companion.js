import { sameScene } from "../navigation/local-scene.js";
import { same } from "../navigation/same.js";
import { FollowPlan } from "./follow-plan.js";
import * as limits from "./limits.js";
import { Others } from "./others.js";

/** @typedef {import("../navigation/types.js").NavState} NavState */
/** @typedef {import("../navigation/types.js").Scene} PublishedScene */
/** @typedef {import("../transport/line.js").Line} Line */
/** @typedef {import("../wire/messages.js").Message} Message */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * - `changed`: what is known of other windows, or of following one.
 * - `elsewhere`: the window whose place was taken over has gone on meanwhile, to what it shows now.
 * - `ended`: following has ended without this person's doing, and why.
 * @typedef {{type:"changed"}|{type:"elsewhere", other:PublishedScene}
 *   |{type:"ended", reason:"closed"|"private"|"circle"}} CompanyNews
 */

/**
 * The other windows of the account as this one deals with them (NAVIGATION §3.7): knows where they
 * are while anybody asks, takes over the place of one, follows one.
 * @param {{scene: Scene, library: {line: Line, device: {id: string}|null}, now: () => number,
 *   clock: () => number, window: Pick<Window, "setTimeout"|"clearTimeout">,
 *   tell: (news: CompanyNews) => void}} parts `now` counts from anywhere, `clock` since 1970
 */
export function createCompanion({ scene, library, now, clock, window, tell }) {
  const { line } = library;
  const others = new Others();
  let watcherCount = 0;
  /** @type {{leader: {device:string, scene:string}, plan: FollowPlan, unwatch: () => void}|null} */
  let following = null;
  /** @type {{nav: NavState, of: PublishedScene, unwatch: () => void}|null} */
  let continued = null;
  let followTimer = 0;
  let continueTimer = 0;
  let undoTimer = 0;

  /** Hears of other windows until the function given back is called. */
  function watch() {
    watcherCount += 1;
    if (watcherCount === 1) line.say({ t: "scenes.watch" });
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      watcherCount -= 1;
      if (watcherCount === 0) line.say({ t: "scenes.watch", on: false });
    };
  }

  /** @param {Message} message */
  function heard(message) {
    const news = others.heard(message);
    if (news.type === "none") return;
    if (news.type === "all" && following) met(others.get(following.leader));
    if (news.type === "moved") moved(news.scene);
    if (news.type === "gone" && sameScene(following?.leader, news.ref)) {
      stop(news.reason === "closed" ? "closed" : "private");
    }
    tell({ type: "changed" });
  }

  /** @param {PublishedScene} other */
  function moved(other) {
    if (sameScene(following?.leader, other)) met(other);
    if (sameScene(continued?.of, other)) compare(other);
  }

  // Following

  /** @param {PublishedScene|undefined} leader as it is now */
  function met(leader) {
    if (!leader) return stop("closed");
    if (sameScene(leader.following, self())) return stop("circle");
    go(following?.plan.heard(leader, now()) ?? null);
  }

  /** @param {PublishedScene|null} leader */
  function go(leader) {
    if (leader) {
      const { device, scene: id, nav, lib } = leader;
      scene.dispatch({ t: "followUpdate", source: { device, scene: id }, nav, lib });
    }
    waitToGo();
  }

  function waitToGo() {
    window.clearTimeout(followTimer);
    if (!following) return;
    const { plan } = following;
    const wait = plan.due - now();
    if (wait <= 0 && plan.isPaused(now())) return;
    followTimer = window.setTimeout(() => {
      go(plan.tick(now()));
      tell({ type: "changed" });
    }, Math.max(0, wait));
  }

  /** @param {"closed"|"private"|"circle"} reason */
  function stop(reason) {
    scene.dispatch({ t: "followStop", reason: reason === "circle" ? "user" : reason });
    tell({ type: "ended", reason });
  }

  /** Begins or ends what following needs, when the window has begun or ended it. */
  function look() {
    const leader = scene.local.following;
    if (sameScene(leader, following?.leader) || (!leader && !following)) return;
    following?.unwatch();
    following = leader && { leader, plan: new FollowPlan(now()), unwatch: watch() };
    waitToGo();
    tell({ type: "changed" });
  }

  // Continuing

  /** @param {PublishedScene} other as it is now */
  function compare(other) {
    if (!continued || isSamePlace(continued.nav, other.nav)) return;
    endContinuing();
    tell({ type: "elsewhere", other });
  }

  function endContinuing() {
    window.clearTimeout(continueTimer);
    continued?.unwatch();
    continued = null;
  }

  function self() {
    return library.device && { device: library.device.id, scene: scene.id };
  }

  function canUndo() {
    const age = clock() - scene.bearing.continuedAt;
    return scene.local.undo !== null && age >= 0 && age < limits.undoMilliseconds;
  }

  scene.subscribe(look);
  line.subscribe({
    connected(session) {
      if (session !== null && watcherCount > 0) line.say({ t: "scenes.watch" });
      tell({ type: "changed" });
    },
    heard,
  });
  look();

  return {
    watch,
    /** Every window of the account but this one, the one seen last first. */
    get windows() {
      return others.all.filter((other) => !sameScene(other, self()));
    },
    /**
     * The window that is followed, as far as it is known; null when none is.
     * @returns {{device:string, scene:string, name?:string}|null}
     */
    get leader() {
      return following && (others.get(following.leader) ?? following.leader);
    },
    /** Whether the leader is silent, and following rests until it is heard of. */
    get isPaused() {
      return following?.plan.isPaused(now()) ?? false;
    },
    canUndo,
    /** Goes back to the place before Continue. */
    undo() {
      endContinuing();
      scene.dispatch({ t: "undoAdopt" });
      tell({ type: "changed" });
    },
    /**
     * Takes over the place that `other` showed when the person saw it.
     * @param {PublishedScene} other
     */
    continueFrom(other) {
      endContinuing();
      scene.dispatch({ t: "adopt", nav: other.nav, lib: other.lib });
      scene.bear({ continuedAt: clock() });
      continued = { nav: other.nav, of: other, unwatch: watch() };
      continueTimer = window.setTimeout(endContinuing, limits.movedMilliseconds);
      window.clearTimeout(undoTimer);
      undoTimer = window.setTimeout(() => tell({ type: "changed" }), limits.undoMilliseconds);
      compare(others.get(other) ?? other);
      tell({ type: "changed" });
    },
    /**
     * Follows a window; one that follows another leads to that one.
     * @param {PublishedScene} other
     * @returns {"following"|"refused"} refused: an editor is open here, or it would be a circle
     */
    follow(other) {
      const leader = (other.following && others.get(other.following)) ?? other;
      const { device, scene: id, following: theirs, nav, lib } = leader;
      const source = { device, scene: id };
      const resolved = leader === other ? theirs : null;
      scene.dispatch({ t: "followStart", source, following: resolved, nav, lib });
      return sameScene(scene.local.following, resolved ?? source) ? "following" : "refused";
    },
    /** Whether following `other` would run in a circle. */
    isCircle: (/** @type {PublishedScene} */ other) => sameScene(other.following, self()),
    stop: () => void scene.dispatch({ t: "followStop", reason: "user" }),
  };
}

/**
 * Whether two states show the same thing on top.
 * @param {NavState} a
 * @param {NavState} b
 */
function isSamePlace(a, b) {
  return a.tab === b.tab && same(a.tabs[a.tab].path, b.tabs[b.tab].path)
    && same(a.tabs[a.tab].list, b.tabs[b.tab].list);
}
