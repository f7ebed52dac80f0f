import { leaving, opened, standOnTop, topDialog } from "../elements/top-dialog.js";
import { createCatalog } from "../catalog/catalog.js";
import { createSkipped } from "../catalog/skipped.js";
import { createToasts } from "../elements/toast.js";
import { h } from "../elements/dom.js";
import { followTyping } from "../elements/growing.js";
import { followPrinting } from "../elements/printing.js";
import { KEY_RANDOM_END } from "../library/fractional-key.js";
import { createUsage } from "../scene/usage.js";
import { createAttempts } from "./attempts.js";
import { createBanners } from "./banners.js";
import { createBooks } from "./books.js";
import { createCommands } from "./commands.js";
import { createCompany } from "./company.js";
import { createCoverFlight } from "./cover-flight.js";
import { createDeeds } from "./deeds.js";
import { createDeviceDirectory } from "./device-directory.js";
import { createDrafts } from "./drafts.js";
import { holdInput } from "./holding.js";
import { createKeyboard } from "./keyboard.js";
import { prefersStillness } from "./layers.js";
import { spokenMilliseconds } from "./limits.js";
import { calendarDay, newId, randomBelow } from "./new-id.js";
import { createOutcomes } from "./outcomes.js";
import { createPanels } from "./panels.js";
import { createPresenter } from "./presenter.js";
import { requestJson } from "./request.js";
import { faultWords } from "./sentences.js";
import { createShell } from "./shell.js";
import { dropStrayKeys } from "./stray-keys.js";
import { audibleState, syncWords } from "./sync-state.js";
import { createUsageSending } from "./usage-sending.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Library} Library */
/** @typedef {import("./context.js").Scene} Scene */
/** @typedef {import("../navigation/types.js").Output} Output */

/**
 * Puts the whole client into `root` and keeps it in step: with the scene at once, with the library
 * once per frame.
 * @param {{
 *   root: HTMLElement,
 *   library: Library,
 *   scene: Scene,
 *   messages: import("../messages/messages.js").Messages,
 *   preferences: import("./preferences.js").Preferences,
 *   presence: import("../scene/presence.js").Presence,
 *   storage: import("../scene/storages.js").PageStorage,
 *   rest: import("./rest-loader.js").RestLoader,
 * }} parts
 */
export function openWindow({
  root, library, scene, messages, preferences, presence, storage, rest,
}) {
  const toasts = createToasts(root, () => shell.keepFocus(true));
  const { notify } = toasts;
  const announce = createSpoken(root);
  const books = createBooks(library, messages.language);
  // This device's own clock may be years off: what is dated or compared goes by this one.
  const now = () => presence.serverNow;
  const makeId = () => newId(now(), (count) => crypto.getRandomValues(new Uint8Array(count)));
  const today = () => calendarDay(new Date(now()));
  const random = () => randomBelow(KEY_RANDOM_END);
  const usage = createUsage({ storage, now: Date.now });
  const devices = createDeviceDirectory({
    library, messages, now, storage, changed: () => renderSoon(),
  });
  /** @type {Context} */
  const context = {
    scene,
    library,
    books,
    messages,
    preferences,
    presence,
    devices,
    get company() {
      return company;
    },
    get commands() {
      return commands;
    },
    usage,
    usageSending: createUsageSending({ messages, preferences, usage }),
    drafts: createDrafts(storage),
    deeds: createDeeds({
      library, messages, books, notify, newId: makeId, now, today, random,
    }),
    catalog: createCatalog({ ask: (path) => requestJson(path, messages) }),
    attempts: createAttempts(scene),
    skipped: createSkipped(storage),
    notify,
    announce,
    newVersion: { take: null },
    selecting: { current: null },
    panels: createPanels({ messages, notify, rest, scene, make: (parts) => ({
      conflicts: () => parts.createConflictsView(context),
      notices: () => parts.createNoticesView(context),
      problems: () => parts.createProblemsView(context),
      stats: () => parts.createStatsView(context),
      trash: () => parts.createTrashView(context),
      history: (id) => parts.createHistoryView(context, id),
      progress: (id) => parts.createProgressView(context, id),
      join: (ids) => parts.createJoinView(context, ids),
      same: (id) => parts.createSameView(context, id),
      twins: () => parts.createTwinsView(context),
      loan: (about) => parts.createLoanView(context, about),
      loans: () => parts.createLoansView(context),
      import: () => parts.createImportView(context),
      isbns: (text) => parts.createIsbnView(context, text),
      scan: () => parts.createIsbnView(context, "", true),
      starter: () => parts.createStarterView(context),
      sync: () => parts.createSyncPanel(context),
      help: () => parts.createShortcuts(context),
    }) }),
    rest,
    newId: makeId,
    today,
    now,
  };
  const company = createCompany(context);
  const shell = createShell(context);
  const commands = createCommands(context, { shell });
  const banners = createBanners(context, { shell: shell.node, lost: () => shell.keepFocus(true) });
  const presenter = createPresenter(context);
  const perform = createOutcomes(context, { shell });
  const flight = createCoverFlight({ document, isStill: prefersStillness });
  const keyboard = createKeyboard(context, {
    shell,
    isModal: () => topDialog() !== null,
  });
  holdInput(window, library);
  followTyping();
  followPrinting((count) => messages.t("print.rest", { count }));
  root.prepend(shell.node);
  dropStrayKeys(window);
  addEventListener("keydown", keyboard.going, true);
  addEventListener("keydown", keyboard.pressed);
  root.addEventListener("click", ({ target }) => flight.begin(target), { capture: true });

  let news = emptyNews();
  /** @type {Output[]} */
  let asked = [];
  let frame = 0;
  let isFlushing = false;
  let isShown = false;
  let isKeeping = false;

  function render() {
    cancelAnimationFrame(frame);
    frame = 0;
    if (isShown && library.glimpse) return;
    isShown = true;
    const pass = news;
    news = emptyNews();
    shell.render(pass);
    presenter.render();
    context.panels.render();
    banners.render();
    toasts.render();
    shell.keepFocus();
    flight.land(shell.topKey(), shell.top()?.node.querySelector(".book-cover") ?? null);
  }

  function renderSoon() {
    frame ||= requestAnimationFrame(render);
  }

  /** After whatever made the scene move has told everybody: draw, then do what was asked. */
  function flush() {
    isFlushing = false;
    if (library.glimpse) return; // what is asked now is done when it can be
    const outputs = asked;
    asked = [];
    // A draft that was given up is gone before its editor closes, which else would offer it again.
    const isGivenUp = (/** @type {Output} */ [kind]) => kind === "discard";
    perform(outputs.filter(isGivenUp));
    render();
    perform(outputs.filter((output) => !isGivenUp(output)));
  }

  function flushSoon() {
    if (isFlushing) return;
    isFlushing = true;
    queueMicrotask(flush);
  }

  // How many columns fit is asked of the width at each drawing; the state does not know it.
  new ResizeObserver(renderSoon).observe(root);
  scene.subscribe(({ outputs, isDrawn }) => {
    context.usage.count(outputs);
    asked.push(...outputs);
    news.isDrawn ||= isDrawn;
    flushSoon();
  });
  library.subscribe(({ keys, remote }) => {
    books.apply(keys);
    for (const key of keys ?? []) {
      news.touched.add(key.slice(key.indexOf("/") + 1));
      if (remote) news.changed.add(key);
    }
    news.own ||= !remote;
    news.isNews = true;
    if (asked.length > 0) flushSoon();
    else renderSoon();
  });
  const tell = createStatusNotices(context);
  tell(library.status());
  library.subscribeStatus((status) => {
    tell(status);
    renderSoon();
  });
  preferences.subscribe(render);
  function came() {
    const { parts } = rest;
    const again = { action: messages.t("retry"), act: rest.again, name: "notice.rest" };
    if (rest.isMissing) notify(messages.t("rest.failed"), again);
    if (parts && !isKeeping) {
      parts.keepGlimpse(context, shell.library);
      parts.refuseStrayFiles(window);
      isKeeping = true;
      parts.followRoom(window);
      void library.whole.then(() => parts.sendLeftTexts(context));
    }
    parts?.openPictures(context);
    render();
  }
  rest.subscribe(came);
  // Who comes back from another device, or window, may have renamed one.
  const look = () => document.hidden || library.names.look();
  document.addEventListener("visibilitychange", look);
  window.addEventListener("focus", look);
  window.addEventListener("pagehide", () => context.usageSending.left());
  presence.subscribe(renderSoon);
  context.usage.count(scene.opening);
  render();
  perform(scene.opening);
  // What opens with more than a list has tried to read it before there was a window.
  if (rest.parts || rest.isMissing) came();
  return context;
}

/**
 * What a person hears of the sync once, and what for as long as it lasts.
 * @param {Pick<Context, "announce"|"messages"|"notify">} context
 */
function createStatusNotices({ announce, messages, notify }) {
  const { t } = messages;
  let told = "";
  let spoken = "saved";
  /** @type {(() => void)|null} */
  let takeForeign = null;
  const reload = { action: t("app.reload"), act: () => location.reload() };
  return (/** @type {import("./context.js").Status} */ status) => {
    const { notice, isForeign } = status;
    const now = audibleState(status);
    if (now !== "" && now !== spoken) announce(syncWords(status, messages));
    spoken = now || spoken;
    const words = notice ? faultWords(notice, messages) : "";
    if (words !== "" && words !== told) notify((told = words));
    if (isForeign) {
      takeForeign ??= notify(t("sync.foreign"), { ...reload, name: "notice.foreign", stays: true });
    } else {
      takeForeign?.();
      takeForeign = null;
    }
  };
}

/**
 * What is said and not shown.
 * @param {HTMLElement} root
 * @returns {Context["announce"]}
 */
function createSpoken(root) {
  const node = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  const rise = standOnTop(node, root);
  let timer = 0;
  // It comes along, and who reads on from there by themselves would find words about what they have left.
  for (const event of [opened, leaving]) root.addEventListener(event, () => (node.textContent = ""));
  return (text) => {
    // Read out is what changes in a region, neither what it comes with nor what it says already.
    node.textContent = "";
    rise();
    clearTimeout(timer);
    timer = window.setTimeout(() => (node.textContent = text), spokenMilliseconds);
  };
}

/** What has changed since the last drawing: none yet. */
function emptyNews() {
  /** @type {Set<string>} */
  const changed = new Set();
  /** @type {Set<string>} */
  const touched = new Set();
  return { changed, touched, own: false, isNews: false, isDrawn: false };
}
