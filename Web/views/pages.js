import { createChoice } from "../elements/choice.js";
import { h, plainButton } from "../elements/dom.js";
import * as actions from "./actions.js";
import { createBackButton } from "./back-button.js";
import { createBackupsView } from "./backups-view.js";
import { createColumnButtons } from "./column-buttons.js";
import { createConflictsView } from "./conflicts-view.js";
import { createDevicesView } from "./devices-view.js";
import { createNoticesView } from "./notices-view.js";
import { createProblemsView } from "./problems-view.js";
import { createShortcuts } from "./shortcuts-help.js";
import { createUsageView } from "./usage-view.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../navigation/types.js").Route} Route */
/** @typedef {{node: Node, render?: () => void}} Section */

/**
 * A page of the settings.
 * @param {Context} context
 * @param {Route} route
 * @returns {import("./detail.js").RouteView}
 */
export function createPageView(context, route) {
  const { messages } = context;
  const { t } = messages;
  const name = route.k === "page" ? route.v : route.k;
  const heading = h(
    "h1",
    { class: "page-title", tabindex: -1, id: `page-${name}` },
    t(`page.${name}`),
  );
  const back = createBackButton(context);
  const columns = createColumnButtons(context);
  /** @type {Section[]} */
  const sections = (contents[/** @type {keyof typeof contents} */ (name)] ?? contents.about)(
    context,
  );
  const node = h(
    "section",
    { class: "detail-pane", "aria-labelledby": heading.id, "data-testid": `detail.page.${name}` },
    h(
      "header",
      { class: "pane-header detail-header" },
      columns.sidebar,
      back.node,
      h("div", { class: "bar-tools" }, columns.alone),
    ),
    h(
      "div",
      { class: "detail-scroll" },
      h("div", { class: "page" }, heading, sections.map((section) => section.node)),
    ),
  );
  return {
    node,
    heading,
    show() {},
    render() {
      back.render();
      columns.render();
      for (const section of sections) section.render?.();
    },
  };
}

/**
 * What each page holds.
 * @type {Record<string, (context: Context) => Section[]>}
 */
const contents = {
  notifications: (context) => {
    const conflicts = createConflictsView(context);
    const notices = createNoticesView(context);
    const problems = createProblemsView(context);
    const { t } = context.messages;
    return [
      { ...conflicts, node: h("section", null, h("h2", null, conflicts.title), conflicts.node) },
      { ...notices, node: h("section", null, h("h2", null, notices.title), notices.node) },
      { ...problems, node: h("section", null, h("h2", null, problems.title), problems.node) },
      { node: h("p", { class: "quiet" }, t("page.notifications.note")) },
    ];
  },
  devices: (context) => [createAppearance(context), createDevicesView(context)],
  privacy: (context) => [
    { node: h("p", { class: "prose" }, context.messages.t("privacy.text")) },
    createBackupsView(context),
    createUsageView(context),
  ],
  help: (context) => [createShortcuts(context)],
  feedback: ({ scene, messages: { t } }) => [
    { node: h("p", { class: "prose" }, t("feedback.text")) },
    { node: h("p", { class: "quiet" }, t("feedback.problems")) },
    {
      node: plainButton(
        "button", "feedback.problems", () => scene.dispatch(actions.openLink("/settings/notifications")),
        t("page.notifications"),
      ),
    },
  ],
  about: ({ scene, messages: { t } }) => [
    { node: h("p", { class: "about-line" }, t("app.tagline")) },
    { node: h("p", { class: "prose" }, t("about.text")) },
    {
      node: plainButton(
        "button", "about.welcome", () => scene.dispatch(actions.showWelcome()), t("welcome.label"),
      ),
    },
  ],
};

/**
 * Light or dark, and how close the rows stand.
 * @param {Context} context
 * @returns {Section}
 */
function createAppearance({ messages, preferences }) {
  const { t } = messages;
  const appearance = createChoice({
    label: t("appearance"),
    name: "settings.appearance",
    options: ["system", "light", "dark"].map(
      (value) => ({ value, label: t(`appearance.${value}`) }),
    ),
    change: (value) => preferences.set(
      "appearance",
      /** @type {"system"|"light"|"dark"} */ (value),
    ),
  });
  const density = createChoice({
    label: t("density"),
    name: "settings.density",
    options: ["comfortable", "compact"].map((value) => ({ value, label: t(`density.${value}`) })),
    change: (value) => preferences.set("density", /** @type {"comfortable"|"compact"} */ (value)),
  });
  return {
    node: h(
      "section",
      { class: "settings-section" },
      h("h2", null, t("appearance")),
      appearance.node,
      h("h2", null, t("density")),
      density.node,
    ),
    render() {
      appearance.show(preferences.appearance);
      density.show(preferences.density);
    },
  };
}
