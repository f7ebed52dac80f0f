/** @typedef {import("./context.js").Context} Context */

/**
 * Registers the service worker and says when a new version lies ready, or has come by another tab:
 * from then on this one runs on files that nobody keeps. The page reloads only when the person asks
 * for it: whoever has let the notice pass finds the same under the word for the sync state.
 * @param {ServiceWorkerContainer} container
 * @param {Pick<Context, "library"|"messages"|"notify"|"newVersion">} context
 * @param {() => void} reload
 */
export async function followUpdates(container, { library, messages, notify, newVersion }, reload) {
  const { t } = messages;
  const isFirst = container.controller === null;
  let isKnown = !isFirst;
  let isAsked = false;
  container.addEventListener("controllerchange", () => {
    if (isAsked) return reload();
    if (isKnown && container.controller) offer(container.controller, true);
    isKnown = true;
  });
  const registration = await container.register("/sw.js", {
    type: "module",
    updateViaCache: "none",
  });

  /**
   * @param {ServiceWorker} worker
   * @param {boolean} [stays]
   */
  function offer(worker, stays = false) {
    newVersion.take = () => {
      if (worker.state === "activating" || worker.state === "activated") return reload();
      isAsked = true;
      worker.postMessage("activate");
    };
    const options = { action: t("app.reload"), act: newVersion.take, name: "notice.newVersion", stays };
    notify(t("app.newVersion"), options);
  }

  /** Offers the version that is being installed, once it is. */
  function expect() {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && container.controller) offer(worker);
    });
  }

  if (registration.waiting && !isFirst) offer(registration.waiting);
  // The browser may have found it before anybody listened.
  expect();
  registration.addEventListener("updatefound", expect);

  // A server that was away may have come back as another version; browsers look only at a page's start.
  let wasAway = false;
  library.subscribeStatus(({ state, isOffline = state === "offline" }) => {
    if (wasAway && !isOffline) registration.update().catch(() => {});
    wasAway = isOffline;
  });
}
