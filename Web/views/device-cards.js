import { h, plainButton, setChildren, setText, show } from "../elements/dom.js";
import { createDeviceCard } from "./device-card.js";
import { agoMilliseconds } from "./limits.js";
import { outOfReach } from "./sync-state.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").Scene} Scene */

/**
 * The other devices with their windows: those heard of in the last two weeks, and below them, folded
 * away, the older ones (NAVIGATION §3.8). While they are on screen the server tells how they move.
 * @param {Context} context
 * @param {{isManaged: boolean}} options whether they can be renamed and removed here, and the older
 *   ones are shown
 */
export function createDeviceCards(context, { isManaged }) {
  const { devices, library, messages, presence } = context;
  const { companion } = presence;
  const { t } = messages;
  /** @type {Map<string, ReturnType<typeof createDeviceCard>>} */
  const cards = new Map();
  const recent = h("ul", { class: "devices", "data-testid": "devices.recent" });
  const old = h("ul", { class: "devices", "data-testid": "devices.older" });
  const older = h("details", { class: "devices-older" }, h("summary", null, t("devices.older")), old);
  const note = h("p", { class: "quiet" });
  const own = h("p", { class: "quiet", dir: "auto" });
  const undo = h(
    "div",
    { class: "notice" },
    h("p", null, t("notice.undo")),
    plainButton("button small", "devices.undo", () => context.company.undo(), t("continue.undo")),
  );

  /** @param {string} id */
  function cardOf(id) {
    const card = cards.get(id) ?? createDeviceCard(context, { id, isManaged });
    cards.set(id, card);
    return card;
  }

  function render() {
    const windows = companion.windows.filter((other) => presence.standing(other) !== "gone");
    const listed = devices.others ?? [];
    const ids = new Set([...windows.map(({ device }) => device), ...listed.map(({ id }) => id)]);
    const known = new Map(listed.map((device) => [device.id, device]));
    /** @type {Node[][]} */
    const [young, aged] = [[], []];
    for (const id of ids) {
      const own = windows.filter(({ device }) => device === id);
      const seen = known.get(id)?.seen ?? null;
      const last = Math.max(seen ?? 0, ...own.map((other) => other.seen));
      const standing = presence.standing({ seen: last });
      const isOld = standing === "older" || (standing === "gone" && last > 0);
      const shown = isOld ? own : own.filter((other) => presence.standing(other) !== "older");
      if (!isManaged && (isOld || (shown.length === 0 && id === library.device?.id))) continue;
      const card = cardOf(id);
      card.render(shown, seen);
      (isOld ? aged : young).push(card.node);
    }
    for (const id of [...cards.keys()]) if (!ids.has(id)) cards.delete(id);
    setChildren(recent, young);
    setChildren(old, aged);
    show(older, aged.length > 0);
    show(undo, companion.canUndo());
    show(note, !presence.isOnline || young.length === 0);
    const isNothing = young.length + aged.length === 0;
    setText(note, presence.isOnline ? t("devices.none") : offlineWords(isNothing));
    // The page of the devices names this one above; elsewhere it is what there is to say.
    const { device } = library;
    const isSaid = !isManaged && !presence.isOnline && isNothing && device;
    const name = isSaid ? (library.deviceName(device.id) ?? device.name) : undefined;
    show(own, name !== undefined);
    setText(own, name === undefined ? "" : t("sync.device", { name }));
  }

  /** @param {boolean} isNothing whether there is nothing to show */
  function offlineWords(isNothing) {
    const { asOf } = devices;
    if (isNothing || asOf === null) return outOfReach(isNothing ? "devices.unknown" : "devices.offline", context);
    return outOfReach("devices.offlineAsOf", context, { moment: messages.moment(asOf) });
  }

  return { node: h("div", { class: "device-cards" }, undo, note, own, recent, older), render };
}

/**
 * Has the server tell of other windows while a node is in the page and can be seen, and draws anew
 * as time passes: who was here is here no more.
 * @param {Context} context
 * @param {Element} node
 * @param {() => void} render
 */
export function watchWhileShown({ scene, library, presence, devices }, node, render) {
  /** @type {(() => void)|null} */
  let unwatch = null;
  // Whoever looks on while the server comes back has asked it in vain, or before others changed.
  const line = {
    heard() {},
    connected: (/** @type {string|null} */ session) => void (session !== null && devices.load()),
  };
  let timer = 0;
  let isInView = false;
  let wasThere = false;

  function look() {
    if (wasThere && !node.isConnected) ignore();
    wasThere = node.isConnected;
    // A page of another tab still has its place, though nobody sees it.
    const isShown = isInView && getComputedStyle(node).visibility !== "hidden";
    if (isShown === (unwatch !== null)) return;
    if (isShown) {
      const unwatchWindows = presence.companion.watch();
      const unwatchLine = library.line.subscribe(line);
      unwatch = () => {
        unwatchWindows();
        unwatchLine();
      };
      timer = window.setInterval(render, agoMilliseconds);
    } else {
      clearInterval(timer);
      unwatch?.();
      unwatch = null;
    }
  }

  const ignore = scene.subscribe(() => requestAnimationFrame(look));
  new IntersectionObserver((entries) => {
    isInView = entries[entries.length - 1].isIntersecting;
    look();
    if (!node.isConnected) ignore();
  }).observe(node);
}
