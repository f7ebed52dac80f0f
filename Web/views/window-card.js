import { h, plainButton, setAttribute, setText, show } from "../elements/dom.js";
import { sameScene } from "../navigation/local-scene.js";
import { placeWords } from "./place-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").Scene} Scene */

/**
 * Another window: what it is called where its device has several, how it is laid out, where it is
 * and since when nothing was heard of it; what can be done with it. Continue takes over exactly what
 * the card shows.
 * @param {Context} context
 * @param {Scene} first
 */
export function createWindowCard(context, first) {
  const { presence, company, devices, messages } = context;
  const { companion } = presence;
  const { t } = messages;
  let shown = first;
  const name = h("span", { class: "window-name", dir: "auto" });
  const place = h("p", { class: "window-place", dir: "auto" });
  const facts = h("p", { class: "quiet window-facts" });
  const resume = button("continue", t("devices.continue"), () => company.continueFrom(shown));
  const follow = button("follow", t("devices.follow"), () =>
    isFollowed() ? company.stop() : company.follow(shown));
  const node = h(
    "li",
    { class: "window-card", "data-testid": `scene.${first.scene}` },
    h("div", { class: "window-words" }, name, place, facts),
    h("div", { class: "window-deeds" }, resume, follow),
  );

  const isFollowed = () => sameScene(companion.leader, shown);

  /**
   * @param {Scene} other
   * @param {{isOne: boolean}} among whether its device has no other window
   */
  function render(other, { isOne }) {
    shown = other;
    const { device, layout, nav, following } = other;
    const standing = presence.standing(other);
    const isLive = standing === "live" && presence.isOnline;
    const where = placeWords(nav, context);
    show(name, !isOne && other.name !== "");
    setText(name, other.name);
    setText(place, where);
    setText(facts, [
      t(`devices.layout.${layout}`),
      isLive ? t("devices.now") : messages.ago(other.seen, presence.serverNow),
      followingWords(),
    ].filter(Boolean).join(" · "));
    setAttribute(node, "data-standing", standing);
    const isCircle = companion.isCircle(other);
    show(resume, following === null);
    show(follow, isFollowed() || (isLive && !isCircle));
    setText(follow, t(isFollowed() ? "devices.unfollow" : "devices.follow"));
    const from = [devices.nameWithin(device), isOne ? "" : other.name, where].filter(Boolean);
    setAttribute(resume, "aria-label", t("devices.continueFrom", { what: messages.list(from) }));
    setAttribute(follow, "aria-label", isFollowed()
      ? t("devices.unfollow")
      : t("devices.followThat", { what: messages.list(from.slice(0, -1)) }));
  }

  function followingWords() {
    if (companion.isCircle(shown)) return t("devices.followsThis");
    if (shown.following === null) return "";
    return t("devices.follows", { device: devices.nameWithin(shown.following.device) });
  }

  return { node, render };
}

/**
 * @param {string} name
 * @param {string} label
 * @param {() => void} act
 */
function button(name, label, act) {
  return plainButton("button small", `scene.${name}`, act, label);
}
