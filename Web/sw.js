import { shellFiles, shellVersion } from "./shell-files.js";

/**
 * Keeps the client's files on the device, so that it opens without a network. One version is one
 * cache, filled whole before it is used and never changed: a page runs on files that belong
 * together. A new version waits until the person reloads. A server that packs the modules names the
 * packs in the list instead of them.
 */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const prefix = "dogear-shell-";
/** Answers of the catalogue, for when the server is out of reach; they are the same for everybody. */
const catalogName = "dogear-catalog";
/** Answers kept: the covers of some evenings. The oldest go first. */
const catalogKept = 100;
/** What the server says of itself is no page of the client. */
const serversOwn = new Set(["/healthz", "/readyz", "/metrics"]);
const cacheName = prefix + shellVersion;
/** @type {ReadonlySet<string>} */
const kept = new Set(shellFiles);

worker.addEventListener("install", (event) => {
  shorten(event);
  event.waitUntil(fill());
});
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});
worker.addEventListener("message", (event) => {
  if (event.data === "activate") void worker.skipWaiting();
});

/**
 * Lets the browser take the files of the shell from the cache by itself, where it can: asking this
 * worker for each, and starting it before, costs more than reading it.
 * @param {ExtendableEvent & {addRoutes?: (rules: object[]) => Promise<void>}} event
 */
function shorten(event) {
  if (!event.addRoutes) return;
  const rules = ["script", "style"].map((requestDestination) => ({
    condition: { requestDestination, requestMethod: "get" },
    source: { cacheName },
  }));
  event.waitUntil(event.addRoutes(rules));
}

/**
 * All files or none: a failed download leaves the version before in charge. So does a server that has
 * become another meanwhile, whose files would not belong together.
 */
async function fill() {
  const cache = await caches.open(cacheName);
  await cache.addAll(shellFiles.map((path) => new Request(path, { cache: "no-cache" })));
  const list = await fetch("/shell-files.js", { cache: "no-store" });
  if (!(await list.text()).includes(`"${shellVersion}"`)) throw new Error("another version");
}

/** Takes away the caches of other versions, but for one that is being filled: its turn comes. */
async function takeOver() {
  const isLast = !worker.registration.installing;
  for (const name of await caches.keys()) {
    if (isLast && name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
  }
  await worker.clients.claim();
}

/**
 * The shell for everything that belongs to it, nothing for the rest: the protocol and the
 * library's own routes always go to the server. The feed's pages do first, too.
 * @param {Request} request
 * @returns {Promise<Response>|null}
 */
function answerTo(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return null;
  if (pathname === "/v1/catalog") return fresh(request);
  if (pathname.startsWith("/v1/") || serversOwn.has(pathname)) return null;
  if (pathname === "/tls" || pathname.startsWith("/tls/")) return null;
  if (request.mode === "navigate") return cached("/index.html", request);
  return kept.has(pathname) ? cached(pathname, request) : null;
}

/**
 * @param {string} path
 * @param {Request} request
 */
async function cached(path, request) {
  const cache = await caches.open(cacheName);
  return (await cache.match(path)) ?? fetch(request);
}

/**
 * From the server, or as it answered last where it cannot be reached.
 * @param {Request} request
 */
async function fresh(request) {
  const answer = await fetch(request).catch(() => null);
  // What answers like this is a proxy whose server is away.
  if (!answer || answer.status >= 502) {
    const cache = await caches.open(catalogName);
    return (await cache.match(request)) ?? answer ?? Response.error();
  }
  // A full storage costs the copy, never the answer.
  if (answer.ok) await keep(request, answer.clone()).catch(() => {});
  return answer;
}

/**
 * Keeps an answer in place of the former one, which stays where there is no room for it.
 * @param {Request} request
 * @param {Response} answer
 */
async function keep(request, answer) {
  const cache = await caches.open(catalogName);
  await cache.put(request, answer);
  const all = await cache.keys();
  for (const oldest of all.slice(0, Math.max(0, all.length - catalogKept))) {
    await cache.delete(oldest);
  }
}
