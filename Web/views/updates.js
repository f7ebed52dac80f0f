/** @typedef {import("./context.js").Context} Context */

/**
 * Registers the service worker and says when a new version lies ready. The page reloads only when
 * the person asks for it, and only once.
 * @param {ServiceWorkerContainer} container
 * @param {Pick<Context, "messages"|"notify">} context
 * @param {() => void} reload
 */
export async function followUpdates(container, { messages, notify }, reload) {
  const { t } = messages;
  const isFirst = container.controller === null;
  const registration = await container.register("/sw.js", {
    type: "module",
    updateViaCache: "none",
  });

  /** @param {ServiceWorker} worker */
  function offer(worker) {
    notify(t("app.newVersion"), {
      action: t("app.reload"),
      act() {
        container.addEventListener("controllerchange", reload, { once: true });
        worker.postMessage("activate");
      },
      name: "notice.newVersion",
    });
  }

  if (registration.waiting && !isFirst) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && container.controller) offer(worker);
    });
  });
}
