import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeBrowser, quiet, turn, until } from "./support/fake-browser.mjs";

const create = (id, title) => [{ e: "book", id, create: true, set: { title } }];
const noted = (note) => [{ e: "book", id: "b1", set: { note } }];
const titles = (tab) => tab.library.list("book").map((book) => book.fields.title).sort();
const noteIn = (tab) => tab.library.get("book", "b1").fields.note;
const isSaved = (tab) => () => tab.library.status().state === "saved";

/** Has the server make a backup, and the browser forget what that holds. */
async function forgetAcked(browser, tab) {
  browser.server.backUp();
  browser.setOnline(false);
  await quiet();
  browser.setOnline(true);
  tab.wake();
  await until(() => browser.disk("dogear").ops.size === 0);
}

async function openSaved(browser) {
  const tab = await browser.open();
  await until(isSaved(tab));
  return tab;
}

test("an edit that its tab still holds when another has sent it is not made again", async () => {
  const browser = new FakeBrowser();
  const first = await openSaved(browser);
  const second = await openSaved(browser);
  await first.library.edit(create("b1", "Emma"));
  await until(() => titles(second).length === 1);
  browser.setOnline(false);
  await quiet();
  first.isDiskDumb = true; // it is written, and its tab hears that it is not
  void first.library.edit(noted("It begins"));
  await quiet();
  first.suspend();
  second.wake();
  await quiet();
  second.tick(); // nobody answers: it leads
  browser.setOnline(true);
  await quiet();
  second.tick();
  await until(() => browser.server.snapshot()["book/b1"].fields.note === "It begins");
  await until(isSaved(second));
  first.resume();
  await quiet();
  await second.library.edit(noted("It begins well"));
  await until(isSaved(second));
  await quiet();
  assert.equal(browser.disk("dogear").outbox.size, 0);
  await forgetAcked(browser, second);
  browser.setOnline(false);
  for (const tab of [first, second]) tab.kill();
  const next = await browser.open();
  await quiet();
  assert.equal(noteIn(next), "It begins well");
});

test("an edit that a follower leaves once more is not made again", async () => {
  const browser = new FakeBrowser();
  const tab = await openSaved(browser);
  const follower = await openSaved(browser);
  const id = await tab.library.edit(create("b1", "Emma"));
  await until(() => titles(follower).length === 1);
  await until(isSaved(follower));
  await quiet();
  browser.disk("dogear").outbox.set(id, { op: id, changes: create("b1", "Emma"), base: 0, at: 1 });
  await follower.library.edit(create("b1", "Emma"), undefined, id);
  await until(() => browser.disk("dogear").outbox.size === 0);
  assert.equal(browser.server.state.log.length, 1);
});

test("an edit that is sent and forgotten before the disk takes anything waits in no tab", async () => {
  const browser = new FakeBrowser();
  const tab = await openSaved(browser);
  const follower = await openSaved(browser);
  tab.broken.add("persist");
  await follower.library.edit(create("b1", "Emma"));
  await until(() => browser.server.state.log.length === 1);
  browser.server.backUp();
  browser.server.crash();
  await quiet();
  tab.tick();
  await until(() => browser.server.connections.size === 1);
  await quiet();
  tab.broken.clear();
  tab.tick();
  await until(() => browser.disk("dogear").entities.size === 1);
  await quiet();
  assert.equal(browser.disk("dogear").outbox.size, 0);
  assert.equal(follower.library.status().waiting, 0);
  const third = await openSaved(browser);
  assert.deepEqual(titles(third), ["Emma"]);
});

test("what a robbed leader told and could not write shows in no tab", async () => {
  const browser = new FakeBrowser();
  const leader = await openSaved(browser);
  browser.setOnline(false);
  await quiet();
  leader.suspend();
  const follower = await browser.open();
  const third = await browser.open();
  await quiet();
  follower.tick(); // and leads
  await until(() => browser.disk("dogear").revision > 0 && follower.library.status().state === "offline");
  await quiet();
  // The first has the lock, as far as it knows, and the others hear it.
  const { storage, channel } = await browser.leadBy("dogear");
  const { revision } = await storage.load();
  const phantom = {
    op: { op: "phantom", n: 1, base: 0, at: 1, do: create("b9", "Never written") },
    incarnation: "i", order: 9, state: "waiting",
  };
  const told = { v: 2, term: "robbed" };
  const status = { state: "saved", waiting: 0, problems: 0 };
  channel.postMessage({ ...told, type: "leading", revision: revision + 1, status });
  channel.postMessage({ ...told, type: "batch", revision: revision + 1, batch: { ops: [phantom] }, remote: false });
  await until(() => titles(third).includes("Never written"));
  await follower.library.edit(create("b1", "Emma"));
  await until(() => titles(third).includes("Emma"));
  await quiet();
  assert.deepEqual(titles(third), ["Emma"]);
  leader.kill();
});

test("an edit that reaches the outbox after its tab has led and slept is sent", async () => {
  const browser = new FakeBrowser();
  const leader = await openSaved(browser);
  const follower = await openSaved(browser);
  follower.isOutboxHeld = true;
  const editing = follower.library.edit(create("b1", "Emma"));
  leader.kill();
  await quiet();
  follower.freeze();
  follower.thaw();
  await quiet();
  follower.release();
  await editing;
  await until(() => browser.server.state.log.length === 1, "it is sent");
  assert.deepEqual(titles(follower), ["Emma"]);
  await until(() => browser.disk("dogear").outbox.size === 0);
});

/** Three tabs that show a book in which nothing is written yet. */
async function threeTabs() {
  const browser = new FakeBrowser();
  const tabs = [await openSaved(browser), await openSaved(browser), await openSaved(browser)];
  await tabs[0].library.edit(create("b1", "Emma"));
  await until(() => tabs.every((tab) => titles(tab).length === 1 && isSaved(tab)()));
  return { browser, tabs };
}

const wordsOn = (server) => server.snapshot()["book/b1"].fields.note?.split(" ").sort().join(" ");

test("words caught by the sleep stand beside those that another tab has left meanwhile", async () => {
  const { browser, tabs: [leader, follower] } = await threeTabs();
  leader.isDiskHeld = true;
  void leader.library.edit(noted("one"));
  await follower.library.edit(noted("two"));
  await quiet();
  leader.freeze();
  await until(() => browser.server.state.log.length === 3);
  assert.equal(wordsOn(browser.server), "one two");
});

test("words that were made on what a leader told and did not live to write hide no others", async () => {
  const { browser, tabs: [leader, follower, third] } = await threeTabs();
  third.suspend();
  leader.isDiskHeld = true;
  void leader.library.edit(noted("one"));
  await until(() => noteIn(follower) === "one");
  leader.suspend();
  const editing = third.library.edit(noted("two"));
  third.resume();
  await editing;
  await follower.library.edit(noted("one three"));
  leader.kill();
  await until(() => browser.server.state.log.length === 3);
  assert.equal(wordsOn(browser.server), "one three two");
});

test("an edit that only its leader can keep comes after what waits in the outbox", async () => {
  const { browser, tabs: [leader, follower] } = await threeTabs();
  leader.suspend();
  await follower.library.edit(noted("one"));
  const late = await browser.open();
  await until(() => noteIn(late) === "one");
  late.broken.add("leave");
  const editing = late.library.edit(noted("one two"));
  await quiet();
  leader.resume();
  await editing;
  await until(() => browser.server.state.log.length === 3);
  assert.equal(wordsOn(browser.server), "one two");
});

test("an edit that could not be left at once comes before those that were made after it", async () => {
  const { browser, tabs: [leader, follower] } = await threeTabs();
  leader.suspend();
  follower.broken.add("leave");
  const editing = [follower.library.edit(noted("one"))];
  await quiet();
  follower.broken.clear();
  editing.push(follower.library.edit(noted("one two")));
  await quiet();
  leader.resume();
  await Promise.all(editing);
  await until(() => browser.server.state.log.length === 3);
  assert.equal(wordsOn(browser.server), "one two");
});

test("of two edits made at once the first comes first, though the outbox takes only the second", async () => {
  const { browser, tabs: [leader, follower] } = await threeTabs();
  leader.suspend();
  let failures = 1;
  follower.broken.has = (name) => name === "leave" && failures-- > 0;
  const editing = [follower.library.edit(noted("one")), follower.library.edit(noted("one two"))];
  await quiet();
  leader.resume();
  await Promise.all(editing);
  await until(() => browser.server.state.log.length === 3);
  assert.equal(wordsOn(browser.server), "one two");
});

test("an edit that could not be left comes after those it was made on, though the leader cannot read the outbox", async () => {
  const { browser, tabs: [leader, follower] } = await threeTabs();
  leader.broken.add("outbox");
  await follower.library.edit(noted("one"));
  follower.broken.add("leave");
  await follower.library.edit(noted("one two"));
  leader.broken.clear();
  leader.tick();
  await until(() => browser.disk("dogear").outbox.size === 0 && isSaved(follower)());
  assert.equal(wordsOn(browser.server), "one two");
});

test("an edit that its tab is asked for twice is told to both once it is left", async () => {
  const { browser, tabs: [leader, follower] } = await threeTabs();
  leader.suspend();
  follower.isOutboxHeld = true;
  const editing = [1, 2].map(() => follower.library.edit(noted("one"), undefined, "op-1"));
  await quiet();
  follower.release();
  await Promise.all(editing);
  leader.resume();
  await until(() => browser.server.state.log.length === 2);
});

test("edits caught by the sleep are left all at once: one that could not be would come after those made on it", async () => {
  const { browser, tabs: [leader, ...others] } = await threeTabs();
  for (const tab of others) tab.kill();
  leader.isDiskHeld = true;
  const words = ["one", "two", "three"];
  const editing = words.map((_, index) => leader.library.edit(noted(words.slice(0, index + 1).join(" "))));
  browser.diskTurns = () => 3;
  leader.freeze();
  const { outbox } = browser.disk("dogear");
  await until(() => outbox.size > 0);
  assert.equal(outbox.size, words.length);
  leader.release();
  leader.thaw();
  await Promise.all(editing);
  await until(() => browser.server.state.log.length === words.length + 1);
  assert.equal(wordsOn(browser.server), [...words].sort().join(" "));
});

test("an edit that its tab takes with it into the lead comes before those that it makes there", async () => {
  const { browser, tabs: [leader, follower, third] } = await threeTabs();
  third.kill();
  leader.suspend();
  follower.broken.add("leave");
  const words = ["one"];
  const editing = [follower.library.edit(noted("one"))];
  await quiet();
  browser.diskTurns = () => 5;
  leader.kill();
  // In every moment of the succession, and in those after it.
  while (words.length < 40) {
    words.push(`and${words.length}`);
    editing.push(follower.library.edit(noted(words.join(" "))));
    await turn();
  }
  await Promise.all(editing);
  await until(() => browser.server.state.log.length === words.length + 1);
  assert.equal(wordsOn(browser.server), [...words].sort().join(" "));
});

for (const [who, look] of [
  ["a person looks again", ({ tabs: [leader] }) => leader.wake()],
  ["another tab is opened", ({ browser }) => browser.open()],
]) {
  test(`an edit whose tab died before it told of it is sent once ${who}`, async () => {
    const scene = await threeTabs();
    const { browser, tabs: [, follower] } = scene;
    void follower.library.edit(noted("one"));
    follower.suspend();
    await until(() => browser.disk("dogear").outbox.size === 1);
    follower.kill();
    await quiet();
    assert.equal(browser.server.state.log.length, 1, "nobody knows of it");
    await look(scene);
    await until(() => browser.server.state.log.length === 2);
    assert.equal(wordsOn(browser.server), "one");
  });
}

test("an outbox that cannot be read is looked at by one timer, however many edits are left", async () => {
  const { browser, tabs: [leader, follower] } = await threeTabs();
  leader.broken.add("outbox");
  const waits = leader.waits.length;
  for (const word of ["one", "one two", "one two three"]) await follower.library.edit(noted(word));
  await quiet();
  assert.equal(leader.waits.length, waits + 1);
  leader.broken.clear();
  leader.tick();
  await until(() => browser.server.state.log.length === 4);
  assert.equal(wordsOn(browser.server), "one three two");
});
