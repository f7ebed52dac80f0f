import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryStorage } from "../../Web/store/memory.js";
import { TAB_VERSION } from "../../Web/transport/tabs.js";
import { FakeBrowser, quiet, until } from "./support/fake-browser.mjs";
import { wordsOf } from "./support/worded.mjs";

const create = (id, title) => [{ e: "book", id, create: true, set: { title } }];
const titles = (tab) => tab.library.list("book").map((book) => book.fields.title).sort();
const onServer = (server) => Object.values(server.snapshot()).map((entity) => entity.fields.title).sort();

async function twoTabs() {
  const browser = new FakeBrowser();
  const leader = await browser.open();
  await until(() => leader.library.status().state === "saved");
  const follower = await browser.open();
  await until(() => follower.library.status().state === "saved");
  return { browser, leader, follower };
}

test("a leader that the browser stops lets another lead, and follows when it goes on", async () => {
  const { browser, leader, follower } = await twoTabs();
  leader.freeze();
  await follower.library.edit(create("b1", "Emma"));
  await until(() => onServer(browser.server).length === 1, "the other tab leads");
  leader.thaw();
  await until(() => titles(leader).length === 1, "what happened meanwhile is there");
  await leader.library.edit(create("b2", "Dune"));
  await until(() => onServer(browser.server).length === 2);
  assert.equal(browser.server.connections.size, 1);
});

test("a follower that is stopped does not become the leader in its sleep", async () => {
  const { browser, leader, follower } = await twoTabs();
  const third = await browser.open();
  follower.freeze();
  await quiet();
  leader.kill();
  await third.library.edit(create("b1", "Emma"));
  await until(() => onServer(browser.server).length === 1, "the third leads");
  follower.thaw();
  await until(() => titles(follower).length === 1);
});

test("an edit caught by the sleep before it was on the disk is there afterwards, once", async () => {
  const { browser, leader, follower } = await twoTabs();
  leader.isDiskHeld = true;
  const first = leader.library.edit(create("b1", "Emma"));
  const second = leader.library.edit(create("b2", "Dune"));
  await quiet();
  leader.freeze();
  leader.thaw();
  leader.release();
  await Promise.all([first, second]);
  await until(() => onServer(browser.server).length === 2);
  await until(() => titles(follower).length === 2 && titles(leader).length === 2);
  assert.equal(browser.server.state.log.length, 2);
});

test("an edit caught by a sleep without end is seen to by the next leader", async () => {
  const { browser, leader, follower } = await twoTabs();
  leader.isDiskHeld = true;
  void leader.library.edit(create("b1", "Emma"));
  await quiet();
  leader.freeze();
  await quiet();
  leader.kill();
  await follower.library.edit(create("b2", "Dune"));
  await until(() => onServer(browser.server).length === 2);
});

test("an edit made while a tab is waking waits for its part", async () => {
  const { browser, leader } = await twoTabs();
  leader.freeze();
  leader.thaw();
  await leader.library.edit(create("b1", "Emma"));
  await until(() => onServer(browser.server).length === 1);
});

test("frozen twice, thawed twice, closed: the lock is free", async () => {
  const { browser, leader, follower } = await twoTabs();
  for (let turn = 0; turn < 2; turn += 1) {
    leader.freeze();
    leader.freeze();
    leader.thaw();
    leader.thaw();
    await quiet();
  }
  follower.library.close();
  leader.library.close();
  const next = await browser.open();
  await next.library.edit(create("b1", "Emma"));
  await until(() => onServer(browser.server).length === 1);
});

test("a tab follows a leader of another version by the disk, and the older is told", async () => {
  const { browser, leader } = await twoTabs();
  const old = browser.channel("dogear");
  const heard = [];
  old.onmessage = ({ data }) => heard.push(data);
  await leader.library.edit(create("b1", "Emma"));
  await quiet();
  assert.ok(heard.every((message) => message.v === TAB_VERSION));

  // A newer tab asks: this one leads on, and says that it is old.
  old.postMessage({ type: "who", v: TAB_VERSION + 1 });
  await until(() => leader.library.status().notice !== undefined);
  assert.equal(wordsOf(leader.library.status().notice), "A newer version of Dogear is open in another tab. Reload this one.");
});

test("a newer version that takes the disk over leads, and what was begun before is sent", async () => {
  const { browser, leader, follower } = await twoTabs();
  leader.isDiskHeld = true;
  const first = leader.library.edit(create("b1", "Emma"));
  const second = leader.library.edit(create("b2", "Dune"));
  await quiet();
  await Promise.all([leader.giveWay(), follower.giveWay()]);
  await Promise.all([first, second]);
  leader.release();
  const newer = await browser.open();
  await newer.library.edit(create("b3", "Ulysses"));
  await until(() => onServer(browser.server).length === 3, "all are sent");
  for (const { library } of [leader, follower]) {
    const { state, fault } = library.status();
    assert.deepEqual([state, wordsOf(fault)], ["problem", "A newer version of Dogear is open in another tab. Reload this one."]);
    await assert.rejects(library.edit(create("b4", "Kim")), { name: "EditError" });
  }
  assert.equal(browser.server.connections.size, 1);
});

test("a newer version that takes the disk over while a tab opens is let lead as well", async () => {
  const browser = new FakeBrowser();
  await browser.open({
    openStorage: async (name) => {
      const storage = new MemoryStorage(browser.disk(name));
      const load = storage.load.bind(storage);
      storage.load = async () => {
        await storage.onended();
        return load();
      };
      return storage;
    },
  });
  const newer = await browser.open();
  await newer.library.edit(create("b1", "Emma"));
  await until(() => onServer(browser.server).length === 1);
  assert.equal(browser.server.connections.size, 1);
});

test("batches of another version are not taken for our own", async () => {
  const browser = new FakeBrowser();
  const lead = await browser.leadBy("dogear");
  const follower = await browser.open();
  assert.deepEqual(titles(follower), []);
  // It tells a batch in a way of its own, and writes it to the disk in the way of all.
  const entity = { kind: "book", id: "b1", seq: 1, at: 1, by: "d", deleted: false, fields: { title: "Emma" } };
  await lead.storage.persist({ entities: [entity] });
  lead.channel.postMessage({ type: "batch", revision: 1, v: TAB_VERSION + 1, packed: "?" });
  await quiet();
  follower.tick();
  await until(() => titles(follower).length === 1);
  assert.equal(wordsOf(follower.library.status().notice), "A newer version of Dogear is open in another tab. Reload this one.");
  await follower.library.edit(create("b2", "Dune"));
  assert.deepEqual([...browser.disk("dogear").outbox.values()].length, 1, "its leader finds our edit in the outbox");
});

test("an edit in a page that has closed its library is refused, not swallowed", async () => {
  const { leader } = await twoTabs();
  leader.library.close();
  await assert.rejects(leader.library.edit(create("b1", "Emma")), { name: "EditError" });
});
