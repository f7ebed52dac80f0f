import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeBrowser, quiet, until } from "./support/fake-browser.mjs";

/** Two tabs of one browser; `said` is what the server hears of windows, `answer` what it answers. */
async function twoTabs(answer = () => null) {
  const browser = new FakeBrowser();
  const said = [];
  browser.server.heardOfWindow = (message, send) => {
    said.push(message);
    const reply = answer(message);
    if (reply) send(reply);
  };
  const tabs = [];
  for (let count = 0; count < 2; count += 1) {
    const tab = await browser.open();
    tab.heard = [];
    tab.sessions = [];
    tab.library.line.subscribe({
      heard: (message) => tab.heard.push(message),
      connected: (session) => tab.sessions.push(session),
    });
    tabs.push(tab);
    await until(() => tab.library.line.session !== null);
  }
  return { browser, said, leader: tabs[0], follower: tabs[1] };
}

const attach = (scene) => ({ t: "scene.attach", scene, name: "" });
const detach = (scene) => ({ t: "scene.detach", scene, private: false });
const watching = (said) => said.filter(({ t }) => t === "scenes.watch").map(({ on }) => on);

test("every tab talks over the leader's connection, and knows it by one name", async () => {
  const { browser, said, leader, follower } = await twoTabs();
  assert.equal(leader.library.line.say(attach("one")), true);
  assert.equal(follower.library.line.say(attach("two")), true);
  await until(() => said.length === 2);
  assert.deepEqual(said.map(({ scene }) => scene).sort(), ["one", "two"]);
  assert.equal(leader.library.line.session, follower.library.line.session);
  assert.equal(browser.server.connections.size, 1);
});

test("what the server says of windows every tab hears", async () => {
  const reply = { t: "scene.attached", scene: "two", epoch: 1, rev: 0, nav: null };
  const { leader, follower } = await twoTabs(() => reply);
  follower.library.line.say(attach("two"));
  await until(() => leader.heard.length === 1 && follower.heard.length === 1);
  assert.deepEqual(follower.heard, [reply]);
});

test("a new connection is another session for every tab, and between the two there is none", async () => {
  const { browser, leader, follower } = await twoTabs();
  const former = leader.library.line.session;
  browser.setOnline(false);
  await until(() => leader.library.line.session === null && follower.library.line.session === null);
  assert.equal(follower.library.line.say(attach("two")), false);
  browser.setOnline(true);
  leader.network(true);
  await until(() => follower.library.line.session !== null);
  assert.notEqual(leader.library.line.session, former);
  assert.equal(leader.library.line.session, follower.library.line.session);
});

test("when the leader dies the tabs left have a session again, over the next one's connection", async () => {
  const { browser, said, leader, follower } = await twoTabs();
  const third = await browser.open();
  await until(() => third.library.line.session !== null);
  const former = follower.library.line.session;
  leader.kill();
  await until(() => ![null, former].includes(follower.library.line.session));
  await until(() => third.library.line.session === follower.library.line.session);
  third.library.line.say(attach("three"));
  await until(() => said.length === 1);
  assert.ok(follower.sessions.includes(null), "it was told that the connection had gone");
});

test("what was said over a connection that is gone is not said over the next one", async () => {
  const { browser, said, leader, follower } = await twoTabs();
  const former = leader.library.line.session;
  browser.setOnline(false);
  // The follower has not heard of it yet.
  assert.equal(follower.library.line.say(attach("two")), true);
  await until(() => leader.library.line.session === null);
  browser.setOnline(true);
  leader.network(true);
  await until(() => follower.library.line.session !== null && browser.server.connections.size === 1);
  const late = { type: "say", tab: "slow", session: former, message: attach("three") };
  browser.channel("dogear").postMessage({ v: 2, ...late });
  await quiet();
  assert.deepEqual(said, []);
});

test("the server is told to stop telling of windows only when no tab wants to hear any more", async () => {
  const { said, leader, follower } = await twoTabs();
  for (const [tab, on] of [[leader, true], [follower, true], [leader, false], [follower, false]]) {
    tab.library.line.say({ t: "scenes.watch", on });
    await quiet();
  }
  assert.deepEqual(watching(said), [true, true, false]);
});

test("a page that leaves says that its window is closed", async () => {
  const { said, follower } = await twoTabs();
  follower.library.line.say(detach("two"));
  follower.kill();
  await until(() => said.length === 1);
  assert.deepEqual(said, [detach("two")]);
});

test("a window whose tab is gone without a word is closed for it, once, however often the tab had slept", async () => {
  const { browser, said, leader, follower } = await twoTabs();
  leader.library.line.say(attach("one"));
  follower.library.line.say(attach("two"));
  await until(() => said.length === 2);
  follower.freeze();
  follower.thaw();
  await until(() => follower.library.line.session !== null);
  await quiet();
  follower.library.line.say(attach("two"));
  browser.setOnline(false);
  await until(() => follower.library.line.session === null);
  browser.setOnline(true);
  leader.network(true);
  await until(() => follower.library.line.session !== null);
  leader.library.line.say(attach("one"));
  follower.library.line.say(attach("two"));
  await quiet();
  assert.equal(said.filter(({ t }) => t === "scene.detach").length, 0, "one that sleeps may come back");
  follower.kill();
  await quiet();
  assert.deepEqual(said.filter(({ t }) => t === "scene.detach"), [detach("two")]);
});

test("a window that has said that it is closed, or that another page shows by now, is not closed for its tab", async () => {
  const { browser, said, follower } = await twoTabs();
  const third = await browser.open();
  await until(() => third.library.line.session !== null);
  follower.library.line.say(attach("two"));
  third.library.line.say(attach("three"));
  third.library.line.say({ ...detach("three"), private: true });
  await quiet();
  const again = await browser.open();
  await until(() => again.library.line.session !== null);
  again.library.line.say(attach("two"));
  await quiet();
  follower.kill();
  third.kill();
  await quiet();
  assert.deepEqual(said.filter(({ t }) => t === "scene.detach"), [{ ...detach("three"), private: true }]);
});

test("a tab of a version that holds no lock is taken for gone once, and not again", async () => {
  const { browser, said, leader } = await twoTabs();
  const { session } = leader.library.line;
  const old = browser.channel("dogear");
  old.postMessage({ v: 2, type: "say", tab: "old", session, message: attach("old") });
  await until(() => said.length === 2);
  // Its next word is refused, and so it asks for its window again.
  old.postMessage({ v: 2, type: "say", tab: "old", session, message: attach("old") });
  await quiet();
  assert.deepEqual(said, [attach("old"), detach("old"), attach("old")]);
});
