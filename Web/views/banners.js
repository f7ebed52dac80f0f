import { createFocusBack } from "../elements/focus-back.js";
import { topDialog } from "../elements/top-dialog.js";
import { h, plainButton, setText, show } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import { parse } from "../navigation/parse.js";
import * as actions from "./actions.js";
import { listTitle } from "./list-title.js";
import { createRemovedBanner } from "./removed-banner.js";
import { clipped } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").Incoming} Incoming */

/**
 * What stays at the lower edge while it lasts: that this device was removed, whom this window follows,
 * and what other devices have sent it to open. They lie over the page, so that nothing moves when they
 * come; while a dialog is open they stand in it, for what is outside can be neither seen nor pressed.
 * @param {Context} context
 * @param {{shell: Element, lost: () => void}} parts `lost` finds another place for the focus
 */
export function createBanners(context, { shell, lost }) {
  const follow = createFollowBanner(context);
  const inbox = createInboxBanner(context, lost);
  const removed = createRemovedBanner(context, render);
  const all = [removed, inbox, follow];
  const node = h("div", { class: "banners" }, all.map((banner) => banner.node));
  // Notices stand above them, and what can be scrolled ends above them.
  new ResizeObserver(() => {
    const space = node.hidden ? 0 : node.offsetHeight + 8;
    node.parentElement?.style.setProperty("--banner-space", `${space}px`);
  }).observe(node);

  function render() {
    for (const banner of all) banner.render();
    show(node, all.some((banner) => !banner.node.hidden));
    const dialog = topDialog();
    if (dialog && node.parentElement !== dialog) dialog.prepend(node);
    if (!dialog && node.previousElementSibling !== shell) shell.after(node);
  }

  return { node, render };
}

/** @param {Context} context */
function createFollowBanner({ scene, presence, company, devices, messages: { t } }) {
  const words = h("span", { class: "banner-words" });
  const stop = button("follow.stop", t("follow.stop"), "primary", () => company.stop());
  const node = h(
    "div",
    { class: "banner", role: "status", "data-testid": "follow.banner", hidden: true },
    icon("devices"), words, stop,
  );
  return {
    node,
    render() {
      const leader = scene.local.following;
      show(node, leader !== null);
      if (!leader) return;
      const device = devices.nameWithin(leader.device);
      const isPaused = presence.companion.isPaused;
      setText(words, isPaused ? t("follow.paused", { device }) : t("follow.banner", { device }));
    },
  };
}

/**
 * @param {Context} context
 * @param {() => void} lost
 */
function createInboxBanner(context, lost) {
  const { scene, devices, announce, messages: { t } } = context;
  const words = h("span", { class: "banner-words", dir: "auto" });
  let id = "";
  const answer = (/** @type {"open"|"dismiss"} */ choice) =>
    void scene.dispatch(actions.answer(id, choice));
  const node = h(
    "div",
    { class: "banner", role: "status", "data-testid": "inbox.banner", hidden: true },
    icon("link"),
    words,
    h(
      "span",
      { class: "banner-choices" },
      button("inbox.dismiss", t("inbox.dismiss"), "", () => answer("dismiss")),
      button("inbox.open", t("inbox.open"), "primary", () => answer("open")),
    ),
  );
  const giveBack = createFocusBack(node, lost);
  return {
    node,
    render() {
      const { inbox } = scene.local;
      const [first] = inbox;
      const had = node.contains(document.activeElement);
      show(node, first !== undefined);
      if (had && node.hidden) giveBack();
      const isNew = first !== undefined && first.id !== id;
      id = first?.id ?? "";
      if (!first) return;
      const sent = t("inbox.banner", {
        device: devices.nameOf(first.from), what: linkWords(first, context),
      });
      const more = inbox.length > 1 ? t("more.count", { count: inbox.length - 1 }) : "";
      setText(words, more ? `${sent} (${more})` : sent);
      // What was hidden a moment ago is not read out by itself.
      if (isNew) announce(sent);
    },
  };
}

/**
 * What a link leads to, in words.
 * @param {Incoming} incoming
 * @param {Context} context
 */
function linkWords({ link }, context) {
  const { t } = context.messages;
  const destination = parse(link);
  if ("error" in destination) return t("inbox.something");
  if (destination.level === "tab") return t(`tab.${destination.tab}`);
  const top = destination.path[destination.path.length - 1];
  const title = top && "id" in top ? context.books.index.get(top.id)?.fields.title : undefined;
  if (title) return t("quoted", { title: clipped(title) });
  if (top && top.k !== "list") return t("inbox.something");
  const list = top?.k === "list" ? top.list : destination.list;
  return list ? listTitle(list, context) : t(`tab.${destination.tab}`);
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} look
 * @param {() => void} act
 */
function button(name, label, look, act) {
  return plainButton(`button small ${look}`.trim(), name, act, label);
}
