import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeBrowser, quiet, until } from "./support/fake-browser.mjs";

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

test("one tab leads: there is one connection, however many tabs there are", async () => {
  const { browser } = await twoTabs();
  await browser.open();
  await quiet();
  assert.equal(browser.server.connections.size, 1);
});

test("an edit in either tab shows at once there, and soon in the other", async () => {
  const { browser, leader, follower } = await twoTabs();
  const fromFollower = follower.library.edit(create("b1", "Emma"));
  assert.deepEqual(titles(follower), ["Emma"]);
  await fromFollower;
  const fromLeader = leader.library.edit(create("b2", "Dune"));
  assert.ok(titles(leader).includes("Dune"));
  await fromLeader;
  await until(() => titles(leader).length === 2 && titles(follower).length === 2);
  await until(() => follower.library.status().state === "saved");
  assert.deepEqual(onServer(browser.server), ["Dune", "Emma"]);
  assert.equal(browser.server.state.log.length, 2);
  assert.deepEqual(follower.library.device, leader.library.device);
});

test("a follower's edit is stamped with what it had seen, when it was made", async () => {
  const { browser, leader, follower } = await twoTabs();
  await leader.library.edit(create("b1", "Emma"));
  await until(() => follower.library.cursor === 1);
  await follower.library.edit(create("b2", "Dune"));
  await until(() => browser.disk("dogear").ops.size === 2);
  const [, op] = [...browser.disk("dogear").ops.values()].map((queued) => queued.op);
  assert.equal(op.base, 1);
  assert.equal(op.n, 2);
});

test("when the leader dies, another tab leads, and no edit of either is lost", async () => {
  const { browser, leader, follower } = await twoTabs();
  browser.setOnline(false);
  await leader.library.edit(create("b1", "Emma"));
  await follower.library.edit(create("b2", "Dune"));
  leader.kill();
  browser.setOnline(true);
  await until(() => onServer(browser.server).length === 2);
  await until(() => follower.library.status().state === "saved");
  assert.deepEqual(titles(follower), ["Dune", "Emma"]);
  assert.equal(browser.server.state.log.length, 2);
});

test("an edit left while nobody leads is taken in by the next leader", async () => {
  const { browser, leader, follower } = await twoTabs();
  const third = await browser.open();
  leader.isDiskHeld = true;
  const edits = [follower.library.edit(create("b1", "Emma")), third.library.edit(create("b2", "Dune"))];
  await Promise.all(edits);
  leader.kill();
  await until(() => onServer(browser.server).length === 2);
  await until(() => titles(third).length === 2 && titles(follower).length === 2);
  await quiet();
  assert.equal(browser.disk("dogear").outbox.size, 0);
  assert.equal(browser.server.connections.size, 1);
});

test("an edit that reaches the outbox while its tab comes to lead is not left there", async () => {
  const { browser, leader, follower } = await twoTabs();
  follower.isOutboxHeld = true;
  const editing = follower.library.edit(create("b1", "Emma"));
  leader.kill();
  await quiet();
  follower.release();
  await editing;
  await until(() => onServer(browser.server).length === 1);
  assert.deepEqual(titles(follower), ["Emma"]);
});

test("what a leader told and did not live to write is forgotten", async () => {
  const { leader, follower, browser } = await twoTabs();
  const third = await browser.open();
  await quiet();
  leader.isDiskHeld = true;
  void leader.library.edit(create("b1", "never promised"));
  await until(() => titles(third).length === 1);
  leader.kill();
  await until(() => titles(third).length === 0 && titles(follower).length === 0);
});

test("a tab that missed a batch reads again", async () => {
  const { browser, leader, follower } = await twoTabs();
  await leader.library.edit(create("b1", "Emma"));
  await until(() => titles(follower).length === 1);
  browser.loseMessages = 3;
  await leader.library.edit(create("b2", "Dune"));
  await quiet();
  browser.loseMessages = 0;
  await leader.library.edit(create("b3", "Ulysses"));
  await until(() => titles(follower).length === 3);
});

test("a follower has refused edits tried again and given up by the leader", async () => {
  const { follower } = await twoTabs();
  await follower.library.edit(create("b1", "forbidden"));
  await until(() => follower.library.status().state === "problem");
  const [problem] = follower.library.problems();
  assert.equal(problem.problem.message, "Not this title.");
  await follower.library.discard(problem.op);
  await until(() => follower.library.status().state === "saved");
  assert.deepEqual(follower.library.problems(), []);
});

test("an edit is given up, for the leader and for a follower, once it would not come back with the page", async () => {
  const { leader, follower } = await twoTabs();
  for (const tab of [leader, follower]) {
    await tab.library.edit(create(`b-${tab === leader}`, "forbidden"));
    await until(() => tab.library.status().state === "problem");
    leader.isDiskHeld = true;
    let isDone = false;
    const done = tab.library.discard(tab.library.problems()[0].op).then(() => (isDone = true));
    await quiet();
    assert.equal(isDone, false);
    leader.release();
    await done;
  }
});

test("a command given while nobody leads is carried out by the next leader", async () => {
  const { leader, follower } = await twoTabs();
  await follower.library.edit(create("b1", "forbidden"));
  await until(() => follower.library.status().state === "problem");
  leader.kill();
  await follower.library.discard(follower.library.problems()[0].op);
  await until(() => follower.library.status().state === "saved");
});

test("closing lets another tab lead, and ends waiting for it", async () => {
  const { browser, leader, follower } = await twoTabs();
  const third = await browser.open();
  third.library.close();
  leader.library.close();
  await until(() => follower.library.status().state === "saved" && browser.server.connections.size === 1);
  await follower.library.edit(create("b1", "Emma"));
  await until(() => onServer(browser.server).length === 1);
});
