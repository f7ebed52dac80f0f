import { topEditor } from "../navigation/presentation.js";
import * as actions from "./actions.js";
import { placeWords, sendable } from "./place-words.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").Scene} Scene */
/** @typedef {import("../scene/presence.js").PresenceNews} PresenceNews */

/**
 * What a person does with the windows of other devices, and what they are told of it
 * (NAVIGATION §3.7).
 * @param {Context} context
 */
export function createCompany(context) {
  const { scene, presence, messages, notify, announce, devices } = context;
  const { companion, postbox } = presence;
  const { t } = messages;

  /** @param {Scene} other */
  const nameOf = (other) => devices.nameOf(other.device);

  /** Takes back the word that another window has moved: this one goes elsewhere now. */
  let forgetMove = () => {};

  /** @param {Scene} other */
  function continueFrom(other) {
    forgetMove();
    companion.continueFrom(other);
  }

  /** @param {Scene} other */
  function follow(other) {
    if (topEditor(scene.state.present) >= 0) return void notify(t("follow.editor"));
    if (companion.follow(other) === "refused") {
      return void notify(() => t("follow.circle", { device: nameOf(other) }));
    }
    forgetMove();
    closeSending();
    announce(t("follow.banner", { device: devices.nameWithin(other.device) }));
  }

  /** What devices were chosen in has done its work. */
  function closeSending() {
    const top = scene.state.present.at(-1);
    if (top?.dest === "devices" || top?.dest === "sendTo") scene.dispatch(actions.dismiss());
  }

  /** @param {string} device */
  function send(device) {
    const isSent = postbox.send(device, sendable(scene.state, context).link);
    closeSending();
    if (!isSent) notify(t("link.offline"), { name: "link.state" });
  }

  /** @param {PresenceNews} news */
  function hear(news) {
    switch (news.type) {
      case "elsewhere": {
        const { other } = news;
        const place = placeWords(other.nav, context);
        forgetMove = notify(() => t("continue.moved", { device: nameOf(other), place }), {
          action: t("continue.update"), act: () => continueFrom(other), name: "continue.moved",
        });
        return;
      }
      case "ended":
        return void notify(t(`follow.ended.${news.reason}`), { name: "follow.ended" });
      case "link": {
        const { to, state } = news.link;
        notify(() => t(`link.${state}`, { device: devices.nameOf(to) }), { name: "link.state" });
      }
    }
  }

  presence.subscribe(hear);
  return {
    continueFrom,
    follow,
    send,
    stop: companion.stop,
    undo: companion.undo,
    /** Says that this window is where another was, and how to go back. */
    offerUndo() {
      notify(t("notice.undo"), { action: t("undo"), act: companion.undo, name: "continue.undo" });
    },
  };
}

/** @typedef {ReturnType<typeof createCompany>} Company */
