import { h, plainButton } from "../elements/dom.js";
import { icon } from "../elements/icon.js";
import * as actions from "./actions.js";

/** @typedef {import("./context.js").Context} Context */

/** What Dogear promises, each with its symbol. */
const promises = [["devices", "place"], ["cloud", "offline"], ["lock", "yours"]];

/**
 * What Dogear is, over the whole window, and the ways to begin. Nothing opens it by itself: an empty
 * library and the page about Dogear offer it.
 * @param {Context} context
 * @returns {import("./presenter.js").Content}
 */
export function createWelcome({ scene, messages, panels }) {
  const { t } = messages;
  const leave = () => void scene.dispatch(actions.dismiss());

  /**
   * @param {string} name
   * @param {string} symbol
   * @param {() => void} begin
   */
  const way = (name, symbol, begin) =>
    plainButton(
      "button", `cover.onboarding.${name}`,
      () => {
        leave();
        begin();
      },
      icon(symbol), t(`welcome.${name}`),
    );
  const look = plainButton("button primary", "cover.onboarding.close", leave, t("welcome.close"));
  const node = h(
    "div",
    { class: "welcome" },
    h(
      "div",
      { class: "welcome-page" },
      h("h2", null, t("app.name")),
      h("p", { class: "welcome-lead" }, t("app.tagline")),
      h(
        "ul",
        { class: "welcome-promises" },
        promises.map(([symbol, name]) =>
          h(
            "li",
            null,
            icon(symbol),
            h("div", null, h("h3", null, t(`welcome.${name}.title`)), h("p", null, t(`welcome.${name}.text`))),
          )),
      ),
      h(
        "div",
        { class: "welcome-ways" },
        way("import", "import", () => panels.open("import")),
        way("starter", "library", () => panels.open("starter")),
        way("search", "search", () => scene.dispatch(actions.selectTab("search"))),
        look,
      ),
    ),
  );
  return { node, label: t("welcome.label"), focus: () => look.focus() };
}
