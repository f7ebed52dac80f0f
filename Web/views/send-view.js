import { h, plainButton, setAttribute, setChildren, setText, show } from "../elements/dom.js";
import * as actions from "./actions.js";
import { watchWhileShown } from "./device-cards.js";
import { isEReader } from "./device-directory.js";
import { iconButton } from "./icon-button.js";
import { placeWords, sendable } from "./place-words.js";
import { outOfReach } from "./sync-state.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {{id: string, words: string}} Target */

/**
 * The other devices, each a button that opens there what is open here (NAVIGATION §3.7). Who has not
 * been heard of for two weeks would not see it in time.
 * @param {Context} context
 */
export function createSendView(context) {
  const { scene, messages, presence, devices, company } = context;
  const { t } = messages;
  const close = iconButton("close", t("close"), "sheet.sendTo.close", () =>
    scene.dispatch(actions.dismiss()));
  const what = h("p", { class: "quiet send-what", dir: "auto" });
  const note = h("p", { class: "send-note" });
  const list = h("ul", { class: "send-devices" });
  const add = plainButton(
    "button", "sheet.sendTo.add", () => scene.dispatch(actions.openLink("/settings/devices")),
    t("devices.add"),
  );
  const node = h(
    "div",
    { class: "panel send-panel" },
    h("header", { class: "sheet-header" }, h("h2", null, t("send.title")), close),
    h("div", { class: "sheet-scroll" }, what, note, list, add),
  );
  /** @type {Map<string, {node: HTMLElement, button: HTMLElement, name: Node, facts: Node}>} */
  const lines = new Map();

  /** @param {string} id */
  function lineOf(id) {
    const known = lines.get(id);
    if (known) return known;
    const name = h("span", { class: "send-name", dir: "auto" });
    const facts = h("span", { class: "quiet send-facts", dir: "auto" });
    const button = plainButton("send-device", `sheet.sendTo.${id}`, () => company.send(id), name, facts);
    const made = { node: h("li", null, button), button, name, facts };
    lines.set(id, made);
    return made;
  }

  function render() {
    const targets = targetsOf(context);
    setText(what, t("send.what", { what: sendable(scene.state, context).words }));
    setChildren(list, targets.map(({ id, words }) => {
      const { node: line, button, name, facts } = lineOf(id);
      setText(name, devices.nameOf(id));
      setText(facts, words);
      setAttribute(button, "disabled", !presence.isOnline);
      return line;
    }));
    const isNone = targets.length === 0 && devices.others !== null;
    show(list, targets.length > 0);
    show(add, isNone);
    show(note, isNone || !presence.isOnline);
    setText(note, presence.isOnline ? t("send.none") : outOfReach("send.offline", context));
  }

  watchWhileShown(context, node, render);
  return {
    node,
    label: t("send.title"),
    focus: () => /** @type {HTMLElement} */ (list.querySelector("button:enabled") ?? close).focus(),
    render,
  };
}

/**
 * The devices that may get something, and in words where each is or when it was last heard of.
 * @param {Context} context
 * @returns {Target[]}
 */
function targetsOf(context) {
  const { devices, library, messages, presence } = context;
  const windows = presence.companion.windows.filter((other) => presence.standing(other) !== "gone");
  const listed = new Map((devices.others ?? []).map(({ id, seen }) => [id, seen]));
  const ids = new Set([...windows.map(({ device }) => device), ...listed.keys()]);
  ids.delete(library.device?.id ?? "");
  return [...ids].filter((id) => !isEReader(id)).flatMap((id) => {
    const own = windows.filter(({ device }) => device === id).sort((a, b) => b.seen - a.seen);
    const seen = Math.max(listed.get(id) ?? 0, ...own.map((other) => other.seen));
    const standing = presence.standing({ seen });
    if (seen > 0 && (standing === "older" || standing === "gone")) return [];
    if (own.length > 0) return [{ id, words: placeWords(own[0].nav, context) }];
    const { t } = messages;
    return [{ id, words: seen === 0 ? t("devices.never") : t("devices.seen", { moment: messages.moment(seen) }) }];
  });
}
