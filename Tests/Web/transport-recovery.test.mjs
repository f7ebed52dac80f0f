import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryStorage, memoryDisk } from "../../Web/store/memory.js";
import { FakeBrowser, quiet, until } from "./support/fake-browser.mjs";
import { wordsOf } from "./support/worded.mjs";

// SYNC §3: every failure re-arms its own retry. A browser loses its disk for a moment ("Connection to
// Indexed Database server lost"), or for long (no room left), and tabs must outlive both.

const create = (id, title) => [{ e: "book", id, create: true, set: { title } }];
const titles = (tab) => tab.library.list("book").map((book) => book.fields.title).sort();
const onServer = (server) => Object.values(server.snapshot()).map((entity) => entity.fields.title).sort();
const isIn = (tab, state) => () => tab.library.status().state === state;

async function twoTabs() {
  const browser = new FakeBrowser();
  const leader = await browser.open();
  await until(isIn(leader, "saved"));
  const follower = await browser.open();
  await until(isIn(follower, "saved"));
  return { browser, leader, follower };
}

/** Whether a promise has resolved. */
function watched(promise) {
  const seen = { isDone: false, error: null };
  promise.then(() => (seen.isDone = true), (error) => (seen.error = error));
  return seen;
}

test("an edit that its tab cannot keep shows on, and the leader keeps it", async () => {
  const { browser, leader, follower } = await twoTabs();
  follower.broken.add("leave");
  leader.isDiskHeld = true;
  const editing = watched(follower.library.edit(create("b1", "Emma")));
  await quiet();
  assert.deepEqual(titles(follower), ["Emma"]);
  assert.deepEqual(editing, { isDone: false, error: null }, "nothing has it yet");
  leader.release();
  await until(() => editing.isDone);
  await until(() => onServer(browser.server).length === 1 && isIn(follower, "saved")());
  assert.deepEqual([titles(leader), titles(follower)], [["Emma"], ["Emma"]]);
});

test("with no room for anybody an edit goes to the server, and is safe there", async () => {
  const { browser, leader, follower } = await twoTabs();
  browser.setOnline(false);
  await until(isIn(leader, "offline"));
  for (const tab of [leader, follower]) for (const name of ["leave", "persist"]) tab.broken.add(name);
  const editing = watched(follower.library.edit(create("b1", "Emma")));
  await until(isIn(follower, "problem"));
  assert.equal(wordsOf(follower.library.status().fault), "This browser could not read or keep the library on this device.");
  await quiet();
  assert.deepEqual(editing, { isDone: false, error: null }, "it is in memory alone");
  browser.setOnline(true);
  leader.network(true);
  await until(() => editing.isDone);
  assert.deepEqual(onServer(browser.server), ["Emma"]);
});

test("an edit that nobody takes shows, counts and is tried again until somebody does", async () => {
  const { browser, leader, follower } = await twoTabs();
  browser.loseMessages = 1_000_000; // the leader is there, and does not answer
  follower.broken.add("leave");
  const editing = watched(follower.library.edit(create("b1", "Emma")));
  for (let turn = 0; turn < 3; turn += 1) {
    await quiet();
    follower.tick();
  }
  await quiet();
  assert.deepEqual(editing, { isDone: false, error: null });
  assert.deepEqual(titles(follower), ["Emma"]);
  assert.deepEqual(follower.library.status(), { state: "saving", waiting: 1, problems: 0 });
  assert.equal(follower.library.exportWaiting().edits.length, 1);
  follower.broken.clear();
  browser.loseMessages = 0;
  follower.tick();
  await until(() => editing.isDone);
  await until(() => onServer(browser.server).length === 1 && isIn(follower, "saved")());
  assert.deepEqual(titles(leader), ["Emma"]);
});

test("an edit that could not be left before its tab came to lead is not lost", async () => {
  const { browser, leader, follower } = await twoTabs();
  browser.loseMessages = 1_000_000;
  follower.broken.add("leave");
  const editing = watched(follower.library.edit(create("b1", "Emma")));
  await quiet();
  browser.loseMessages = 0;
  leader.kill();
  await until(() => editing.isDone && onServer(browser.server).length === 1);
  assert.deepEqual(titles(follower), ["Emma"]);
});

for (const name of ["load", "outbox"]) {
  test(`a tab that cannot lead for a failed ${name} leads once the disk is back`, async () => {
    const { browser, leader, follower } = await twoTabs();
    await leader.library.edit(create("b0", "Dune"));
    await until(() => titles(follower).length === 1);
    const third = await browser.open();
    third.library.close(); // only this one is left
    follower.broken.add(name);
    leader.kill();
    await quiet();
    const editing = watched(follower.library.edit(create("b1", "Emma")));
    await quiet();
    follower.tick();
    await quiet();
    assert.deepEqual(titles(follower).includes("Dune"), true, "what was read stays");
    follower.broken.clear();
    follower.tick();
    await until(() => editing.isDone && onServer(browser.server).length === 2);
    await until(isIn(follower, "saved"));
    assert.equal(follower.library.status().notice, undefined, "a moment's loss is nobody's business");
  });
}

test("a tab that cannot lead lets the next one lead, and follows it", async () => {
  const { browser, leader, follower } = await twoTabs();
  const third = await browser.open();
  await quiet();
  follower.broken.add("load");
  leader.kill();
  await third.library.edit(create("b1", "Emma"));
  await until(() => onServer(browser.server).length === 1, "the third leads");
  follower.broken.clear();
  follower.tick();
  await until(() => titles(follower).length === 1);
  await follower.library.edit(create("b2", "Dune"));
  await until(() => onServer(browser.server).length === 2);
});

test("a command given while a tab fails to lead is carried out in the end", async () => {
  const { browser, leader, follower } = await twoTabs();
  await follower.library.edit(create("b1", "forbidden"));
  await until(isIn(follower, "problem"));
  const [{ op }] = follower.library.problems();
  browser.loseMessages = 1_000_000;
  const discarding = watched(follower.library.discard(op));
  follower.broken.add("load");
  leader.kill();
  await quiet();
  browser.loseMessages = 0;
  follower.broken.clear();
  follower.tick();
  await until(() => discarding.isDone);
  assert.deepEqual(follower.library.problems(), []);
});

test("an edit is given up on a disk that fails once it would not come back with the page", async () => {
  const { leader, follower } = await twoTabs();
  for (const tab of [leader, follower]) {
    await tab.library.edit(create(`b-${tab === leader}`, "forbidden"));
    await until(() => tab.library.problems().length === 1);
    leader.broken.add("persist");
    const discarding = watched(tab.library.discard(tab.library.problems()[0].op));
    await quiet();
    assert.deepEqual(discarding, { isDone: false, error: null }, "the disk has it still");
    leader.broken.clear();
    leader.tick();
    await until(() => discarding.isDone);
  }
});

test("an edit given up on a disk that fails is given up by whoever leads next", async () => {
  const { leader, follower } = await twoTabs();
  await leader.library.edit(create("b1", "forbidden"));
  await until(isIn(leader, "problem"));
  await quiet(); // the disk knows that it was refused
  leader.broken.add("persist");
  const discarding = watched(leader.library.discard(leader.library.problems()[0].op));
  await quiet();
  leader.freeze();
  leader.broken.clear();
  leader.thaw();
  await until(() => discarding.isDone);
  for (const tab of [leader, follower]) {
    await until(isIn(tab, "saved"));
    assert.deepEqual(tab.library.problems(), []);
  }
});

test("a follower whose reading fails reads again, and hears what is said meanwhile", async () => {
  const { browser, leader, follower } = await twoTabs();
  follower.broken.add("load");
  browser.loseMessages = 3;
  await leader.library.edit(create("b1", "Emma"));
  await quiet();
  browser.loseMessages = 0;
  await leader.library.edit(create("b2", "Dune"));
  await quiet();
  assert.deepEqual(titles(follower), []);
  browser.setOnline(false);
  await until(isIn(follower, "offline"), "it hears the leader");
  for (let turn = 0; turn < 3; turn += 1) {
    follower.tick();
    await quiet();
  }
  const unreadable = "The copy on this device could not be read. Reload this page.";
  assert.equal(wordsOf(follower.library.status().notice), unreadable);
  follower.broken.clear();
  follower.tick();
  await until(() => titles(follower).length === 2);
  await leader.library.edit(create("b3", "Ulysses"));
  await until(() => titles(follower).length === 3);
});

test("a tab that wakes while the disk fails has a part once it is back", async () => {
  const { browser, leader, follower } = await twoTabs();
  follower.library.close();
  leader.freeze();
  leader.broken.add("load");
  leader.thaw();
  await quiet();
  const editing = watched(leader.library.edit(create("b1", "Emma")));
  await quiet();
  leader.tick();
  await quiet();
  assert.deepEqual(editing, { isDone: false, error: null });
  leader.broken.clear();
  leader.tick();
  await until(() => editing.isDone && onServer(browser.server).length === 1);
});

test("a tab that is stopped again while it wakes keeps nobody from leading", async () => {
  const { browser, leader, follower } = await twoTabs();
  leader.freeze();
  await quiet();
  leader.broken.add("load");
  leader.thaw();
  await quiet();
  leader.freeze();
  leader.broken.clear();
  leader.tick();
  await quiet();
  follower.kill();
  await quiet();
  assert.equal(browser.server.connections.size, 0, "nobody leads in its sleep");
  const third = await browser.open();
  await third.library.edit(create("b1", "Emma"));
  await until(() => onServer(browser.server).length === 1, "the lock is free");
  leader.thaw();
  await until(() => titles(leader).length === 1);
});

test("a tab that is stopped in the midst of waking leads neither, and no edit of it is lost", async () => {
  for (let moments = 0; moments < 20; moments += 1) {
    const { browser, leader, follower } = await twoTabs();
    leader.freeze();
    await quiet();
    leader.thaw();
    for (let moment = 0; moment < moments; moment += 1) await Promise.resolve();
    leader.freeze();
    const editing = watched(leader.library.edit(create("b1", "Emma")));
    follower.kill();
    await quiet();
    assert.equal(browser.server.connections.size, 0, `it leads in its sleep, after ${moments}`);
    for (const act of ["thaw", "freeze", "thaw"]) leader[act]();
    await until(() => editing.isDone && onServer(browser.server).length === 1);
    assert.deepEqual(titles(leader), ["Emma"]);
    assert.equal(browser.server.connections.size, 1);
  }
});

test("a leader that was stopped without a word is robbed of the lead, and follows when it goes on", async () => {
  const { browser, leader, follower } = await twoTabs();
  leader.isDiskHeld = true;
  const caught = watched(leader.library.edit(create("b0", "Ulysses")));
  leader.suspend();
  await follower.library.edit(create("b1", "Emma"));
  await quiet();
  follower.tick();
  await quiet();
  assert.deepEqual(onServer(browser.server), [], "nobody is robbed who was not asked");
  follower.wake();
  await quiet();
  follower.tick();
  await until(() => onServer(browser.server).length === 1, "the tab in front leads");
  leader.release();
  leader.resume();
  await until(() => caught.isDone && onServer(browser.server).length === 2);
  await leader.library.edit(create("b2", "Dune"));
  await until(() => titles(leader).length === 3 && titles(follower).length === 3);
  await until(() => isIn(leader, "saved")() && isIn(follower, "saved")());
  assert.equal(browser.server.connections.size, 1);
  assert.equal(browser.server.state.log.length, 3, "each took effect once");
});

test("a tab that opens behind one that was stopped without a word comes to lead", async () => {
  const browser = new FakeBrowser();
  const first = await browser.open();
  await until(isIn(first, "saved"));
  first.suspend();
  const second = await browser.open();
  const third = await browser.open();
  await quiet();
  second.tick();
  await until(isIn(second, "saved"));
  await until(isIn(third, "saved"));
  third.tick();
  await quiet();
  first.resume();
  await first.library.edit(create("b1", "Emma"));
  await until(() => titles(second).length === 1 && titles(third).length === 1);
  second.freeze();
  await third.library.edit(create("b2", "Dune"));
  await until(() => onServer(browser.server).length === 2, "the lock goes on to the next");
  assert.equal(browser.server.connections.size, 1);
});

test("who has robbed is robbed in turn, and what learns of it in its sleep sleeps on", async () => {
  const { browser, leader, follower } = await twoTabs();
  for (const [stopped, front] of [[leader, follower], [follower, leader]]) {
    stopped.suspend();
    front.wake();
    await quiet();
    front.tick();
    await front.library.edit(create(`b-${front === leader}`, "Emma"));
    await until(isIn(front, "saved"));
    stopped.resume();
    await quiet();
    assert.deepEqual([titles(stopped), isIn(stopped, "saved")()], [titles(front), true]);
    assert.equal(browser.server.connections.size, 1);
  }
  leader.suspend();
  follower.wake();
  await quiet();
  follower.tick();
  await quiet();
  leader.freeze();
  leader.resume();
  await quiet();
  follower.kill();
  await quiet();
  assert.equal(browser.server.connections.size, 0, "nobody leads in its sleep");
});

test("a leader that answers is not robbed", async () => {
  const { browser, leader, follower } = await twoTabs();
  const [connection] = browser.server.connections;
  follower.wake();
  await quiet();
  follower.tick();
  leader.tick();
  await quiet();
  assert.deepEqual([...browser.server.connections], [connection]);
});

test("an edit in an outbox that cannot be read is taken in once it can", async () => {
  const { browser, leader, follower } = await twoTabs();
  leader.broken.add("outbox");
  await follower.library.edit(create("b1", "Emma"));
  await quiet();
  leader.tick();
  await quiet();
  assert.deepEqual(onServer(browser.server), []);
  leader.broken.clear();
  leader.tick();
  await until(() => onServer(browser.server).length === 1);
});

test("a connection that died with its network is found out when the next one is there", async () => {
  const browser = new FakeBrowser();
  const tab = await browser.open();
  await until(isIn(tab, "saved"));
  // The system tells of the new network and nothing of the old connection: what goes there is lost.
  for (const connection of browser.server.connections) connection.receive = () => {};
  await tab.library.edit(create("b1", "Emma"));
  await quiet();
  assert.ok(isIn(tab, "saving")());
  tab.network(true);
  browser.pass(4_000);
  await until(isIn(tab, "offline"));
  assert.ok(Math.max(...tab.waits) < 5_000, String(tab.waits));
  tab.tick();
  await until(isIn(tab, "saved"));
  assert.deepEqual(onServer(browser.server), ["Emma"]);
});

test("a connection that lives outlasts the news of a network", async () => {
  const browser = new FakeBrowser();
  const tab = await browser.open();
  await until(isIn(tab, "saved"));
  const [connection] = browser.server.connections;
  tab.network(true);
  await quiet();
  browser.pass(4_000);
  await quiet();
  assert.ok(isIn(tab, "saved")());
  assert.deepEqual([...browser.server.connections], [connection]);
});

test("a browser that is paired in a second tab is paired in the first", async () => {
  const browser = new FakeBrowser();
  browser.server.isPaired = false;
  const first = await browser.open();
  await until(isIn(first, "unpaired"));
  await first.library.edit(create("b1", "Emma"));
  browser.server.isPaired = true;
  const second = await browser.open();
  await until(() => isIn(first, "saved")() && isIn(second, "saved")());
  assert.deepEqual(onServer(browser.server), ["Emma"]);
});

test("who looks again at a browser that was paired meanwhile finds it paired", async () => {
  const browser = new FakeBrowser();
  browser.server.isPaired = false;
  const tab = await browser.open();
  await until(isIn(tab, "unpaired"));
  tab.wake();
  await quiet();
  assert.ok(isIn(tab, "unpaired")());
  browser.server.isPaired = true;
  await quiet();
  assert.ok(isIn(tab, "unpaired")(), "nothing is tried until a person looks");
  tab.wake();
  await until(isIn(tab, "saved"));
});

test("a browser that a server did not know for a moment asks again by itself, ever more seldom", async () => {
  const minute = 60_000;
  const { browser, leader, follower } = await twoTabs();
  const forgets = async () => {
    browser.server.isPaired = false;
    browser.server.crash();
    await until(isIn(leader, "offline"));
    leader.tick();
    await until(isIn(leader, "unpaired"));
  };
  const asks = async () => {
    const [wait] = leader.waits;
    leader.tick();
    await quiet();
    return wait;
  };
  await forgets();
  await follower.library.edit(create("b1", "Emma"));
  const waits = [];
  for (let turn = 0; turn < 8; turn += 1) waits.push(await asks());
  assert.ok(waits[0] >= minute && waits[0] <= 1.25 * minute, String(waits));
  assert.deepEqual(waits.map((wait) => wait / waits[0]), [1, 2, 4, 8, 16, 30, 30, 30]);
  assert.equal(leader.waits.length, 1, "one question at a time");
  browser.server.isPaired = true;
  await asks();
  assert.deepEqual([isIn(leader, "saved")(), isIn(follower, "saved")()], [true, true]);
  assert.deepEqual(onServer(browser.server), ["Emma"]);

  // Who was let in meanwhile is refused for the first time again; the network brings a question too.
  await forgets();
  assert.deepEqual(leader.waits, [waits[0]]);
  browser.server.isPaired = true;
  leader.network(false);
  leader.network(true);
  await until(isIn(leader, "saved"));
  await forgets();
  leader.library.close();
  assert.deepEqual(leader.waits, [], "a page that is closed asks nothing");
});

test("a browser that is not paired asks the server once for each tab that opens", async () => {
  const browser = new FakeBrowser();
  browser.server.isPaired = false;
  let greetings = 0;
  const { connect } = browser.server;
  browser.server.connect = (...parts) => {
    greetings += 1;
    return connect.apply(browser.server, parts);
  };
  const first = await browser.open();
  await until(isIn(first, "unpaired"));
  const second = await browser.open();
  await quiet();
  assert.ok(isIn(second, "unpaired")());
  assert.equal(greetings, 2);
});

test("a browser that is let in has its cookie renewed, once however often it comes back", async () => {
  const { browser, leader } = await twoTabs();
  assert.equal(browser.askedToRenew, 1);
  browser.setOnline(false);
  await until(isIn(leader, "offline"));
  browser.setOnline(true);
  leader.network(true);
  await until(isIn(leader, "saved"));
  assert.equal(browser.askedToRenew, 1);
});

test("a browser that is not let in has no cookie to renew", async () => {
  const browser = new FakeBrowser();
  browser.server.isPaired = false;
  const tab = await browser.open();
  await until(isIn(tab, "unpaired"));
  assert.equal(browser.askedToRenew, 0);
});

test("what the browser takes away is written anew at once, and not with the next edit", async () => {
  const browser = new FakeBrowser();
  const storage = new MemoryStorage();
  const tab = await browser.open({ openStorage: async () => storage });
  await until(isIn(tab, "saved"));
  const { revision } = await storage.load();
  storage.onlost();
  await quiet();
  assert.equal((await storage.load()).revision, revision + 1);
  tab.library.close();
  storage.onlost();
  await quiet();
  assert.equal((await storage.load()).revision, revision + 1, "another tab leads, and writes it");
});

test("what the browser takes away, and the leader does not live to write anew, is written by the next", async () => {
  const { browser, leader, follower } = await twoTabs();
  await leader.library.edit(create("b1", "Emma"));
  await until(() => titles(follower).length === 1 && isIn(follower, "saved")());
  browser.setOnline(false);
  await until(isIn(follower, "offline"));
  await leader.library.edit(create("b2", "Dune"));
  await until(() => titles(follower).length === 2);
  leader.suspend();
  await follower.library.edit(create("b3", "Persuasion"));
  Object.assign(browser.disk("dogear"), memoryDisk());
  leader.kill();
  await until(() => browser.disk("dogear").ops.size === 3);
  assert.deepEqual(titles(follower), ["Dune", "Emma", "Persuasion"]);
  assert.equal(follower.library.status().notice, undefined, "nothing was lost");
  follower.kill();
  const next = await browser.open();
  assert.deepEqual(titles(next), ["Dune", "Emma", "Persuasion"]);
  browser.setOnline(true);
  await until(() => onServer(browser.server).length === 3);
  await until(isIn(next, "saved"));
});

test("an edit that the disk refuses, for it has what another tab wrote, is not sent before that is read", async () => {
  const { browser, leader: tab, follower } = await twoTabs();
  follower.kill();
  const { server } = browser;
  const { commit } = server;
  const sent = [];
  server.commit = (...parts) => {
    sent.push(...parts[2].map(({ op }) => op));
    return commit.apply(server, parts);
  };
  browser.disk("dogear").revision += 1;
  const op = await tab.library.edit(create("b1", "Emma"));
  await until(() => onServer(server).length === 1 && isIn(tab, "saved")());
  await quiet();
  assert.deepEqual(sent, [op]);
});

test("a transaction whose end was not told does not keep those after it from the disk", async () => {
  const browser = new FakeBrowser();
  const tab = await browser.open();
  await until(() => tab.library.status().state === "saved");
  browser.setOnline(false);
  tab.isDiskDumb = true;
  const first = tab.library.edit(create("b1", "Emma"));
  await quiet();
  const second = tab.library.edit(create("b2", "Dune"));
  // The disk is tried again after a while.
  tab.tick();
  await Promise.all([first, second]);
  assert.notEqual(tab.library.status().state, "problem");
  tab.kill();
  const next = await browser.open();
  assert.deepEqual(titles(next), ["Dune", "Emma"]);
  browser.setOnline(true);
  await until(() => browser.server.state.log.length === 2, "each arrives once");
});
