import assert from "node:assert/strict";
import { test } from "node:test";
import { followUpdates } from "../../Web/views/updates.js";

/** What a browser has of service workers, with a version in charge, and the page that follows it. */
async function page({ controller = worker("activated"), installing = null } = {}) {
  const container = Object.assign(new EventTarget(), { controller });
  const registration = Object.assign(new EventTarget(), { waiting: null, installing });
  let looks = 0;
  registration.update = async () => {
    looks += 1;
    throw new TypeError("no network");
  };
  let tell;
  const library = { subscribeStatus: (listener) => (tell = listener) };
  container.register = async () => registration;
  const notices = [];
  let reloads = 0;
  const notify = (text, options) => void notices.push({ text, ...options });
  const newVersion = { take: null };
  const context = { library, messages: { t: (key) => key }, notify, newVersion };
  await followUpdates(container, context, () => (reloads += 1));
  return {
    container, notices, newVersion,
    become: (state, isOffline) => tell({ state, isOffline }),
    get looks() {
      return looks;
    },
    get reloads() {
      return reloads;
    },
    /** A new version is ready. */
    ready() {
      const next = (registration.installing = worker("installing"));
      registration.dispatchEvent(new Event("updatefound"));
      next.become("installed");
      return next;
    },
    /** It takes over, whoever asked it to. */
    takeOver(next) {
      next.become("activating");
      container.controller = next;
      container.dispatchEvent(new Event("controllerchange"));
    },
  };
}

function worker(state) {
  return Object.assign(new EventTarget(), {
    state,
    asked: [],
    postMessage(message) {
      this.asked.push(message);
    },
    become(next) {
      this.state = next;
      this.dispatchEvent(new Event("statechange"));
    },
  });
}

test("the page reloads when the new version has taken over that a person asked for", async () => {
  const tab = await page();
  const next = tab.ready();
  assert.deepEqual(tab.notices.map(({ name, stays }) => [name, stays]), [["notice.newVersion", false]]);
  tab.notices[0].act();
  assert.deepEqual(next.asked, ["activate"]);
  assert.equal(tab.reloads, 0);
  tab.takeOver(next);
  assert.equal(tab.reloads, 1);
});

test("whoever lets the notice pass can still take the new version", async () => {
  const tab = await page();
  assert.equal(tab.newVersion.take, null);
  const next = tab.ready();
  tab.newVersion.take();
  assert.deepEqual(next.asked, ["activate"]);
  tab.takeOver(next);
  assert.equal(tab.reloads, 1);
});

test("after another tab has taken the new version, the offer reloads at once, and comes again to stay", async () => {
  const tab = await page();
  const next = tab.ready();
  tab.takeOver(next);
  assert.equal(tab.reloads, 0, "never by itself");
  assert.deepEqual(tab.notices.map(({ stays }) => stays), [false, true]);
  for (const { act } of tab.notices) act();
  assert.equal(tab.reloads, 2);
  assert.deepEqual(next.asked, []);
});

test("a version that was found before anybody listened is offered when it is ready", async () => {
  const installing = worker("installing");
  const tab = await page({ installing });
  assert.deepEqual(tab.notices, []);
  installing.become("installed");
  assert.deepEqual(tab.notices.map(({ name }) => name), ["notice.newVersion"]);
});

test("a server that was away beside an edit that it refused is asked as well", async () => {
  const tab = await page();
  tab.become("problem", true);
  assert.equal(tab.looks, 0);
  tab.become("problem");
  tab.become("problem");
  assert.equal(tab.looks, 1);
});

test("the first version takes over without a word", async () => {
  const tab = await page({ controller: null });
  tab.takeOver(worker("installed"));
  assert.deepEqual([tab.notices, tab.reloads], [[], 0]);
});

test("a server that was away is asked for a new version when it is back, once", async () => {
  const tab = await page();
  for (const state of ["starting", "saved", "saving", "saved"]) tab.become(state);
  assert.equal(tab.looks, 0);
  for (const state of ["offline", "offline", "saving", "saved"]) tab.become(state);
  assert.equal(tab.looks, 1);
});
