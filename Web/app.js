import { addStyle } from "./elements/styles.js";
import english from "./messages/en.js";
import { createMessages } from "./messages/messages.js";
import { storageOf } from "./scene/storages.js";
import { applyPreferences } from "./views/appearance.js";
import { suggestedDeviceName } from "./views/device-name.js";
import { paintMillisecondsMax } from "./views/limits.js";
import { createPreferences } from "./views/preferences.js";
import { createRestLoader } from "./views/rest-loader.js";
import { sentenceOf } from "./views/sentences.js";

/**
 * Starts the client: the pairing page at /pair, the library everywhere else. The library opens
 * from this device, while what the first list needs is still being read; the network is never
 * waited for. Everything else is read once that list stands there.
 */
const restStyle = "/styles/rest.css";
let tail = "";
const messages = createMessages("en", english);
const storage = storageOf(window, "localStorage");
const preferences = createPreferences(storage);
const deviceName = suggestedDeviceName(navigator, screen.width, messages.t);

applyPreferences(preferences, document.documentElement);
void start();

async function start() {
  try {
    if (location.pathname === "/pair") await showPairing();
    else await showLibrary();
  } catch (error) {
    const reason = sentenceOf(error, messages);
    // In place of whatever stands there already, which would not answer.
    document.body.replaceChildren(messages.t("app.broken", { reason }));
    throw error;
  }
}

async function showPairing() {
  // Read with the rest, which the library needs right afterwards: its first list does without it.
  const { createPairView, pair, session, tellApart } = await readRest();
  const view = createPairView({
    messages,
    code: codeOf(location.hash),
    suggestedName: deviceName,
    pair,
    tellApart,
    isPaired: async () => (await session()) !== null,
    done: () => location.replace("/library"),
  });
  document.body.append(view.node);
  view.focus();
  // Another link, pasted into this tab, changes what is behind the # and nothing else.
  addEventListener("hashchange", () => view.take(codeOf(location.hash)));
}

/**
 * Reads what the first list does without, with its words and its styles. By another name when it is read
 * again: a browser may keep to what has failed under the first.
 */
async function readRest() {
  /** @type {Promise<typeof import("./views/rest.js")>} */
  const script = import("./views/rest.js" + tail);
  tail += "?";
  const [parts] = await Promise.all([script, addStyle(restStyle)]);
  messages.learn(parts.words);
  return parts;
}

/**
 * The code behind the # of a pairing link.
 * @param {string} hash
 */
function codeOf(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1); // a stray % is a mistyped code, which the server answers
  }
}

async function showLibrary() {
  const rest = createRestLoader(readRest);
  const stands = createMoment();
  // What is kept is read while the rest of what the first list needs begins to run.
  const { openLibrary } = await import("./transport/session.js");
  const scenes = import("./scene/scene.js").then(({ openScene, recallScene, foreseenScene }) => {
    const recalled = recallScene(window);
    return { openScene, recalled, foreseen: foreseenScene(recalled, window) };
  });
  const [library, { openScene, recalled }, { openPresence }, { openWindow }, { followUpdates }] =
    await Promise.all([
      openLibrary({
        deviceName,
        glimpsing: {
          async begins(glimpse) {
            const [{ foreseen }, views] = await Promise.all([scenes, import("./views/glimpse.js")]);
            return views.isGlimpsed(glimpse, foreseen, messages.language);
          },
          painted: stands.passed,
        },
      }),
      scenes,
      import("./scene/presence.js"),
      import("./views/window.js"),
      import("./views/updates.js"),
    ]);
  const scene = await openScene({ library, container: document.body, recalled });
  const presence = await openPresence({
    scene,
    library,
    nameOf: (number) => messages.t("window.name", { number: String(number) }),
    policy: () => preferences.remoteOpen,
  });
  // What opens with more than a list is shown whole, unless that cannot be had.
  if (isMoreThanList(scene.state)) await rest.load().catch(() => {});
  const context = openWindow({
    root: document.body,
    library,
    scene,
    messages,
    preferences,
    presence,
    storage,
    rest,
  });
  requestAnimationFrame(() => {
    presence.publisher.painted();
    setTimeout(stands.pass, 0); // that frame is on the screen by then
  });
  setTimeout(stands.pass, paintMillisecondsMax);
  addEventListener("storage", ({ key }) => preferences.written(key));
  // Without a worker (plain http, private windows) the client works, but only online.
  if ("serviceWorker" in navigator) {
    followUpdates(navigator.serviceWorker, context, () => location.reload()).catch(() => {});
  }
  await stands.passed;
  await library.whole;
  rest.prepare();
}

/** A moment that others wait for. */
function createMoment() {
  let pass = () => {};
  const passed = new Promise((resolve) => (pass = () => resolve(undefined)));
  return { passed, pass: () => pass() };
}

/**
 * Whether a window opens with anything but a list of the library.
 * @param {import("./navigation/types.js").NavState} state
 */
function isMoreThanList({ tab, tabs, present }) {
  return tab !== "library" || present.length > 0 || tabs[tab].path.some(({ k }) => k !== "list");
}
