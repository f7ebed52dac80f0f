import english from "./messages/en.js";
import { createMessages } from "./messages/messages.js";
import { pair, session } from "./transport/pairing.js";
import { openLibrary } from "./transport/session.js";
import { applyPreferences } from "./views/appearance.js";
import { sentenceOf } from "./views/deeds.js";
import { suggestedDeviceName } from "./views/device-name.js";
import { createPairView } from "./views/pair-view.js";
import { createPreferences } from "./views/preferences.js";

/**
 * Starts the client: the pairing page at /pair, the library everywhere else. The library opens
 * from this device, while the rest of the client is still being read; the network is never waited
 * for.
 */
const messages = createMessages("en", english);
const preferences = createPreferences(localStorage);
const deviceName = suggestedDeviceName(navigator, screen.width, messages.t);

applyPreferences(preferences, document.documentElement);
try {
  if (location.pathname === "/pair") showPairing();
  else await showLibrary();
} catch (error) {
  document.body.append(messages.t("app.broken", { reason: sentenceOf(error) }));
  throw error;
}

function showPairing() {
  const view = createPairView({
    messages,
    code: codeOf(location.hash),
    suggestedName: deviceName,
    pair,
    isPaired: async () => (await session()) !== null,
    done: () => location.replace("/library"),
  });
  document.body.append(view.node);
  view.focus();
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
  const opening = openLibrary({ deviceName });
  const [{ openScene }, { openPresence }, { openWindow }, { followUpdates }] = await Promise.all([
    import("./scene/scene.js"),
    import("./scene/presence.js"),
    import("./views/window.js"),
    import("./views/updates.js"),
  ]);
  const library = await opening;
  const scene = await openScene({ library, container: document.body });
  const presence = await openPresence({
    scene,
    library,
    nameOf: (number) => messages.t("window.name", { number: String(number) }),
    policy: () => preferences.remoteOpen,
  });
  const { context } = openWindow({
    root: document.body,
    library,
    scene,
    messages,
    preferences,
    presence,
    storage: localStorage,
  });
  requestAnimationFrame(() => presence.publisher.painted());
  addEventListener("storage", ({ key }) => preferences.written(key));
  // Without a worker (plain http, private windows) the client works, but only online.
  if ("serviceWorker" in navigator) {
    followUpdates(navigator.serviceWorker, context, () => location.reload()).catch(() => {});
  }
}
