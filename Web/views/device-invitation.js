import { h, plainButton, setText, show } from "../elements/dom.js";
import { createQrCode } from "../elements/qr-code.js";
import { sentenceOf } from "./sentences.js";
import { invitationLookMilliseconds } from "./limits.js";
import { requestJson } from "./request.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {{code: string, link: string, expires: number,
 *   qr?: {size: number, rows: string[]}}} Invitation */

/**
 * Adds a device: a code that works once and soon, to be scanned, opened or typed there. It goes away as
 * soon as the device is there, or it can be used no more.
 * @param {Context} context
 */
export function createDeviceInvitation({ announce, devices, messages, notify, now }) {
  const { t } = messages;
  const add = plainButton("button", "devices.add", ask, t("devices.add"));
  const picture = h("div", { class: "invitation-picture" });
  const code = h("output", { class: "invitation-code", "data-testid": "devices.code" });
  const link = h("a", { class: "invitation-link", "data-testid": "devices.link" });
  const reader = h("p", { class: "quiet", "data-testid": "devices.koreader" });
  const until = h("p", { class: "quiet" });
  const card = h(
    "div",
    { class: "invitation", "data-testid": "devices.invitation", hidden: true },
    picture,
    h(
      "div",
      { class: "invitation-words" },
      h("p", null, t("devices.add.scan")),
      link,
      h("p", null, t("devices.add.type")),
      code,
      reader,
      until,
      plainButton("button small", "devices.addDone", done, t("done")),
    ),
  );
  const node = h(
    "section",
    { class: "settings-section" },
    h("h2", null, t("devices.add")),
    h("p", { class: "quiet" }, t("devices.add.text")),
    add,
    card,
  );
  let timer = 0;
  /** @type {ReadonlySet<string>} */
  let known = new Set();

  async function ask() {
    try {
      await devices.load();
      known = ids();
      const answer = await requestJson("/v1/pairings", messages, { method: "POST" });
      offer(/** @type {Invitation} */ (answer));
    } catch (error) {
      notify(sentenceOf(error, messages));
    }
  }

  /** @param {Invitation} invitation */
  function offer(invitation) {
    picture.replaceChildren(
      ...(invitation.qr ? [createQrCode(invitation.qr, t("devices.add.picture"))] : []),
    );
    setText(code, invitation.code);
    link.href = invitation.link;
    setText(link, new URL("/pair", invitation.link).href);
    setText(reader, t("devices.add.koreader", { address: new URL("/koreader", invitation.link).href }));
    setText(until, t("devices.add.until", { moment: messages.moment(invitation.expires) }));
    show(card, true);
    if (document.activeElement === add) link.focus();
    show(add, false);
    card.scrollIntoView({ block: "nearest" });
    announce(t("devices.add.ready"));
    clearInterval(timer);
    timer = window.setInterval(() => void look(invitation), invitationLookMilliseconds);
  }

  /**
   * Whether somebody came, or the code is too old.
   * @param {Invitation} invitation
   */
  async function look({ expires }) {
    if (!node.isConnected) return done();
    if (now() > expires) {
      done();
      notify(t("devices.add.expired"));
      return;
    }
    await devices.load();
    const come = [...ids()].find((id) => !known.has(id));
    if (come === undefined || card.hidden) return;
    done();
    notify(t("devices.add.came", { device: devices.nameOf(come) }));
  }

  function done() {
    clearInterval(timer);
    show(add, true);
    if (card.contains(document.activeElement)) add.focus();
    // Nobody reads it later from a page that is left open.
    picture.replaceChildren();
    setText(code, "");
    link.removeAttribute("href");
    show(card, false);
  }

  function ids() {
    return new Set((devices.others ?? []).map(({ id }) => id));
  }

  return { node };
}
